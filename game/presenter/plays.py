"""Several cards in one turn, for a page that knows no rules: a graph to walk along, card by card.

A *pick* is the cards that a player has picked up, in the order in which they are to land. Picks for which the page has
the same to offer are one node; what differs between them, which cards are still in the hand, the page sees for itself.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from game.engine import Move, MoveKind, Reason, RuleSet, View
from game.engine.cards import CODES
from game.engine.moves import ANY as ANY_PLAIN
from game.engine.moves import FREE, NONE, Lay, parse
from game.engine.powers import Demand, Draw, NameSuit, Power, Skip, StandIn
from game.words import Phrase

MOST_NODES = 600
"""Where more are needed (twenty cards of one suit where they go together), the longest picks are not offered."""
SUIT_ASKED, RANK_ASKED, FACES_ASKED = "ask-suit", "ask-rank", "ask-card"
"""Ids of the three questions."""

Forecast = Callable[[Move], Phrase]
Why = Callable[[Move, Reason], Phrase]


class Plays(NamedTuple):
    """The graph as text without quotes (they would be long in an attribute), and the sentences it points to.

    `nodes` are separated by spaces, the first is that of the empty hand. A node is
    `sentence;question;lay;code:node,code:node`: the number of its sentence (empty for a single card, whose sentence
    stands beside it; with `-` before it if these cards are no play, and the sentence says why), the number of the
    question that comes before they land, how the last card is written if not by its code (`=`: as the card that comes
    next, if one does), and which card may be added to come to which node.

    `questions` are separated by spaces: `id:answer,answer`. An answer may be given if it has no mark; with `*` while a
    card of that suit or rank stays in the hand; with `?` if no answer with `*` may be given; with `@n` if question n
    follows.
    """

    nodes: str
    questions: str
    sentences: tuple[Phrase, ...]
    longest: int
    """No pick has more cards than this."""


class _State(NamedTuple):
    """What tells one node from another."""

    single: bool
    """One card: what the page says of it stands on the card itself."""
    alive: tuple[int, ...]
    """The families to which all cards so far belong."""
    last: Lay
    added: tuple[str, ...]
    """The powers that add up, and that of the card which decides whom they hit (D-5)."""
    laid: int
    """How many cards so far; 0 where that changes nothing."""


class _Node(NamedTuple):
    state: _State
    lays: tuple[Lay, ...]
    """Cards of the hand that have the same effect as all picks that lead here."""
    after: dict[str, int]


@lru_cache(maxsize=256)
def asks_more(rules: RuleSet) -> bool:
    """Whether a pick can be more than one card, or be asked more than a suit: then the page needs a graph."""
    powers = [power for card in rules.one_pack() for power in rules.power(card)]
    together = rules.packets or rules.runs or rules.packet_same_suit
    return together or any(isinstance(power, Demand | StandIn) for power in powers)


def present_plays(view: View, listed: Sequence[Move], forecast: Forecast, why: Why) -> Plays:
    """The graph of the viewer's turn; `listed` are its legal moves."""
    return _Builder(view, listed, forecast, why).build()


class _Questions:
    """The questions that plays ask, by the rank of the card that asks."""

    def __init__(self, rules: RuleSet, listed: Iterable[Move]) -> None:
        self.texts: list[str] = []
        self.by_rank: dict[str, int] = {}
        self._rules = rules
        lasts = [move.lays[-1] for move in listed if move.lays]
        said: dict[str, dict[str, bool]] = {}
        for lay in lasts:
            if lay.says:
                said.setdefault(_face(lay)[0], {})[lay.says] = lay.names
        for rank, sayings in said.items():
            self.by_rank[rank] = self._number(self._text(rank, sayings))
        jokers: dict[str, dict[str, str]] = {}
        for lay in lasts:
            if lay.stands is not None:
                face = _face(lay)
                then = f"@{self.by_rank[face[0]]}" if lay.says else ""
                jokers.setdefault(_code(lay), {})[face] = face + then
        for code, answers in jokers.items():
            self.by_rank[code] = self._number(f"{FACES_ASKED}:{','.join(answers.values())}")

    def _number(self, text: str) -> int:
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text)

    def _text(self, rank: str, sayings: Mapping[str, bool]) -> str:
        powers = self._rules.power(f"{rank}c")
        held = any(isinstance(power, NameSuit | Demand) and power.held for power in powers)
        otherwise = FREE if any(sayings.values()) else ANY_PLAIN
        answers = [says + "*" * (held and says not in (otherwise, NONE)) for says in sayings if says != otherwise]
        if held:
            answers.append(f"{otherwise}?")
        return f"{SUIT_ASKED if any(sayings.values()) else RANK_ASKED}:{','.join(answers)}"


