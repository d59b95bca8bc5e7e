"""Routes for bodies of many megabytes, and serialisation of large responses in a thread."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import cast

from fastapi import Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel
from pydantic_core import to_json

from greenroom.kernel.api.guarded_route import GuardedRoute, Handler
from greenroom.kernel.fast.gc_tuning import gc_paused
from greenroom.kernel.web.json_bodies import JsonRequest

# Nesting level up to which the output is split; anything deeper is serialised in one step.
MAX_DEPTH = 4
CHUNK_BYTES = 2**18


class LargeRoute(GuardedRoute):
    """Pauses the garbage collector while a body of many megabytes is validated and handled.

    Validation blocks the event loop, so the validators of the body must be cheap.
    """

    async def respond(self, handle: Handler, request: JsonRequest) -> Response:
        with gc_paused():
            return await handle(request)


async def large_response(content: BaseModel) -> Response:
    """Serialises in a thread, item by item, and sends the result in chunks."""
    chunks = await asyncio.to_thread(_serialise, content)
    headers = {"Content-Length": str(sum(map(len, chunks)))}
    return StreamingResponse(_iterate(chunks), media_type="application/json", headers=headers)


async def _iterate(chunks: Sequence[bytes]) -> AsyncIterator[bytes]:
    for chunk in chunks:
        yield chunk


def _serialise(content: BaseModel) -> list[bytes]:
    chunks: list[bytes] = []
    buffer = bytearray()
    for piece in _pieces(content, MAX_DEPTH):
        buffer += piece
        if len(buffer) >= CHUNK_BYTES:
            chunks.append(bytes(buffer))
            buffer.clear()
    return [*chunks, bytes(buffer)]


def _pieces(value: object, levels_left: int) -> Iterator[bytes]:
    """The JSON of a value; objects and lists of the next `levels_left` levels are split into their items."""
    if levels_left and isinstance(value, BaseModel):
        fields = ((to_json(name) + b":", inner) for name, inner in value)
        yield from _comma_separated(b"{", fields, b"}", levels_left)
    elif levels_left and isinstance(value, list):
        items = ((b"", inner) for inner in cast("list[object]", value))
        yield from _comma_separated(b"[", items, b"]", levels_left)
    else:
        yield to_json(value)


def _comma_separated(
    opening: bytes, items: Iterator[tuple[bytes, object]], closing: bytes, levels_left: int
) -> Iterator[bytes]:
    yield opening
    separator = b""
    for name, inner in items:
        yield separator + name
        yield from _pieces(inner, levels_left - 1)
        separator = b","
    yield closing
