"""The sentences of a rule sheet about what waits on a player: a stack of draws, lost turns, a demand."""

from __future__ import annotations

from game.engine.powers import Block, Cut, Demand, Draw, Open, Skip
from game.engine.rules import Agreement, Resume
from game.presenter.cards import any_of
from game.presenter.rulefacts import Facts, Texts


def on_stack(facts: Facts) -> Texts:
    _ = facts.words.gettext
    if not facts.draws:
        return []
    texts = [
        _("Cards that draw make a stack that somebody has to take. While it waits on you, this is all that you may do:")
    ]
    return texts + _answers(facts) + _stops(facts) + _taking(facts) + _ways(facts)


def _answers(facts: Facts) -> Texts:
    """What answers a stack: cards that need the same agreement in one sentence."""
    rules, _ = facts.rules, facts.words.gettext
    groups: dict[frozenset[Agreement], list[str]] = {}
    for code in facts.draws:
        groups.setdefault(rules.answer(code), []).append(code)
    if set(groups) == {frozenset({Agreement.ALWAYS})}:
        return [_("Answer it with any card that draws: it adds its cards, and the stack moves on.")]
    if set(groups) == {frozenset({Agreement.RANK})}:
        return [_("Answer it with a card that draws and has the same rank: it adds its cards, and the stack moves on.")]
    texts = [_("Answer it with a card that draws: it adds its cards, and the stack moves on.")]
    for agreements, codes in groups.items():
        texts += _answer(facts, agreements, codes)
    jokers = [code for code in facts.draws if code[0] == "X"]
    over = [code for code in facts.draws if Agreement.ALWAYS in rules.answer(code)]
    if jokers and over != facts.draws:
        message = _("Only {cards} answers a joker.")
        texts.append(message.format(cards=facts.named(over)) if over else _("Nothing answers a joker."))
    return texts


def _answer(facts: Facts, agreements: frozenset[Agreement], codes: list[str]) -> Texts:
    _ = facts.words.gettext
    if Agreement.ALWAYS in agreements or Agreement.SUITED in agreements:
        return facts.say(_("{cards} answers any card that draws."), codes)
    if Agreement.KIND in agreements:
        kings = all(code[0] == "K" for code in codes)
        message = _("{cards} answers only an attack of kings.") if kings else _("{cards} answers only its own rank.")
        return facts.say(message, codes)
    if not agreements:
        return facts.say(_("{cards} answers nothing."), codes)
    same = {
        # Translators: these three are what may stand for {agree} in "{cards} answers a card {agree}."
        Agreement.RANK: _("of the same rank"),
        Agreement.SUIT: _("of the same suit"),
        Agreement.COLOUR: _("of the same colour, red or black"),
    }
    asked = agreements - {Agreement.SUIT} if Agreement.COLOUR in agreements else agreements
    agree = any_of(facts.words, [text for agreement, text in same.items() if agreement in asked])
    return facts.say(_("{cards} answers a card {agree}."), codes, agree=agree)


def _ways(facts: Facts) -> Texts:
    """Where a stack goes."""
    rules, _ = facts.rules, facts.words.gettext
    back = facts.having(Draw, such=lambda power: isinstance(power, Draw) and power.back)
    texts = facts.say(_("{cards} sends the whole stack to the player before."), back)
    if back and rules.backward_resume is Resume.FROM_TARGET:
        texts.append(_("After a stack that was sent back, play goes on from the player who was hit."))
    elif back:
        texts.append(_("After a stack that was sent back, play goes on from the player who sent it."))
    if not rules.kings_after_draws:
        kings = [code for code in facts.draws if code[0] == "K"]
        others = facts.named(code for code in facts.draws if code[0] != "K")
        texts += facts.say(_("{cards} laid on {others} does nothing."), kings, others=others)
    return texts


def _stops(facts: Facts) -> Texts:
    _ = facts.words.gettext
    cuts = facts.having(Cut, such=lambda power: isinstance(power, Cut) and power.what != "kings")
    kings = facts.having(Cut, Block, such=lambda power: isinstance(power, Block) or power == Cut("kings"))
    texts = facts.say(
        _("Or cut it with {cards}, whatever lies on top: it is gone, and play goes on from that card."), cuts
    )
    return texts + facts.say(
        _("{cards} stops an attack of kings: a stack on which the last card to draw was a king."), kings
    )


def _taking(facts: Facts) -> Texts:
    _ = facts.words.gettext
    if facts.rules.first_card_saves_penalty:
        return [
            _("Or take it. If the first card that you take answers, you may lay it, and the whole stack moves on."),
            _("If not, take the rest, and your turn is over."),
        ]
    return [_("Or take it: all of its cards, and your turn is over.")]


def on_turns(facts: Facts) -> Texts:
    rules, _ = facts.rules, facts.words.gettext
    skips = facts.having(Skip)
    if not skips:
        return []
    texts = facts.say(_("{cards} costs the next player a turn."), skips)
    if rules.skip_answer:
        texts.append(_("Pass it on with another of the same rank: the turns add up."))
    else:
        texts.append(_("It is not passed on."))
    stops = facts.having(Cut, such=lambda power: power == Cut("all"))
    texts += facts.say(_("Stop it with {cards}, whatever lies on top."), stops)
    texts.append(
        _("Or lose the turn. Who has several to lose sits out until they are served, and nothing hits them meanwhile.")
    )
    return texts


def on_demand(facts: Facts) -> Texts:
    _, jacks = facts.words.gettext, facts.having(Demand)
    if not jacks:
        return []
    message = _("Whoever lays {cards} demands a rank from {low} to {high}, or nothing.")
    texts = facts.say(message, jacks, **facts.from_to)
    if facts.having(Demand, such=lambda power: isinstance(power, Demand) and power.held):
        texts.append(_("It must be one that they hold; who holds none may demand any plain card."))
    texts.append(_("It binds everybody for a turn, the one who demanded last of all. Who does not lay it draws."))
    texts += facts.say(_("{cards} goes on it too, and demands anew."), jacks)
    ends = facts.having(Open, such=lambda power: isinstance(power, Open) and power.ends_demand)
    return texts + facts.say(_("{cards} goes on it too, and ends it."), ends)
