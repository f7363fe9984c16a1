"""House rules that somebody has saved, to open tables with and to share by their link."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class HouseRules(models.Model):
    """A rule set under a name. Whoever has the link (`token`) may read it and open tables with it."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="house_rules")
    name = models.CharField(max_length=40)
    token = models.CharField(max_length=22, unique=True)
    rules = models.JSONField()  # {"base": id, parameter: value}
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["owner", "name"], name="one_rule_set_a_name")]
        verbose_name_plural = "house rules"

    def __str__(self) -> str:
        return self.name
