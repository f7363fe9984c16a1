from django.apps import AppConfig


class GameConfig(AppConfig):
    name = "game"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game import sessions  # noqa: PLC0415 (models are not loaded before)

        sessions.listen()
