"""Answers that are sent piece by piece, so that none of them is ever whole in memory."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse


def streamed(request: HttpRequest, parts: Iterator[bytes], **more: Any) -> StreamingHttpResponse:
    """An answer out of pieces that are made while it is sent, each in the request's own thread.

    Under ASGI Django would gather a plain iterator whole before it sends the first byte.
    """
    content = _in_turn(parts) if isinstance(request, ASGIRequest) else parts
    return StreamingHttpResponse(content, **more)


async def _in_turn(parts: Iterator[bytes]) -> AsyncIterator[bytes]:
    def piece() -> bytes | None:
        return next(parts, None)

    while (part := await sync_to_async(piece)()) is not None:
        yield part
