"""The site in one process: Daphne and, unless told otherwise, the clock, on one event loop; and their orderly end."""

# Daphne installs its reactor when it is imported, and has to be the first to do so.
from daphne.server import Server, twisted_loop  # isort: skip
from daphne.ws_protocol import WebSocketProtocol  # isort: skip

import asyncio
import gc
import logging
import signal
import struct
import sys
from collections.abc import Callable
from typing import Any

from django.conf import settings
from twisted.internet import defer, reactor

from game.attendance import attendance
from game.clock import Clock
from game.hub import here
from game.sockets import RESTART
from game.writer import reading, writer, writing

LAST_REQUESTS = 3.0  # seconds that requests under way have to finish when the site stops
LAST_WRITES = 5.0
MOST_UNREAD = 256 * 1024  # bytes that may wait for a client that does not read
HANDSHAKE = 10  # seconds: a slow phone on a busy machine
GARBAGE = (2000, 3, 100)
"""Thresholds of the collector. Nearly all that a move makes is freed without it, and a collection stops every table:
few objects at once, and everything there is (with some hundred seats a tenth of a second) very seldom."""
TAKE_TURNS = 0.0005  # seconds until a thread that waits for its turn gets it: a commit has many short steps

logger = logging.getLogger("game.serve")
_reactor: Any = reactor


class SiteSocket(WebSocketProtocol):
    """Daphne's end of a socket with two of its limits lifted: it holds what is sent to the size that may come in, and
    closes with private codes only, while our frames are larger and "restart" is 1012. And with a limit that it lacks: a
    client that does not read is dropped, for all that waits for it is kept in memory (reliability F10).
    """

    unread: int | None = None  # bytes sent since the client has stopped reading; None while it reads

    def onOpen(self) -> None:  # noqa: N802
        super().onOpen()  # type: ignore[no-untyped-call]
        transport: Any = self.transport
        transport.unregisterProducer()
        transport.registerProducer(self, True)

    def pauseProducing(self) -> None:  # noqa: N802
        self.unread = self.unread or 0  # Twisted says so again with every write

    def resumeProducing(self) -> None:  # noqa: N802
        self.unread = None

    def stopProducing(self) -> None:  # noqa: N802
        """The connection is lost; `onClose` tells the application."""

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:  # noqa: N802
        if self.state == self.STATE_OPEN:
            payload = content if isinstance(content, bytes) else content.encode()
            # the frame by hand: Autobahn words three coloured lines of log for each, which nobody reads
            transport: Any = self.transport
            transport.write(_frame_head(0x82 if binary else 0x81, len(payload)) + payload)
            if self.unread is not None:
                self.unread += len(payload)
                if self.unread > MOST_UNREAD:
                    self.dropConnection(abort=True)

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802
        if self.state == self.STATE_OPEN:
            self.sendCloseFrame(code=1000 if code is None else code)


def _frame_head(first: int, size: int) -> bytes:
    """The head of an unmasked frame (RFC 6455, 5.2): its first byte, then the size of what follows."""
    if size < 126:
        return bytes((first, size))
    return struct.pack("!BBH", first, 126, size) if size < 1 << 16 else struct.pack("!BBQ", first, 127, size)


class Site(Server):
    """Daphne with our limits on what comes in, and a stop that does not trip over what has ended already."""

    def __init__(self, application: Any, host: str, port: int, ready: Callable[[], None]) -> None:
        super().__init__(  # type: ignore[no-untyped-call]
            application=application,
            endpoints=[f"tcp:port={port}:interface={host.replace(':', chr(92) + ':')}"],
            signal_handlers=False,
            ready_callable=self._set_up,
            server_name="",
            websocket_max_message_size=settings.FRAME_BYTES,
            websocket_max_frame_size=settings.FRAME_BYTES,
            websocket_handshake_timeout=HANDSHAKE,
            websocket_connect_timeout=HANDSHAKE,
        )
        self.failed = False
        self._ready = ready

    def _set_up(self) -> None:
        self.ws_factory.protocol = SiteSocket
        # a frame that breaks a limit is answered with a close code (1009), not with silence
        self.ws_factory.setProtocolOptions(failByDrop=False)
        self._ready()

    def listen_error(self, failure: Any) -> None:
        logger.critical("cannot listen: %s", failure.getErrorMessage())
        self.failed = True
        self.stop()  # type: ignore[no-untyped-call]

    def under_way(self) -> list[asyncio.Future[None]]:
        """The requests and sockets that have not ended."""
        instances = [details.get("application_instance") for details in self.connections.values()]
        return [instance for instance in instances if instance is not None and not instance.done()]

    def kill_all_applications(self) -> Any:
        """As Daphne's own, which reads a key that finished applications do not have (reliability 2.2)."""
        running = self.under_way()
        for instance in running:
            instance.cancel()
        return defer.Deferred.fromFuture(asyncio.gather(*running, return_exceptions=True))


class Serving:
    """One run of the site, until SIGTERM or SIGINT."""

    def __init__(self, application: Any, host: str, port: int, *, clock: bool) -> None:
        self.site = Site(application, host, port, self._ready)
        self._with_clock = clock
        self._clock: Clock | None = None
        self._ticking: asyncio.Task[None] | None = None
        self._stopping: asyncio.Task[None] | None = None

    def run(self) -> bool:
        """Serve. Returns whether it went well."""
        gc.collect()
        gc.freeze()  # what has been imported stays
        gc.set_threshold(*GARBAGE)
        sys.setswitchinterval(TAKE_TURNS)
        self.site.run()  # type: ignore[no-untyped-call]
        return not self.site.failed

    def _ready(self) -> None:
        _reactor.callWhenRunning(self._start)

    def _start(self) -> None:
        for name in (signal.SIGTERM, signal.SIGINT):
            twisted_loop.add_signal_handler(name, self._stop)
        if self._with_clock:
            self._clock = Clock()
            self._ticking = twisted_loop.create_task(self._clock.run())
            self._ticking.add_done_callback(self._clock_ended)

    def _clock_ended(self, ticking: asyncio.Task[None]) -> None:
        """Without a clock bots do not play: let whoever started the site start it anew."""
        if not ticking.cancelled() and ticking.exception() is not None:
            logger.critical("the clock has broken", exc_info=ticking.exception())
            self.site.failed = True
            self._stop()

    def _stop(self) -> None:
        if self._stopping is None:
            self._stopping = twisted_loop.create_task(self._wind_down())

    async def _wind_down(self) -> None:
        """Take no more sockets, close those that are open, finish what is in hand, and go."""
        try:
            for listener in self.site.listeners:
                listener.addCallback(lambda port: port.stopListening())
            if self._clock is not None and self._ticking is not None and not self._ticking.done():
                self._clock.stop()
                await self._ticking
            await asyncio.gather(*[socket.shut(RESTART) for socket in here().everybody()])
            async with asyncio.timeout(LAST_WRITES):
                await writer().drain()
                await attendance().settle()
            if running := self.site.under_way():
                await asyncio.wait(running, timeout=LAST_REQUESTS)
        except TimeoutError:
            logger.warning("stopped with work in hand", extra={"connections": len(self.site.under_way())})
        finally:
            for thread in (reading, writing):
                await asyncio.to_thread(thread.disconnect)
            _reactor.stop()
