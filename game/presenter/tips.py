"""Advice for players, as far as it is true in a game: each piece is given only where its cards do what it says."""

from __future__ import annotations

from functools import lru_cache

from game.engine import RuleSet
from game.engine.powers import Cut, Demand, Draw, NameSuit, Open, PlayOn, Power, Skip, StandIn, Wild
from game.engine.rules import Agreement, Call
from game.presenter.rulefacts import Facts, Texts
from game.words import Words


@lru_cache(maxsize=64)
def tips(rules: RuleSet, words: Words) -> tuple[str, ...]:
    """What a good player of this game does."""
    facts = Facts(rules, words)
    return (*_with_powers(facts), *_with_the_hand(facts), *_with_eyes(facts))


def _with_powers(facts: Facts) -> Texts:
    _ = facts.words.gettext
    cuts = facts.having(Cut, such=lambda power: isinstance(power, Cut) and power.what != "kings")
    texts = facts.say(_("Save {cards} for when the player after you is down to a card or two."), _hitting(facts))
    texts += facts.say(_("Do not lay {cards} just to be rid of it: it is your way out when a stack comes."), cuts)
    texts += facts.say(_("Keep {cards} for the moment when nothing else of yours fits."), _going_anywhere(facts))
    texts += facts.say(
        _("With {cards} demand a rank of which you hold several: you have to follow too."), facts.having(Demand)
    )
    return texts + facts.say(_("Before you lay {cards}, look which card could follow it."), facts.having(PlayOn))


def _hitting(facts: Facts) -> list[str]:
    """The cards that hit the next player."""
    return facts.having(Draw, Skip, such=lambda power: not (isinstance(power, Draw) and power.back))


def _going_anywhere(facts: Facts) -> list[str]:
    """The cards that go on anything and do nothing to the next player; a cutting one is kept for better."""
    kept = {*_hitting(facts), *facts.having(Cut)}
    wild = facts.having(Wild, Open, NameSuit, StandIn, such=_is_wild)
    return [code for code in wild if code not in kept]


def _is_wild(power: Power) -> bool:
    return not isinstance(power, NameSuit) or power.wild


def _with_the_hand(facts: Facts) -> Texts:
    rules, _ = facts.rules, facts.words.gettext
    texts: Texts = []
    if rules.packets and rules.runs:
        texts.append(
            _("Gather cards of one rank, and neighbours in a suit: several at once make a hand small quickly.")
        )
    elif rules.packets:
        texts.append(_("Gather cards of one rank: several at once make a hand small quickly."))
    if rules.by_points:
        most = max(rules.points(code) for code in facts.pack)
        message = _("Be rid of the dear cards in time: {cards} costs the most when somebody else is out.")
        texts += facts.say(message, [code for code in facts.pack if rules.points(code) == most])
    if rules.voluntary_draw:
        texts.append(
            _("You may hold back a card that fits and draw instead. Every card drawn is one more to get rid of.")
        )
    return texts


def _with_eyes(facts: Facts) -> Texts:
    rules, _ = facts.rules, facts.words.gettext
    texts = [_("How many cards each player holds is there to be seen all the time. Watch it.")]
    if any(Agreement.RANK in rules.answer(code) for code in facts.draws):
        texts.append(_("Remember which draw cards have gone: yours is worth most when nobody can answer it."))
    if rules.call is Call.SPOKEN:
        texts.append(_("Say Macao in the same breath as you lay the card before the last, and listen to the others."))
    return texts
