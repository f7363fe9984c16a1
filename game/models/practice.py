"""Practice matches that a person's devices have sent: for that person to look at, and believed for nothing else."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class PracticeMatch(models.Model):
    """A finished match against bots, the person in seat 0. `uid` follows from its seed: sent twice, it is the same."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="practice_matches")
    uid = models.CharField(max_length=16)
    rules = models.JSONField()
    target = models.PositiveIntegerField()
    size = models.PositiveSmallIntegerField()
    totals = models.JSONField()  # by seat: points, or the sum of places (D-20)
    places = models.JSONField()  # by seat
    rounds = models.JSONField()  # in order: {"charges": by seat, "first": who went out first, or null}
    hands = models.JSONField()  # by seat: what the last round left
    kept = models.JSONField()  # {"seed": hex, "rounds": [{"deal": n, "made": [[seat, move], ...]}, ...]}
    played_at = models.DateTimeField()  # its end, by the device's clock
    received_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "uid"], name="one_practice_match_a_uid")]
        indexes = [models.Index(fields=["owner", "-played_at"], name="practice_newest")]
        verbose_name_plural = "practice matches"

    def __str__(self) -> str:
        return self.uid
