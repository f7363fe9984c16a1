"""Matches, seats, rounds, per-round scores, moves: the record, and the only truth about a running game."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class Match(models.Model):
    """Rounds to a target. `version` grows by one with every move, call and deal, never otherwise.

    `stamp` grows with every change of the match or of one of its seats; who writes swaps it, so that nobody overwrites
    what somebody else has written since.
    """

    class Phase(models.TextChoices):
        DEALING = "dealing"  # the next round is sealed; pages send their nonces
        PLAYING = "playing"
        BETWEEN = "between"  # a round has been charged; the next one is sealed already
        OVER = "over"
        ABANDONED = "abandoned"

    uid = models.CharField(max_length=22, unique=True)
    table = models.ForeignKey("Table", models.SET_NULL, null=True, related_name="matches")
    private = models.BooleanField(default=True)
    rules = models.JSONField()
    game = models.CharField(max_length=20, blank=True)  # id of the preset that the rules are, or were made from
    house = models.BooleanField(default=False)  # the rules differ from the preset
    rated = models.BooleanField(default=False)
    share = models.CharField(max_length=22, unique=True, null=True)  # whoever has this may look at a private match
    booked = models.PositiveBigIntegerField(
        unique=True, null=True
    )  # in which order matches were counted; null: not yet
    target = models.PositiveIntegerField()
    turn_seconds = models.PositiveSmallIntegerField(null=True)
    bot_seconds = models.FloatField(null=True)
    size = models.PositiveSmallIntegerField()
    phase = models.CharField(max_length=9, choices=Phase, default=Phase.DEALING)
    version = models.PositiveIntegerField(default=0)
    turn_version = models.PositiveIntegerField(default=0)  # of the last deal or move of a turn: only calls came since
    stamp = models.PositiveBigIntegerField(default=0)
    round_number = models.PositiveSmallIntegerField(default=1)
    first_seat = models.PositiveSmallIntegerField(null=True)  # of round 1, by the seed of its deal (D-17)
    ready = models.JSONField(default=list)  # seats that asked for the next round
    turn = models.PositiveSmallIntegerField(null=True)  # the seat that must act, while a round is played
    turn_started_at = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)  # when a stand-in plays this turn
    call_seat = models.PositiveSmallIntegerField(null=True)  # the bot that is about to say Macao, or to catch (D-13)
    call_due = models.DateTimeField(null=True)  # ... and when it does
    due = models.DateTimeField(null=True)  # when the clock must look at this match next
    paused_at = models.DateTimeField(null=True)  # since when nobody is connected
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)
    drawn = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(fields=["due"], condition=Q(due__isnull=False), name="match_due"),
            models.Index(
                fields=["ended_at"], condition=Q(booked__isnull=True, ended_at__isnull=False), name="match_unbooked"
            ),
            *[
                models.Index(
                    fields=[*by, "-started_at", "-id"],
                    condition=Q(private=False, phase="over"),
                    name="_".join(["match_told", *by]),
                )
                for by in ([], ["game"], ["rated"], ["rated", "game"])
            ],
        ]
        verbose_name_plural = "matches"

    def __str__(self) -> str:
        return self.uid


class Seat(models.Model):
    """One seat of a match, for ever. `name` is what its player was called then."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="match_seats")
    player = models.ForeignKey("Player", models.SET_NULL, null=True)  # whose it was, when the account is gone
    bot = models.CharField(max_length=16, blank=True)
    name = models.CharField(max_length=40)
    game = models.CharField(max_length=20, blank=True)  # the match's, for lists of one person's matches
    at = models.DateTimeField(default=timezone.now)  # the match's `started_at`, likewise
    left = models.BooleanField(default=False)  # got up for good: a stand-in plays on
    total = models.PositiveIntegerField(default=0)  # points, or the sum of places (D-20)
    firsts = models.PositiveSmallIntegerField(default=0)  # rounds in which the seat had the first place
    place = models.PositiveSmallIntegerField(null=True)
    turns = models.PositiveIntegerField(default=0)  # moves of its turns, counted when a round ends
    stand_in_turns = models.PositiveIntegerField(default=0)  # those of them that a stand-in made

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_row_a_seat"),
            models.UniqueConstraint(fields=["match", "user"], condition=Q(user__isnull=False), name="one_seat_a_match"),
        ]
        indexes = [
            models.Index(fields=["user", "-at"], name="seat_newest"),
            models.Index(fields=["user", "game", "-at"], name="seat_newest_game"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.match_id}/{self.number})"


class Round(models.Model):
    """One deal. The seed is sealed (`commitment`) before a card is dealt and opened when the round has ended."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    first = models.PositiveSmallIntegerField(null=True)  # the seat that begins; null: round 1 before its deal
    server_seed = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)  # SHA-256 of the server seed, hex
    nonces = models.JSONField(default=list)  # by seat: hex, or null for a page that stayed silent
    version = models.PositiveIntegerField(null=True)  # of the match, with the deal
    opening = models.JSONField(default=list)  # the deal's public events
    deal = models.JSONField(null=True)  # the position as it was dealt; null: not dealt, or before deals were kept
    state = models.JSONField(null=True)  # the position, as docs/notation.md writes it
    dealt_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    winner = models.PositiveSmallIntegerField(null=True)  # null after the end: blocked

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_round_a_number")]

    def __str__(self) -> str:
        return f"{self.match_id}, round {self.number}"


class Score(models.Model):
    """What one seat was charged for one round, points or its place, and for which cards."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="scores")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="scores")
    charge = models.PositiveIntegerField()
    place = models.PositiveSmallIntegerField(null=True)  # in this round; null: played before places were kept
    total = models.PositiveIntegerField()  # after this round
    hand = models.JSONField(default=list)

    class Meta:
        ordering = ["round__number", "seat__number"]
        constraints = [models.UniqueConstraint(fields=["round", "seat"], name="one_charge_a_round")]

    def __str__(self) -> str:
        return f"{self.charge}"


class Move(models.Model):
    """One move, acknowledged because this row is committed. `number` is the match's version that it made."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="moves")
    round = models.ForeignKey(Round, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=400)
    events = models.JSONField(default=list)  # public facts only
    move_id = models.CharField(max_length=36, null=True)  # made by the page
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    stand_in = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_move_a_version"),
            models.UniqueConstraint(
                fields=["match", "seat", "move_id"], condition=Q(move_id__isnull=False), name="one_move_an_id"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.text}"
