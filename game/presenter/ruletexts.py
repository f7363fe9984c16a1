"""The sentences of a rule sheet, section by section: each a true statement of the rule set that is given."""

from __future__ import annotations

from game.engine import RuleSet
from game.engine.powers import Demand, NameSuit, Open, PlayOn, Power, StandIn, Wild
from game.engine.rules import Call, Pack
from game.presenter.cards import card_name
from game.presenter.rulefacts import Facts, Texts
from game.presenter.rulewaits import on_demand, on_stack, on_turns
from game.words import Words


def lead(rules: RuleSet, words: Words) -> str:
    """What the game is about, in two sentences."""
    _ = words.gettext
    if rules.by_points:
        return _(
            "Get rid of your cards before the others do. What you still hold when somebody is out is charged to you,"
            " and the fewest points win the match."
        )
    return _("Get rid of your cards before the others do. The first who is out has won; the others play on for places.")


def sections(rules: RuleSet, words: Words) -> list[tuple[str, str, Texts]]:
    """Key, title and sentences of every section; those about what the game does not have are empty."""
    _, facts = words.gettext, Facts(rules, words)
    return [
        ("deal", _("The deal"), _deal(facts)),
        ("turn", _("On your turn"), _turn(facts)),
        ("several", _("Several cards in one turn"), _several(facts)),
        ("drawing", _("Drawing"), _drawing(facts)),
        ("stack", _("When a stack waits on you"), on_stack(facts)),
        ("turns", _("Lost turns"), on_turns(facts)),
        ("demand", _("A rank is demanded"), on_demand(facts)),
        ("last", _("The last card"), _last(facts)),
        ("match", _("Round and match"), _match(facts)),
    ]


# --- the pack and the deal


def _deal(facts: Facts) -> Texts:
    rules, _, ngettext = facts.rules, facts.words.gettext, facts.words.ngettext
    least, most = rules.min_seats, rules.max_seats
    if least == most:
        texts = [ngettext("For {count} player.", "For {count} players.", most).format(count=most)]
    else:
        texts = [_("{least} to {most} players.").format(least=least, most=most)]
    texts += _pack(facts)
    cards, two = rules.hand(most), rules.hand(least)
    if two != cards:
        texts.append(_("Each is dealt {cards} cards; if only two play, {two} each.").format(cards=cards, two=two))
    else:
        texts.append(ngettext("Each is dealt {count} card.", "Each is dealt {count} cards.", cards).format(count=cards))
    if rules.buries:
        texts.append(
            _("One more is turned up to start the pile. A card that does something is buried, and the next is turned.")
        )
    else:
        texts.append(_("One more is turned up to start the pile; whatever it is, it does nothing there."))
    return [
        *texts,
        _("Play goes clockwise. Who begins is drawn by lot; the next player begins the next round."),
    ]


def _pack(facts: Facts) -> Texts:
    rules, _, ngettext = facts.rules, facts.words.gettext, facts.words.ngettext
    cards = len([code for code in rules.one_pack() if code[0] != "X"])
    packs, most = rules.packs_for(rules.min_seats), rules.packs_for(rules.max_seats)
    if packs != most:
        message = _("One pack of {cards} cards for up to {seats} players, and one more for every {seats} more.")
        texts = [message.format(cards=cards, seats=rules.seats_a_pack)]
    else:
        message = ngettext("One pack of {cards} cards.", "{count} packs of {cards} cards, shuffled together.", packs)
        texts = [message.format(count=packs, cards=cards)]
    if rules.kind_of_pack is Pack.HUNGARIAN32:
        texts.append(_("The cards are Hungarian ones, from the seven to the ace."))
    if rules.removed:
        out = [card_name(facts.words, code, rules.kind_of_pack) for code in sorted(rules.removed)]
        texts.append(_("Left out: {cards}.").format(cards=", ".join(out)))
    if rules.jokers:
        message = ngettext(
            "Each pack has {count} joker as well.", "Each pack has {count} jokers as well.", rules.jokers
        )
        texts.append(message.format(count=rules.jokers))
    return texts


# --- what may be laid


def _turn(facts: Facts) -> Texts:
    rules, _ = facts.rules, facts.words.gettext
    texts = [_("Lay a card that has the suit in force or the rank of the top card.")]
    opens = facts.having(Open)
    anywhere = facts.having(Wild, NameSuit, such=lambda power: isinstance(power, Wild) or _is_wild(power))
    if rules.open_on_actions:
        anywhere += opens
    if facts.having(Demand):
        texts += facts.say(_("{cards} goes on any card while nothing waits on you and no demand is open."), anywhere)
    else:
        texts += facts.say(_("{cards} goes on any card while nothing waits on you."), anywhere)
    texts += facts.say(_("Any card goes on {cards}."), opens)
    if not rules.open_on_actions:
        texts += facts.say(_("{cards} goes on any plain card; on one that does something, only if it matches."), opens)
    texts += facts.say(
        _("{cards} stands for any card its player names, need not match as that card, and does what that card does."),
        facts.having(StandIn),
    )
    return texts + _naming(facts)


def _is_wild(power: Power) -> bool:
    return isinstance(power, NameSuit) and power.wild


