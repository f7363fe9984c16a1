"""The words of what a table may set: labels, short helps, names of values, and why two of them do not go together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from game.engine.parameters import Parameter
from game.engine.rules import Value
from game.words import Words

GROUPS: tuple[tuple[str, str], ...] = (
    ("deal", "pack packs jokers hand_size hand_size_two wild_eights"),
    (
        "powers",
        "four_skips ace_wild seven_own_suit seven_cuts_turns open_rank open_on_actions queen_blocks queen_blocks_what"
        " kings_after_draws",
    ),
    ("answers", "skip_answer draws_wild draws_strict loose_draws backward_resume"),
    ("several", "packets packet_same_suit runs last_after_five last_draw_barred"),
    ("drawing", "voluntary_draw drawn_playable drawn_brings_more first_card_saves_penalty reshuffle"),
    ("calls", "call fine"),
    ("length", "target rounds"),
)
"""The groups of a form, each with its parameters, in the order of `parameters.NAMES`."""

LENGTHS = ("target", "rounds")
"""The parameters that say how long a match is: a game has one of them, and it makes no house rules."""


@dataclass(frozen=True, slots=True)
class ParameterWords:
    """What a parameter is called, what it is about, and those of its values that have names of their own."""

    label: str
    help: str = ""
    values: Mapping[Value, str] = field(default_factory=dict)


@lru_cache
def group_titles(words: Words) -> dict[str, str]:
    """What the groups of `GROUPS` are called."""
    _ = words.gettext
    return {
        "deal": _("Pack and deal"),
        "powers": _("What cards do"),
        "answers": _("Answering what waits"),
        "several": _("Several cards in one turn"),
        "drawing": _("Drawing"),
        "calls": _("Saying Macao"),
        "length": _("Length of a match"),
    }


@lru_cache
def parameter_words(words: Words) -> dict[str, ParameterWords]:
    """The words of every parameter, by its name."""
    return {**_of_the_deal(words), **_of_powers(words), **_of_answers(words), **_of_turns(words), **_of_ends(words)}


def value_name(name: str, value: Value, words: Words) -> str:
    """What a value of a parameter is called: yes and no, a word of its own, or the number itself."""
    if isinstance(value, bool):
        return words.gettext("Yes") if value else words.gettext("No")
    return parameter_words(words)[name].values.get(value, str(value))


def _of_the_deal(words: Words) -> dict[str, ParameterWords]:
    _ = words.gettext
    return {
        "pack": ParameterWords(
            _("Kind of pack"),
            _("In the Hungarian pack the Unter stands for the two, the Ober for the three, the King for the four."),
            {"french52": _("French, 52 cards"), "hungarian32": _("Hungarian, 32 cards")},
        ),
        "packs": ParameterWords(
            _("Packs"),
            _("More packs, more cards of each sort."),
            {0: _("As the seats need")},
        ),
        "jokers": ParameterWords(_("Jokers in each pack"), values={0: _("None")}),
        "hand_size": ParameterWords(_("Cards dealt to each")),
        "hand_size_two": ParameterWords(_("Cards dealt to each of two"), _("When only two play.")),
        "wild_eights": ParameterWords(
            _("Wild eights"),
            _("For three: two eights are taken out, the red ones go on anything and name a suit."),
        ),
    }


def _of_powers(words: Words) -> dict[str, ParameterWords]:
    _ = words.gettext
    return {
        "four_skips": ParameterWords(_("A four costs a turn"), _("The next player loses a turn.")),
        "ace_wild": ParameterWords(_("An ace goes on anything"), _("If not, it has to fit like any other card.")),
        "seven_own_suit": ParameterWords(
            _("A seven keeps its own suit"), _("It goes on anything, but names nothing: its own suit comes next.")
        ),
        "seven_cuts_turns": ParameterWords(_("A seven stops lost turns too"), _("Not only cards that wait.")),
        "open_rank": ParameterWords(
            _("The card that goes on anything"),
            _("And on which anything goes."),
            {"Q": _("Queen"), "5": _("Five"), "none": _("No card")},
        ),
        "open_on_actions": ParameterWords(
            _("It goes on cards with a power, too"), _("If not, it has to fit there like any other card.")
        ),
        "queen_blocks": ParameterWords(
            _("Queens that stop a stack"),
            values={"none": _("None"), "Qs": _("Spades"), "Qs+Qh": _("Spades and hearts")},
        ),
        "queen_blocks_what": ParameterWords(
            _("What those queens stop"),
            values={"kings": _("Only kings"), "draws": _("Every stack"), "all": _("Lost turns too")},
        ),
        "kings_after_draws": ParameterWords(
            _("Kings attack on a two or a three"),
            _("If not, a king laid there does nothing, and answers no stack."),
        ),
    }


def _of_answers(words: Words) -> dict[str, ParameterWords]:
    _ = words.gettext
    return {
        "skip_answer": ParameterWords(
            _("A lost turn may be passed on"), _("With a card of the same rank; the next player then loses one more.")
        ),
        "draws_wild": ParameterWords(
            _("Easier: twos and threes go on any draw card"), _("A two may answer a three, whatever their suits.")
        ),
        "draws_strict": ParameterWords(
            _("Harder: twos and threes have to fit"),
            _("They answer a stack only where an ordinary card would fit: same suit or same rank."),
        ),
        "loose_draws": ParameterWords(
            _("Loose: all draw cards answer one another"), _("Twos, threes and jokers go on each other freely.")
        ),
        "backward_resume": ParameterWords(
            _("Who plays after a stack that was sent back"),
            values={
                "from_target": _("Who sent it"),
                "from_attacker": _("The one after that"),
            },
        ),
    }


def _of_turns(words: Words) -> dict[str, ParameterWords]:
    _ = words.gettext
    return {
        "packets": ParameterWords(_("Several cards of one rank"), _("Two sixes or three, laid in one turn.")),
        "packet_same_suit": ParameterWords(_("Several cards of one suit, too"), _("Whatever their ranks.")),
        "runs": ParameterWords(
            _("Runs"), _("Plain cards in steps: each repeats the rank, or is the next one up or down in its suit.")
        ),
        "last_after_five": ParameterWords(
            _("The card after a five may be the last"), _("If not, nobody gets out that way.")
        ),
        "last_draw_barred": ParameterWords(
            _("Between two, no two or three as the last card"), _("A single one; several of a rank may be the last.")
        ),
        "voluntary_draw": ParameterWords(
            _("One may draw though a card fits"), _("If not, whoever holds a card that fits has to lay it.")
        ),
        "drawn_playable": ParameterWords(
            _("A card drawn may be laid at once"), _("If not, it is kept, and the turn is over.")
        ),
        "drawn_brings_more": ParameterWords(
            _("The card drawn may bring more"), _("Others from the hand go with it, of its rank or in a run.")
        ),
        "first_card_saves_penalty": ParameterWords(
            _("The first card of a stack may save"), _("One is taken first; if it answers the stack, it may be laid.")
        ),
        "reshuffle": ParameterWords(
            _("The pile becomes the new stock"), _("If not, play goes on without drawing once the stock is used up.")
        ),
    }


def _of_ends(words: Words) -> dict[str, ParameterWords]:
    _ = words.gettext
    return {
        "call": ParameterWords(
            _("Who says Macao at one card"),
            _("Players who forget can be caught by the others."),
            {"automatic": _("The table"), "spoken": _("Each player")},
        ),
        "fine": ParameterWords(_("Fine for who is caught"), _("In cards.")),
        "target": ParameterWords(_("Plays to"), _("The match ends when somebody reaches this many points.")),
        "rounds": ParameterWords(_("Rounds"), _("After the last one the lowest sum of places wins.")),
    }


def refusal(name: str, values: Mapping[str, Value], words: Words) -> str:
    """Why the engine refused this parameter beside these values (`parameters.EXCLUSIONS`), in a sentence."""
    _ = words.gettext
    if name == "draws_strict":
        other = "draws_wild" if values.get("draws_wild") else "loose_draws"
        message = _("Easier and harder exclude each other: say no here, or to “{other}”.")
        return message.format(other=parameter_words(words)[other].label)
    if name == "drawn_brings_more" and not values.get("drawn_playable", True):
        return _("A card drawn is kept here, so it can bring nothing. Let it be laid at once, or say no here.")
    return _sentences(words).get(name) or _("This is not possible together with the rest.")


@lru_cache
def _sentences(words: Words) -> dict[str, str]:
    _ = words.gettext
    return {
        "draws_wild": _("The loose form allows this already: say no to one of the two."),
        "fine": _("Where the table says Macao, nobody is fined. Let each player say it, or leave the fine as it is."),
        "queen_blocks_what": _("No queen stops anything here. Choose which queens do, or leave this as it is."),
        "packet_same_suit": _("This needs several cards in one turn: allow several of one rank first."),
        "open_on_actions": _("No card goes on anything here, so there is nothing to forbid. Leave this as it is."),
        "drawn_brings_more": _("Nothing is laid together here, so a card drawn can bring nothing more."),
        "hand_size": _("The pack is too small for so many cards. Deal fewer, or take more packs."),
    }


def unfit(parameter: Parameter, words: Words) -> str:
    """What to say to a value that a parameter cannot have."""
    if isinstance(parameter.values, range):
        message = words.gettext("A number from {least} to {most}, please.")
        return message.format(least=parameter.values[0], most=parameter.values[-1])
    return words.gettext("Please choose one of these.")
