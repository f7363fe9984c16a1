"""A table to try the page's behaviour on: one person and three bots, no database: `python tools/table_play.py PORT`.

It speaks the wire of the real server. `/control/drop` cuts every socket, `/control/mute` leaves them unanswered,
`/control/hear` answers again, `/control/close/4403` closes them with a code.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import mimetypes
import random
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import django
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from game import presenter, render
from game.blanks import art_of
from game.engine import IllegalMove, Match, Round, RuleSet
from game.scene import LogEntry, Phase, RoundEnd, Scene, SeatInfo
from game.words import words_for
from tools import table_states

NAMES = ("Ana", "Bogdan", "Ilinca", "Dan")
WORDS = words_for("en")
POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; connect-src 'self' ws:"


class Table:
    """One match; seat 0 is the person, whoever connects."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.match = Match(RuleSet.named("simple-macao"), len(NAMES), 500)
        self.version = 0
        self.number = 0
        self.muted = False
        self.sent: dict[ServerConnection, dict[str, object]] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self.deal()

    def deal(self) -> None:
        self.number += 1
        self.version += 1
        seed = self.dice.randbytes(32)
        self.seal = hashlib.sha256(seed).hexdigest()
        first = self.match.first_seat(self.number, 0)
        self.round = Round.deal(self.match.rules, len(NAMES), seed=seed, first=first)
        self.log: tuple[LogEntry, ...] = (LogEntry(self.version, self.round.opening, False),)
        self.end: RoundEnd | None = None

    async def put(self, round_: Round) -> None:
        """Another position, at once, for whoever looks on."""
        self.version += 1
        self.round, self.end = round_, None
        if round_.rules != self.match.rules:
            self.match = Match(round_.rules, round_.seats, 500)
        self.log = (LogEntry(self.version, (), False),)
        await self.tell_all()

    def scene(self) -> Scene:
        totals, names = self.match.totals, NAMES[: self.round.seats]
        seats = [SeatInfo(n, name, n > 0, n == 0, False, None, totals[n], False) for n, name in enumerate(names)]
        phase = Phase.OVER if self.match.over else Phase.BETWEEN if self.end else Phase.PLAYING
        playing = phase is Phase.PLAYING
        return Scene(
            match_id="demo",
            version=self.version,
            phase=phase,
            round_number=self.number,
            rules=self.match.rules,
            target=500,
            seats=tuple(seats),
            seat=0,
            view=self.round.view(0),
            log=self.log,
            seconds_left=30 if playing else None,
            paused=False,
            next_in=None if playing else 30,
            waiting_for=() if playing else (0,),
            end=self.end,
            commitment=self.seal,
            result_url="/",
            table_url="/",
        )

    def play(self, move: str) -> None:
        events = self.round.play(move)
        self.version += 1
        self.log = (*self.log, LogEntry(self.version, events, False))
        if self.round.over:
            charges = self.round.scores or ()
            self.match = self.match.charge(charges)
            hands = tuple(self.round.hand(seat) for seat in range(self.round.seats))
            self.end = RoundEnd(self.number, self.round.winner, charges, self.match.totals, hands)

    def act(self, frame: dict[str, Any]) -> dict[str, Any]:
        """The answer to a move of the page; the same id gets the same answer."""
        if frame["id"] in self.answers:
            return self.answers[frame["id"]]
        ack: dict[str, Any] = {"id": frame["id"], "result": "done"}
        if frame["version"] != self.version:
            ack |= {"result": "stale", "says": presenter.notice("stale", WORDS)}
        elif frame["move"] == "next" and self.end and not self.match.over:
            self.deal()
        elif self.end or (self.round.turn != 0 and frame["move"] not in self.round.view(0).calls_open()):
            ack |= {"result": "not-your-turn", "says": presenter.notice("not-your-turn", WORDS)}
        else:
            try:
                self.play(frame["move"])
            except IllegalMove as error:
                says = presenter.refusal(self.scene(), error.move, error.reason, WORDS)
                ack |= {"result": "illegal", "says": says}
        self.answers[frame["id"]] = ack
        return ack

    async def tell(self, socket: ServerConnection, ack: dict[str, Any] | None = None, **more: Any) -> None:
        sent = self.sent.get(socket)
        if sent is None:  # it has gone while others were told
            return
        scene = self.scene()
        art = art_of(scene.rules.kind_of_pack)
        content = render.update(presenter.present(scene, WORDS), sent, art)
        frame: dict[str, Any] = {"version": self.version, **more}
        if ack:
            frame["ack"] = ack
        if content:
            frame["content"] = content
        if not self.muted:
            with suppress(ConnectionClosed):
                await socket.send(json.dumps(frame))

    async def tell_all(self, **more: Any) -> None:
        await asyncio.gather(*[self.tell(socket, **more) for socket in self.sent])

    async def serve_socket(self, socket: ServerConnection) -> None:
        self.sent[socket] = {}
        try:
            await self.tell(socket)
            async for message in socket:
                frame = json.loads(message)
                if "move" in frame:
                    ack = self.act(frame)
                    await asyncio.gather(*[self.tell(other, ack if other is socket else None) for other in self.sent])
                elif "seen" in frame:
                    await self.tell(socket)
        finally:
            del self.sent[socket]

    async def move(self, move: str) -> None:
        """Somebody else's move."""
        self.play(move)
        await self.tell_all()

    async def run_bots(self, pause: float) -> None:
        while True:
            await asyncio.sleep(pause)
            if self.end is None and self.round.turn != 0:
                await self.move(str(self.dice.choice(self.round.legal_moves())))

    async def control(self, what: list[str]) -> None:
        self.muted = what[0] == "mute" or (self.muted and what[0] != "hear")
        for socket in list(self.sent):
            if what[0] == "drop":
                socket.transport.abort()
            elif what[0] == "close":
                await socket.close(int(what[1]))


def respond(status: HTTPStatus, body: bytes, kind: str = "text/plain") -> Response:
    headers = {"Content-Type": kind, "Content-Length": str(len(body)), "Content-Security-Policy": POLICY}
    return Response(status.value, status.phrase, Headers(headers | {"Connection": "close"}), body)


@asynccontextmanager
async def serving(table: Table, port: int) -> AsyncIterator[None]:
    """The table's page, files and sockets on a port of this machine, as an async context."""
    django.setup()
    folder = Path(tempfile.mkdtemp(prefix="table-play-"))
    table_states.link_static(folder)

    async def answer(_: ServerConnection, request: Request) -> Response | None:
        path = request.path.split("?")[0]
        if path.startswith("/ws/"):
            return None
        if path.startswith("/control/"):
            await table.control(path.split("/")[2:])
            return respond(HTTPStatus.OK, b"done")
        if path == "/":
            return respond(HTTPStatus.OK, table_states.page(table.scene(), "en").encode(), "text/html; charset=utf-8")
        file = folder / path.lstrip("/")
        if not file.is_file():
            return respond(HTTPStatus.NOT_FOUND, b"no such file")
        return respond(HTTPStatus.OK, file.read_bytes(), mimetypes.guess_type(file.name)[0] or "text/plain")

    async with serve(table.serve_socket, "localhost", port, process_request=answer):
        yield


async def main(port: int, pause: float = 0.8) -> None:
    table = Table(seed=port)
    async with serving(table, port):
        await table.run_bots(pause)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 0.8))
