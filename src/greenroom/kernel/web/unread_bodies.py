"""Discards the rest of a body that the app does not read, so that its sender gets the response.

A connection that is closed with unread bytes is reset, and most clients then lose the response.
"""

import asyncio
import contextlib

from starlette.types import Message, Receive, Send

from greenroom.kernel.web.request_bodies import RequestBody

# Twice the largest body that any route accepts; a client that sends more, or more slowly, is cut off.
MAX_BYTES = 48 * 2**20
MAX_SECONDS = 30.0


def discarding_rest(send: Send, receive: Receive, body: RequestBody) -> Send:
    """A `send` that ends the response only when the rest of the body has arrived, or after MAX_SECONDS."""

    async def send_before_end(message: Message) -> None:
        is_last = message["type"] == "http.response.body" and not message.get("more_body", False)
        if not is_last or body.is_complete:
            await send(message)
            return
        await send({**message, "more_body": True})
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(MAX_SECONDS):
                await _discard(receive)
        await send({"type": "http.response.body"})

    return send_before_end


async def _discard(receive: Receive) -> None:
    discarded_bytes = 0
    while discarded_bytes <= MAX_BYTES:
        message = await receive()
        if message["type"] != "http.request" or not message.get("more_body", False):
            return
        discarded_bytes += len(message.get("body", b""))
