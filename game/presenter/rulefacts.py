"""What a rule sheet asks of a rule set: which cards have which powers, and what they are called together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from game.engine import RuleSet
from game.engine.powers import Block, Draw, Power
from game.presenter.cards import one_of, rank_name
from game.words import Words, capital

Texts = list[str]


class Facts:
    """A rule set with the questions that sentences ask of it."""

    def __init__(self, rules: RuleSet, words: Words) -> None:
        self.rules, self.words = rules, words
        self.pack = tuple(dict.fromkeys(rules.one_pack()))

    def having(self, *kinds: type[Power], such: Callable[[Power], bool] = lambda power: True) -> list[str]:
        """The codes of the cards that have such a power, in pack order."""
        return [
            code
            for code in self.pack
            if any(isinstance(power, kinds) and such(power) for power in self.rules.power(code))
        ]

    def named(self, codes: Iterable[str]) -> str:
        """ "a two or the king of hearts"; empty for no cards."""
        return one_of(self.words, tuple(codes), self.rules)

    def say(self, message: str, codes: Iterable[str], **more: str) -> Texts:
        """A sentence about some cards; nothing if there are none."""
        cards = self.named(codes)
        return [capital(message.format(cards=cards, **more))] if cards else []

    @cached_property
    def draws(self) -> list[str]:
        return self.having(Draw)

    @cached_property
    def plain_ranks(self) -> list[str]:
        """Ranks of which runs are made and which may be demanded (D-6, CLS-A12)."""
        return [rank for rank in "56789T" if all(self.is_plain(code) for code in self.pack if code[0] == rank)]

    def is_plain(self, code: str) -> bool:
        return all(isinstance(power, Block) for power in self.rules.power(code))

    @property
    def together(self) -> bool:
        return self.rules.packets or self.rules.runs

    @property
    def from_to(self) -> dict[str, str]:
        """The first and the last of the plain ranks."""
        ranks = self.plain_ranks
        low, high = [rank_name(self.words, rank, self.rules.kind_of_pack) for rank in (ranks[0], ranks[-1])]
        return {"low": low, "high": high}
