"""Long work in short stretches: whoever else waits for the event loop gets a turn between them."""

import asyncio
import gc
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import msgspec
from fastapi import Request, Response
from fastapi.responses import StreamingResponse
from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic_core import to_json
from sqlalchemy import Select
from sqlalchemy.ext.asyncio import AsyncSession

# Of rows with a few dozen values each: some milliseconds.
AT_ONCE = 200
# Lists in objects in lists; what stands deeper is written in one go.
DEEPEST = 4
BYTES_AT_ONCE = 2**18

Each = TypeVar("Each")


async def slices(items: Sequence[Each], most: int = AT_ONCE) -> AsyncIterator[Sequence[Each]]:
    for start in range(0, len(items), most):
        if start:
            await asyncio.sleep(0)
        yield items[start : start + most]


async def row_slices(
    session: AsyncSession, query: Select[*tuple[Any, ...]], most: int = AT_ONCE
) -> AsyncIterator[Sequence[Any]]:
    """The rows of one question; a session would make values of all of them at once, which is what takes its time."""
    connection = await session.connection()
    for part in (await connection.execute(query)).partitions(most):
        yield part
        await asyncio.sleep(0)


_uncollected = 0


@contextmanager
def uncollected() -> Generator[None]:
    """While thousands of objects are made that all stay: to look for garbage among them again and again would stop
    everything for a tenth of a second each time. Whatever is no longer used is given back at once as ever."""
    global _uncollected  # noqa: PLW0603  # so is the collector's switch
    _uncollected += 1
    gc.disable()
    try:
        yield
    finally:
        _uncollected -= 1
        if not _uncollected:
            gc.enable()


class LargeRequest(Request):
    async def json(self) -> Any:  # noqa: ANN401  # whatever was sent
        """In a third of the usual time; what this reader does not take is left to the usual one and its complaints."""
        if not hasattr(self, "_json"):
            try:
                self._json: Any = msgspec.json.decode(await self.body())
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                return await super().json()
        return self._json


class LargeRoute(APIRoute):
    """For bodies of many megabytes; what checks them must not do much for each row."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_large(request: Request) -> Response:
            with uncollected():
                return await handle(LargeRequest(request.scope, request.receive))

        return handle_large


async def large_answer(answer: BaseModel) -> Response:
    """Written beside the loop row by row, and sent in pieces."""
    pieces = await asyncio.to_thread(_written, answer)
    headers = {"Content-Length": str(sum(map(len, pieces)))}
    return StreamingResponse(_each(pieces), media_type="application/json", headers=headers)


async def _each(pieces: Sequence[bytes]) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


def _written(answer: BaseModel) -> list[bytes]:
    pieces: list[bytes] = []
    waiting = bytearray()
    for piece in _pieces(answer, DEEPEST):
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
