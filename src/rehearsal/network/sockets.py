"""Functions for WebSockets: concurrent tasks, outbox and closing."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import NoReturn, TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect

from rehearsal.network.protocols import connection_cutter


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a socket ends; without a code the connection is cut without a close frame."""

    code: int | None
    reason: str
    is_by_client: bool = field(default=False, kw_only=True)


E = TypeVar("E", bound=Ending)
Frame = TypeVar("Frame", str, bytes)
T = TypeVar("T")


async def first_of(*parts: Coroutine[None, None, T]) -> T:
    """The result of the first coroutine to finish; the others are cancelled."""
    tasks = [asyncio.create_task(part) for part in parts]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return next(task for task in tasks if task.done()).result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def send_outbox(
    outbox: asyncio.Queue[Frame | E],
    send: Callable[[Frame], Awaitable[None]],
    on_disconnect: Callable[[WebSocketDisconnect], E],
) -> E:
    """Sends frames until the outbox has an ending or the client disconnects; returns the ending."""
    while True:
        item = await outbox.get()
        if isinstance(item, Ending):
            return item
        try:
            await send(item)
        except WebSocketDisconnect as error:
            return on_disconnect(error)


def put_or_end(outbox: asyncio.Queue[T], item: T, too_slow: T) -> None:
    """Puts the item into the outbox; if that is full, puts the ending `too_slow` instead, and drops the oldest item."""
    if outbox.full():
        outbox.get_nowait()
        item = too_slow
    outbox.put_nowait(item)


async def forever() -> NoReturn:
    await asyncio.get_running_loop().create_future()
    raise AssertionError("the future is never done")


async def close(websocket: WebSocket, ending: Ending) -> None:
    if ending.is_by_client:
        return
    if ending.code is None:
        connection_cutter(websocket.scope)()
        return
    await websocket.close(ending.code, ending.reason)
