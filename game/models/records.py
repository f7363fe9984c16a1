"""What is counted of matches that are over: ratings, leaderboards, statistics. All of it follows from seats, scores and
moves, and `manage.py recount` makes it anew.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

ALL_GAMES = ""
"""In place of a game's id: all games together."""

EVER = ""
"""In place of a period: since the beginning."""

GAME_LENGTH = 20  # of a game's id


class Player(models.Model):
    """Who is rated: an account, or a policy of bots.

    The row outlives the account, without a name, so that a recount gives everybody else what they had.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="player")
    bot = models.CharField(max_length=16, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["bot"], condition=~Q(bot=""), name="one_player_a_policy"),
            models.CheckConstraint(condition=Q(user__isnull=True) | Q(bot=""), name="account_or_policy"),
        ]

    def __str__(self) -> str:
        return self.bot or f"{self.user_id}"


class Rating(models.Model):
    """How strong a player is believed to be in one game, or in `ALL_GAMES`: a mean and how uncertain it is."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=GAME_LENGTH, blank=True)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(null=True)  # of the last rated match's end

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="one_rating_a_game")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.game or 'all'}: {self.mu:.2f}"


class RatingChange(models.Model):
    """What one rated match did to the rating of a seat's player: one row for its game, one for `ALL_GAMES`."""

    seat = models.ForeignKey("Seat", models.CASCADE, related_name="rating_changes")
    player = models.ForeignKey(Player, models.CASCADE, related_name="changes")
    game = models.CharField(max_length=GAME_LENGTH, blank=True)
    number = models.PositiveBigIntegerField()  # the match's `booked`
    place = models.PositiveSmallIntegerField()  # that counted: of a seat mostly played by a stand-in the last
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    at = models.DateTimeField()  # the match's end

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "game"], name="one_change_a_seat")]
        indexes = [models.Index(fields=["player", "game", "number"], name="rating_history")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.game or 'all'}: {self.mu_before:.2f} to {self.mu:.2f}"


class BoardRow(models.Model):
    """A player's line on the leaderboard of a game and a period: `EVER`, a month (2026-11) or a week (2026-W48)."""

    game = models.CharField(max_length=GAME_LENGTH, blank=True)
    period = models.CharField(max_length=8, blank=True)
    player = models.ForeignKey(Player, models.CASCADE, related_name="board_rows")
    rating = models.IntegerField()  # as shown, after the last match of the period
    matches = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    listed = models.BooleanField(default=False)  # has played enough in the period to have a place

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "game", "period"], name="one_line_a_board")]
        indexes = [models.Index(fields=["game", "period", "listed", "-rating", "id"], name="board_order")]

    def __str__(self) -> str:
        return f"{self.game or 'all'} {self.period or 'ever'}: {self.rating}"


class Tally(models.Model):
    """Somebody's numbers in one game, of matches at private tables (`private`) or at public ones, all that are over."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tallies")
    game = models.CharField(max_length=GAME_LENGTH)
    private = models.BooleanField()
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)  # first places in matches that were not drawn
    rounds = models.PositiveIntegerField(default=0)
    rounds_won = models.PositiveIntegerField(default=0)  # out first; a blocked round is won by nobody
    charge = models.PositiveBigIntegerField(default=0)  # points, or the sum of places, over all rounds
    damage = models.PositiveIntegerField(default=0)  # cards that others drew because of this player's draw cards
    cuts = models.PositiveIntegerField(default=0)  # attacks stopped by a seven
    worst = models.PositiveIntegerField(default=0)  # points of the most expensive hand caught with
    worst_round = models.ForeignKey("Round", models.SET_NULL, null=True, related_name="+")
    turns = models.PositiveIntegerField(default=0)  # that the player made
    turn_ms = models.PositiveBigIntegerField(default=0)  # time that those took

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game", "private"], name="one_tally_a_game")]
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return f"{self.user_id} {self.game}"


class Meeting(models.Model):
    """How two people did against each other in matches that are over; one row for each of them."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="meetings")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    matches = models.PositiveIntegerField(default=0)
    ahead = models.PositiveIntegerField(default=0)  # `user` had the better place
    behind = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "other"], name="one_meeting_a_pair")]
        indexes = [models.Index(fields=["user", "-matches", "id"], name="meeting_most")]

    def __str__(self) -> str:
        return f"{self.user_id} and {self.other_id}"
