"""What the pages of rules tell of each game: where it is played, what is special about it, what it is not.

Texts of pages, by the id of a preset; how the games are played is in no text but read from their rule sets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from game.words import Words


@dataclass(frozen=True, slots=True)
class Story:
    """A game in a few sentences. `origin`: where it comes from, for a list; `is_not`: with what it is confused."""

    origin: str
    story: str
    is_not: str = ""


@lru_cache
def stories(words: Words) -> Mapping[str, Story]:
    """The story of every game, by the id of its preset."""
    return _of_points(words) | _from_romania(words) | _of_demands(words)


def _of_points(words: Words) -> dict[str, Story]:
    _ = words.gettext
    return {
        "simple-macao": Story(
            _("The game of this site: Macao with its sharpest cards left out."),
            _(
                "There are no jokers, and a draw card is answered by its own kind only: a two by a two, a three by a"
                " three. So a stack stays small enough to plan around: four threes are twelve cards, and no stack grows"
                " bigger. Points are damage here. You do not have to win a round, only to be out of cards sooner, or to"
                " hold cheaper ones, than the others."
            ),
            _(
                "It is not Macao simplu, though the name says the same in Romanian. That one is a children's game for"
                " places: its seven stops nothing, its kings do nothing, and who forgets to say Macao is fined."
            ),
        ),
        "macao": Story(
            _("The full game, of which Simple Macao is the small form."),
            _(
                "Two jokers come in, and any card that draws answers any other. A two, a king and a joker in a row are"
                " seventeen cards for somebody, and a joker in the hand costs a hundred points. Whoever holds a seven"
                " sleeps better."
            ),
        ),
        "macau-london": Story(
            _("A game for points that is at home in London and in Tel-Aviv."),
            _(
                "Two packs make it a game for a full table. Queens go on everything and bring their own suit along, and"
                " a five lets you lay on. The stock is never renewed: once it is empty, whoever cannot lay passes, and"
                " a round may end with nobody out."
            ),
            _(
                "It is not quite the Tel-Aviv game: here the stock comes to an end, and the tens and the king of hearts"
                " cost less."
            ),
        ),
        "tel-aviv": Story(
            _("The sister of Macau London, as it is played in Tel-Aviv."),
            _(
                "Fives that go on, queens that go anywhere, seven cards each if only two play. The king of hearts makes"
                " the next player take five, nothing answers it, and it costs a hundred and fifty points to be caught"
                " with: lay it while you can."
            ),
            _("It is not quite Macau London: the stock is renewed, and a five may lead you out."),
        ),
    }


def _from_romania(words: Words) -> dict[str, Story]:
    _ = words.gettext
    return {
        "romanian-macao": Story(
            _("As children play it in Romania, from about seven years on."),
            _(
                "A game for a circle on the carpet. There are no points: who is out first has won, and the others play"
                " on until one is left with cards, who by custom gets a forfeit. The jokers are the great swellers, the"
                " black one five, the red one ten; a seven stops them, and lost turns as well."
            ),
            _("It is not Simple Macao: one must lay if one can, and must not forget to say Macao."),
        ),
        "macao-simplu": Story(
            _("The easier way of the Romanian children's game."),
            _(
                "The children's game with the difficult things left out: no jokers, no packets, and a seven like any"
                " other card. Twos and threes draw, fours cost a turn, the ace changes the suit, and nothing stops a"
                " stack: you pass it on or take it."
            ),
            _(
                "It is not Simple Macao, though the name says the same. There kings draw too, a seven cuts a stack,"
                " points are counted, and the table says Macao for everybody."
            ),
        ),
        "american-septica": Story(
            _("A Romanian children's variant in which sevens change the suit."),
            _(
                "Only the two draws. The ace costs a turn as the four does, and the seven goes on anything and names"
                " a suit. A table may take Hungarian cards; these have no twos and no fours, so there the Unter draws"
                " and the King costs a turn. Whether cards of one rank may go together is agreed before the first deal."
            ),
            _("It is not Șeptică, the game of tricks, though it borrows the name and the love of sevens."),
        ),
        "romanian-1": Story(
            _("The game as it is known in many parts of Romania."),
            _(
                "Here the four is the card to keep: it stops draws and lost turns alike. Aces cost a turn, sevens go on"
                " anything and change the suit, and the jokers draw five and ten."
            ),
            _(
                "It is not the children's game: there the seven stops and the four costs a turn, and the ace names"
                " the suit."
            ),
        ),
        "romanian-2": Story(
            _("A rarer Romanian way, without wild cards and without jokers."),
            _(
                "Every card has to match, the ace too, which then names the suit. Several fours at once cost as many"
                " turns, several twos or threes draw as many times. Three players sometimes take two eights out and"
                " make the other two wild; a table may agree on that."
            ),
        ),
    }


def _of_demands(words: Words) -> dict[str, Story]:
    _ = words.gettext
    return {
        "classic-macau": Story(
            _("Macau as it is most often described, of Hungarian descent."),
            _(
                "A cousin of Crazy Eights, Mau-Mau and Switch, and the richest of these games: jacks demand a rank from"
                " everybody, anything goes on a queen, two kings attack and the other two defend, and whole runs of"
                " plain cards go in one turn. Bluffing belongs to it: nobody has to lay what fits."
            ),
        ),
        "polish-makao": Story(
            _("The Polish cousin of classic Macau."),
            _(
                "Twos, threes and the two fighting kings make one chain: each answers what matches it. The jack demands"
                " whatever rank its player likes, and a queen puts an end to that. There are no runs, and the ace names"
                " any suit."
            ),
        ),
    }
