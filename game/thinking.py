"""Bots think in a process of their own, so that no search ever holds up a socket (faults B82, F20).

The worker knows the engine and the bots and nothing else; it is sent what one seat may see, never a round. It ends with
the process that started it. One that crashes or thinks too long is replaced, and its turns get a plain move instead.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, NamedTuple

from game import bots
from game.engine import Move, MoveKind, View

PATIENCE = 2.0  # seconds from a question to its answer
FIRST_START = 10.0  # more seconds for a worker that has just been started: it has to import the engine
DEFAULT = "sensible"
_PLAIN = (MoveKind.PASS, MoveKind.TAKE, MoveKind.WAIT, MoveKind.DRAW, MoveKind.PLAY)

logger = logging.getLogger("game.thinking")


class Question(NamedTuple):
    """What would this policy play? `position` is the seat's view; `seed` makes the answer repeatable."""

    policy: str
    position: dict[str, Any]
    seat: int
    seed: int


def fallback(view: View) -> str:
    """A move that needs no thought: pass, take, wait or draw if that is legal, else the first card that fits."""
    return str(min(view.legal_moves(), key=_plainness))


def _plainness(move: Move) -> int:
    return _PLAIN.index(move.kind) if move.kind in _PLAIN else len(_PLAIN)


# --- in the worker


def _work(pipe: Connection) -> None:
    """Answer questions until the other end is gone. A bot that fails answers None."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        pipe.send(None)  # ready
        while True:
            for question in pipe.recv():
                pipe.send(_answer(question))
    except (EOFError, OSError, KeyboardInterrupt):
        return


def _answer(question: Question) -> str | None:
    try:
        return bots.choose(question.policy, question.position, question.seat, question.seed)
    except Exception:  # whatever a bot does, the match goes on; the other side logs it
        return None


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)


# --- on this side


class Thinker:
    """The worker process and the way to it. Started with the first question."""

    def __init__(self) -> None:
        self._context: SpawnContext = multiprocessing.get_context("spawn")
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="thinker")
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None

    async def ask(self, questions: Sequence[Question]) -> list[str | None]:
        """The moves chosen, in order; None where a bot failed or was late."""
        if not questions:
            return []
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._ask, questions)

    async def start(self) -> None:
        """Have a worker ready before the first question."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._start)

    def close(self) -> None:
        self._thread.submit(self._stop).result()
        self._thread.shutdown()

    def _start(self) -> None:
        try:
            self._connect()
        except (EOFError, OSError) as error:
            logger.error("the bots' worker does not start", extra={"error": repr(error)})

    def _ask(self, questions: Sequence[Question]) -> list[str | None]:
        answers: list[str | None] = []
        try:
            pipe = self._connect()
            pipe.send(questions)
            end = time.monotonic() + PATIENCE
            while len(answers) < len(questions):
                if not pipe.poll(max(0.0, end - time.monotonic())):
                    raise TimeoutError("a bot thought too long")
                answers.append(pipe.recv())
        except (EOFError, OSError) as error:
            logger.error("bots do not answer", extra={"error": repr(error), "questions": len(questions)})
            self._stop()
        for question, answer in zip(questions, answers, strict=False):
            if answer is None:
                logger.error("a bot failed", extra={"policy": question.policy})
        return answers + [None] * (len(questions) - len(answers))

    def _connect(self) -> Connection:
        """The way to a worker that lives."""
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self._stop()
        ours, theirs = self._context.Pipe()
        self._process = self._context.Process(target=_work, args=(theirs,), name="bots", daemon=True)
        self._process.start()
        theirs.close()
        self._pipe = ours
        if not ours.poll(FIRST_START):
            raise TimeoutError("the bots' worker did not start")
        ours.recv()
        return ours

    def _stop(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None
