"""Faster parsing and serialisation of bodies of many megabytes."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from typing import Any, cast

import msgspec
from fastapi import Request, Response
from fastapi.responses import StreamingResponse
from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic_core import to_json

from greenroom.kernel.fast.gc_tuning import uncollected

# Nesting level up to which the output is split; anything deeper is serialised in one step.
MAX_DEPTH = 4
BYTES_AT_ONCE = 2**18


class LargeRequest(Request):
    async def json(self) -> Any:  # noqa: ANN401  # any JSON value
        """Takes a third of the usual time; input that msgspec refuses goes to the usual parser and its errors."""
        if not hasattr(self, "_json"):
            try:
                self._json: Any = msgspec.json.decode(await self.body())
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                return await super().json()
        return self._json


class LargeRoute(APIRoute):
    """For bodies of many megabytes; validators must be cheap per row."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_large(request: Request) -> Response:
            large = LargeRequest(request.scope, request.receive)
            if self.body_field:
                # Read before the collector is turned off: an unauthenticated client may send slowly, for hours.
                await large.body()
            with uncollected():
                return await handle(large)

        return handle_large


async def large_answer(answer: BaseModel) -> Response:
    """Serialised in a thread row by row, and sent in chunks."""
    pieces = await asyncio.to_thread(_written, answer)
    headers = {"Content-Length": str(sum(map(len, pieces)))}
    return StreamingResponse(_each(pieces), media_type="application/json", headers=headers)


async def _each(pieces: Sequence[bytes]) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


def _written(answer: BaseModel) -> list[bytes]:
    pieces: list[bytes] = []
    waiting = bytearray()
    for piece in _pieces(answer, MAX_DEPTH):
        waiting += piece
        if len(waiting) >= BYTES_AT_ONCE:
            pieces.append(bytes(waiting))
            waiting.clear()
    return [*pieces, bytes(waiting)]


def _pieces(value: object, deep: int) -> Iterator[bytes]:
    if deep and isinstance(value, BaseModel):
        fields = ((to_json(name) + b":", inner) for name, inner in value)
        yield from _list(b"{", fields, b"}", deep)
    elif deep and isinstance(value, list):
        yield from _list(b"[", ((b"", inner) for inner in cast("list[object]", value)), b"]", deep)
    else:
        yield to_json(value)


def _list(opening: bytes, items: Iterator[tuple[bytes, object]], closing: bytes, deep: int) -> Iterator[bytes]:
    yield opening
    mark = b""
    for name, inner in items:
        yield mark + name
        yield from _pieces(inner, deep - 1)
        mark = b","
    yield closing