def _naming(facts: Facts) -> Texts:
    _ = facts.words.gettext
    held = facts.having(NameSuit, such=lambda power: isinstance(power, NameSuit) and power.held)
    free = [code for code in facts.having(NameSuit) if code not in held]
    texts = facts.say(_("Whoever lays {cards} names any suit, and that is the suit in force."), free)
    texts += facts.say(
        _(
            "Whoever lays {cards} names a suit that they hold, but not the one in force. Who holds none leaves it free:"
            " any suit may follow but the one that was in force."
        ),
        held,
    )
    if texts and facts.rules.names_for_next:
        texts.append(_("A suit that was named binds the next player only; then the card's own suit counts again."))
    elif texts:
        texts.append(_("A suit that was named holds until another card lies on top."))
    return texts


def _several(facts: Facts) -> Texts:
    rules, _ = facts.rules, facts.words.gettext
    texts: Texts = []
    if rules.packets:
        texts.append(_("Cards of one rank may go together: the first must fit, the last lies on top."))
        texts.append(_("What they do adds up."))
        if facts.having(Demand):
            texts.append(_("Only the last one names a suit or demands a rank."))
        elif facts.having(NameSuit):
            texts.append(_("Only the last one names a suit."))
    if rules.packet_same_suit:
        texts.append(
            _(
                "So may cards of one suit, whatever their ranks. Cards that draw, cost a turn, name a suit or demand a"
                " rank do not mix with one another."
            )
        )
    if rules.runs and facts.plain_ranks:
        message = _(
            "Plain cards from {low} to {high} may go in a run: each next one has the same rank, or is one higher or"
            " lower in the same suit. No run answers what waits."
        )
        texts.append(message.format(**facts.from_to))
    if facts.together and rules.jokers:
        texts += _jokers_together(facts)
    return texts + _playing_on(facts)


def _jokers_together(facts: Facts) -> Texts:
    rules, _ = facts.rules, facts.words.gettext
    if not facts.having(StandIn):
        return [_("A joker is laid alone.")]
    if not rules.packets:
        return [_("A joker goes into no run.")]
    if rules.runs:
        return [_("A joker may go along as the card it stands for, but not in a run.")]
    return [_("A joker may go along as the card it stands for.")]


def _playing_on(facts: Facts) -> Texts:
    _, fives = facts.words.gettext, facts.having(PlayOn)
    texts = facts.say(_("After {cards} you may lay another card that fits, or end your turn; you do not draw."), fives)
    if facts.rules.last_after_five:
        return texts + facts.say(_("The card after {cards} may be your last."), fives)
    return texts + facts.say(_("The card after {cards} may not be your last; alone it may."), fives)


def _drawing(facts: Facts) -> Texts:
    rules, _ = facts.rules, facts.words.gettext
    if rules.voluntary_draw:
        texts = [_("Or draw one card instead, even if you hold one that fits.")]
    else:
        texts = [_("If none of your cards fits, draw one. If one fits, you have to lay.")]
    if not rules.drawn_playable:
        texts.append(_("A card drawn is kept, and your turn is over."))
    elif rules.drawn_brings_more and facts.together:
        texts.append(_("If the card drawn fits, you may lay it at once, with others that go together with it."))
    else:
        texts.append(_("If the card drawn fits, you may lay it at once, but no other."))
    if rules.reshuffle:
        texts.append(_("When the stock is empty, the pile under its top card is shuffled into a new one."))
    else:
        texts.append(_("When the stock is empty, nobody draws any more: who lays nothing passes."))
    return texts


# --- calls and ends


def _last(facts: Facts) -> Texts:
    rules, _, ngettext = facts.rules, facts.words.gettext, facts.words.ngettext
    if rules.call is Call.SPOKEN:
        message = ngettext(
            "Down to one card, say Macao before the next move. If somebody else says it first, you take {count} card.",
            "Down to one card, say Macao before the next move. If somebody else says it first, you take {count} cards.",
            rules.fine,
        )
        texts = [message.format(count=rules.fine)]
    else:
        texts = [_("Down to one card, the table says Macao for you. Nobody is fined.")]
    barred = [code for code in facts.pack if code[0] in rules.barred_last]
    if rules.min_seats == 2:
        texts += facts.say(_("Between two, {cards} may not be the one last card."), barred)
    if rules.by_points:
        texts.append(_("The last card ends the round at once, and does nothing else."))
    else:
        texts.append(_("What the last card does still hits the next player, if anybody plays on."))
    if rules.returns and rules.min_seats == 2:
        texts.append(
            _("Between two, a last card that draws can be answered: then you take the stack and are in again.")
        )
    return texts


def _match(facts: Facts) -> Texts:
    rules, _, ngettext = facts.rules, facts.words.gettext, facts.words.ngettext
    if rules.by_points:
        end = _(
            "Once somebody's total reaches {target}, the match is over, and the lowest total wins; equal ones draw."
        )
        return [
            _("Who is out first is charged nothing; the others are charged for the cards they hold."),
            _("If all pass in a row with nothing to draw, everybody is charged."),
            end.format(target=rules.target),
        ]
    rounds = ngettext("A match is {count} round.", "A match is {count} rounds.", rules.target)
    texts = [
        _("The first who is out has the first place, and so on, until one player is left with cards."),
        _("If all pass in a row with nothing to draw, who holds fewer cards has the better place."),
        rounds.format(count=rules.target),
    ]
    if rules.target > 1:
        texts.append(_("The least sum of places wins; if equal, more first places; if equal too, it is a draw."))
    return texts
