"""Walks along the graph of plays as the page does (static/js/plays.js): every move that a page would send."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from game.presenter.data import PlaysData
from game.presenter.plays import Plays


class Node(NamedTuple):
    sentence: str
    question: str
    lay: str
    after: dict[str, int]


def nodes_of(plays: Plays | PlaysData) -> list[Node]:
    return [_node(text) for text in plays.nodes.split(" ")]


def _node(text: str) -> Node:
    sentence, question, lay, after = text.split(";")
    pairs = [pair.split(":") for pair in after.split(",") if pair]
    return Node(sentence, question, lay, {code: int(number) for code, number in pairs})


def answers(plays: Plays | PlaysData, number: str, rest: Sequence[str]) -> Iterator[str]:
    """The answers that may be given to a question with these cards left, each with the one that follows it."""
    texts = plays.questions.split(" ")[int(number)].partition(":")[2].split(",")
    held = [text for text in texts if text[-1] == "*" and any(text[0] in code for code in rest)]
    for text in texts:
        if text[-1] == "?" and held:
            continue
        if text[-1] != "*" or text in held:
            says, _, then = text.rstrip("*?").partition("@")
            yield from [f"{says}/{more}" for more in answers(plays, then, rest)] if then else [says]


def walk(plays: Plays | PlaysData, hand: Iterable[str], most: int) -> Iterator[tuple[list[str], str, str]]:
    """Every pick of up to `most` cards that makes a play: its codes, the number of its sentence, and a move."""
    nodes, held = nodes_of(plays), Counter(hand)

    def go(pick: list[str], lays: list[str], node: Node) -> Iterator[tuple[list[str], str, str]]:
        left = held - Counter(pick)
        if pick and (node.question or (len(pick) > 1 and not node.sentence.startswith("-"))):
            first = f"{pick[0]}={pick[1]}" if len(pick) > 1 and nodes[nodes[0].after[pick[0]]].lay == "=" else lays[0]
            move = "+".join([first, *lays[1:]])
            mark = "/" if "=" in move.split("+")[-1] else "="
            said = answers(plays, node.question, [*left.elements()]) if node.question else ()
            yield from [(pick, node.sentence, move + mark + says) for says in said] or [(pick, node.sentence, move)]
        for code in left if len(pick) < most else ():
            if code in node.after:
                then = nodes[node.after[code]]
                yield from go([*pick, code], [*lays, then.lay.strip("=") or code], then)

    yield from go([], [], nodes[0])
