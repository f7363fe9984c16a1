"""Tables: the web objects that people sit at, who sits there now, and who is there this minute."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class Table(models.Model):
    """A table. Its link holds `token` (128 bits); `code` is short, to be read out, and dies with the table."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        PLAYING = "playing"
        CLOSED = "closed"

    token = models.CharField(max_length=22, unique=True)
    code = models.CharField(max_length=6, unique=True, null=True)
    name = models.CharField(max_length=40)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted_tables")
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    public = models.BooleanField(default=False)
    locked = models.BooleanField(default=False)
    watchable = models.BooleanField(default=True)
    rules = models.JSONField()  # an id of a preset, or {"base": id, parameter: value}
    rules_name = models.CharField(max_length=40, blank=True)  # of the house rules that it was opened with
    size = models.PositiveSmallIntegerField(default=4)
    target = models.PositiveIntegerField(default=500)
    rated = models.BooleanField(default=False)  # the next match is to count, if all who sit agree
    turn_seconds = models.PositiveSmallIntegerField(null=True, default=30)  # null: no clock, private tables only
    bot_seconds = models.FloatField(null=True)  # null: at a person's pace (0.6-1.5 s); 0: at once
    match = models.OneToOneField("Match", models.SET_NULL, null=True, related_name="current_table")  # latest one
    removed = models.JSONField(default=list)  # ids of users whom the host sent away
    created_at = models.DateTimeField(auto_now_add=True)
    active_at = models.DateTimeField(auto_now_add=True)  # last time somebody was seen or changed something
    closed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["-created_at"], condition=Q(public=True), name="table_public"),
            models.Index(fields=["active_at"], condition=~Q(status="closed"), name="table_open"),
        ]

    def __str__(self) -> str:
        return self.name


class TableSeat(models.Model):
    """A taken seat at a table; a free one has no row, so that the database decides a race for it."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True)
    bot = models.CharField(max_length=16, blank=True)  # name of its policy
    ready = models.BooleanField(default=False)  # asked for a rematch
    agreed = models.BooleanField(default=False)  # that the next match is rated
    sat_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["table", "user"], condition=Q(user__isnull=False), name="one_seat_a_user"),
            models.CheckConstraint(
                condition=Q(user__isnull=False, bot="") | Q(user__isnull=True) & ~Q(bot=""), name="person_or_bot"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class Lease(models.Model):
    """Somebody's socket at a table, alive until `until` unless renewed. A crash needs no clean-up: it runs out.

    No constraint in the database: a socket that opens at the moment when its account goes is no reason to keep either.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="leases", db_constraint=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, db_constraint=False)
    socket = models.CharField(max_length=32, unique=True)
    until = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["table", "until"], name="lease_live"), models.Index(fields=["until"])]

    def __str__(self) -> str:
        return self.socket