class _Builder:
    def __init__(self, view: View, listed: Sequence[Move], forecast: Forecast, why: Why) -> None:
        assert view.seat is not None
        self.view, self.rules, self.forecast, self.why = view, view.rules, forecast, why
        self.held = Counter(view.hands[view.seat])
        self.families = view.families()
        self.questions = _Questions(view.rules, listed)
        self.alone = {move.cards[0] for move in listed if len(move.lays) == 1}
        self.counts = any(set(self.held) <= {*family.after, *family.jokers} for family in self.families)
        self.nodes: list[_Node] = []
        self.numbers: dict[_State, int] = {}
        self.sentences: dict[Phrase, int] = {}
        self.waiting: deque[int] = deque()

    def build(self) -> Plays:
        root: dict[str, int] = {}
        for code in self.held:
            self._begin(root, code)
        while self.waiting and len(self.nodes) < MOST_NODES:
            self._go_on(self.nodes[self.waiting.popleft()])
        made = [f";;;{_pairs(root)}", *[self._text(node) for node in self.nodes]]
        return Plays(" ".join(made), " ".join(self.questions.texts), tuple(self.sentences), self._longest())

    def _longest(self) -> int:
        sizes = [sum(self.held[code] for code in (*family.after, *family.jokers)) for family in self.families]
        return max(sizes, default=1)

    # --- the graph

    def _begin(self, root: dict[str, int], code: str) -> None:
        lay = parse(code).lays[0]
        joker = [n for n, family in enumerate(self.families) if code in family.jokers]
        alive = [n for n, family in enumerate(self.families) if code in family.leads]
        if not (joker or alive or (code in self.alone and self._question(lay) is not None)):
            return
        number = root[code] = self._node((lay,), alive)
        after = self.nodes[number - 1].after
        for card in dict.fromkeys(card for n in joker for card in self.families[n].after):
            lead, second = parse(f"{code}={card}").lays[0], parse(card).lays[0]
            if self.view.why_not(Move(MoveKind.PLAY, (lead, second))) in _PLAYABLE:
                after[card] = self._node((lead, second), [n for n in joker if card in self.families[n].after])

    def _go_on(self, node: _Node) -> None:
        """The nodes behind a node."""
        alive, last, face = node.state.alive, node.state.last, _face(node.state.last)
        goes: dict[str, list[int]] = {}
        for n in alive:
            for code in (*self.families[n].after[face], *self.families[n].jokers):
                goes.setdefault(code, []).append(n)
        for code, still in goes.items():
            lay = parse(f"{code}={face}" if code[0] == "X" else code).lays[0]
            if (code == _code(last) and self.held[code] == 1) or node.state.laid == self.held.total():
                continue
            before = self._without(node.lays, lay, still)
            if before is not None:
                node.after[code] = self._node((*before, lay), still, node.state.laid)

    def _node(self, lays: tuple[Lay, ...], alive: Sequence[int], laid: int = 0) -> int:
        laid = (laid or len(lays) - 1) + 1 if self.counts else 0
        state = _State(len(lays) == 1, tuple(alive), lays[-1], self._added(lays), laid)
        if state not in self.numbers:
            self.nodes.append(_Node(state, lays, {}))
            self.numbers[state] = len(self.nodes)
            if alive:
                self.waiting.append(len(self.nodes) - 1)
        return self.numbers[state]

    def _added(self, lays: Sequence[Lay]) -> tuple[str, ...]:
        signs = [(lay, sign) for lay in lays if (sign := _sign(self._powers(lay)))]
        first = _all_of(self._powers(lays[0])) if self.view.pending is not None else ""
        if not signs:
            return (first,) if first else ()
        return (first, *sorted([sign for _, sign in signs]), f"{_face(signs[-1][0])[0]} {signs[-1][1]}")

    def _powers(self, lay: Lay) -> tuple[Power, ...]:
        return self.rules.power(_face(lay))

    def _without(self, lays: tuple[Lay, ...], wanted: Lay, alive: Iterable[int]) -> tuple[Lay, ...] | None:
        """Cards with the effect of `lays`, the last one included, that leave `wanted` in the hand; None if none do."""
        used = Counter(_code(lay) for lay in lays)
        code = _code(wanted)
        if used[code] < self.held[code]:
            return lays
        at = next(n for n, lay in enumerate(lays) if _code(lay) == code)
        powers = self._powers(lays[at])
        if not powers:
            return (*lays[:at], *lays[at + 1 :]) or None
        for other in dict.fromkeys(card for n in alive for card in self.families[n].after):
            if used[other] < self.held[other] and self.rules.power(other) == powers:
                return (*lays[:at], parse(other).lays[0], *lays[at + 1 :])
        return None

    # --- what a node says

    def _text(self, node: _Node) -> str:
        state, sentence, asked = node.state, "", self._question(node.state.last)
        if not state.single:
            sentence, asked = self._several(node, asked)
        elif _code(state.last) not in self.alone:
            asked = None
        lay = "" if state.last.stands is None else str(state.last)
        if state.single and _code(state.last)[0] == "X":
            lay = "="
        return f"{sentence};{'' if asked is None else asked};{lay};{_pairs(node.after)}"

    def _question(self, lay: Lay) -> int | None:
        by_rank = self.questions.by_rank
        return by_rank.get(_code(lay)) if lay.stands is None and _code(lay) in by_rank else by_rank.get(_face(lay)[0])

    def _several(self, node: _Node, asked: int | None) -> tuple[str, int | None]:
        """The sentence of several cards and what they ask, seeing that they may be all that is held."""
        if node.state.laid != self.held.total():
            return self._forecast(node.lays, asked), asked
        lays = self._all(node)
        move = Move(MoveKind.PLAY, lays)
        reason = self.view.why_not(move)
        if reason is Reason.FIVE_IS_NO_WAY_OUT:
            return f"-{self._number(self.why(move, reason))}", None
        asked = asked if reason is not None else None
        return self._forecast(lays, asked), asked

    def _all(self, node: _Node) -> tuple[Lay, ...]:
        """The whole hand, as it would land at a node that empties it."""
        if len(node.lays) == node.state.laid:
            return node.lays
        rest = self.held - Counter([_code(node.state.last)])
        leads = self.families[node.state.alive[0]].leads
        codes = sorted(rest.elements(), key=lambda code: code not in leads)
        face = _face(node.state.last)
        others = [parse(f"{code}={face}" if code[0] == "X" else code).lays[0] for code in codes]
        return (*others, node.state.last)

    def _forecast(self, lays: Sequence[Lay], asked: int | None) -> str:
        *before, last = lays
        if asked is not None:
            answers = self.questions.texts[asked].partition(":")[2].split(",")
            last = Lay(last.card, answers[0].rstrip("*?"), last.stands)
        return str(self._number(self.forecast(Move(MoveKind.PLAY, (*before, last)))))

    def _number(self, sentence: Phrase) -> int:
        return self.sentences.setdefault(sentence, len(self.sentences))


_PLAYABLE = (None, Reason.SUIT_DUE, Reason.DEMAND_DUE)


def _code(lay: Lay) -> str:
    return CODES[lay.card]


def _face(lay: Lay) -> str:
    return CODES[lay.face]


@lru_cache(maxsize=256)
def _sign(powers: tuple[Power, ...]) -> str:
    """The powers of a card that add up with others; empty if it has none."""
    return " ".join([str(power) for power in powers if isinstance(power, Draw | Skip)])


@lru_cache(maxsize=256)
def _all_of(powers: tuple[Power, ...]) -> str:
    return str(powers)


def _pairs(after: Mapping[str, int]) -> str:
    return ",".join([f"{code}:{number}" for code, number in after.items()])
