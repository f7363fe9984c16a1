"""What the games are called, and what each is like in a line."""

from __future__ import annotations

from functools import lru_cache

from game.engine import RuleSet
from game.engine.rules import Value
from game.presenter.parameters import LENGTHS
from game.words import Words


@lru_cache
def game_names(words: Words) -> dict[str, str]:
    """Every game's name by the id of its preset, the site's own game first."""
    _ = words.gettext
    return {
        "simple-macao": _("Simple Macao"),
        # Translators: the full game of which Simple Macao is the small form.
        "macao": _("Full Macao"),
        "macau-london": _("Macau London"),
        "romanian-macao": _("Romanian Macao"),
        # Translators: the Romanian children's game without jokers, packets and cutting sevens; not "Simple Macao".
        "macao-simplu": _("Macao simplu"),
        "american-septica": _("American Septica"),
        "classic-macau": _("Classic Macau"),
        "romanian-1": _("Romanian variation"),
        "romanian-2": _("Romanian variation 2"),
        "tel-aviv": _("Tel-Aviv"),
        "polish-makao": _("Polish Makao"),
    }


@lru_cache
def game_lines(words: Words) -> dict[str, str]:
    """What every game is like, in a line, by the id of its preset."""
    _ = words.gettext
    return {
        "simple-macao": _("No jokers; a draw card is answered by its own rank, sevens cut. Points."),
        "macao": _("With jokers worth ten cards; any draw card answers any other. Points."),
        "macau-london": _("Two packs, no reshuffle; queens go on anything, a five brings another card. Points."),
        "romanian-macao": _("Jokers, several cards of a rank at once, and you have to say Macao. For places."),
        "macao-simplu": _("The short Romanian form: no jokers, nothing stops an attack. For places."),
        "american-septica": _("Only twos attack, sevens name the suit, aces cost a turn. For places."),
        "classic-macau": _("Runs, jacks that demand a rank, queens open to all, kings that attack. For places."),
        "romanian-1": _("Jokers and sevens name the suit, fours stop every attack. For places."),
        "romanian-2": _("Nothing wild: even an ace has to fit before it names a suit. For places."),
        "tel-aviv": _("Like London, with a pack for five and a king of hearts that costs 150. Points."),
        "polish-makao": _("Kings join the chain of twos and threes, queens end a demand. For places."),
    }


def match_length(rules: RuleSet, target: int, words: Words) -> str:
    """How long a match is: the points that end it, or its rounds."""
    if rules.by_points:
        return words.gettext("to {target}").format(target=target)
    return words.ngettext("{count} round", "{count} rounds", target).format(count=target)


def game_name(rules: RuleSet, words: Words) -> str:
    """What the game of a rule set is called; house rules do not change it (`has_house_rules`)."""
    return game_names(words)[rules.id]


def house_rules(rules: RuleSet) -> dict[str, Value]:
    """What a rule set has otherwise than its game; how long a match is does not count."""
    return {name: value for name, value in rules.given if name not in LENGTHS}


def has_house_rules(rules: RuleSet) -> bool:
    """Whether a rule set differs from its game by more than how long a match is."""
    return bool(house_rules(rules))


def same_house(one: RuleSet, other: RuleSet) -> bool:
    """Whether two rule sets are the same game with the same house rules: what carries a name still deserves it."""
    return (one.id, house_rules(one)) == (other.id, house_rules(other))
