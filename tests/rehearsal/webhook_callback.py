"""A callback server for Twitch's webhooks."""

import asyncio
import hashlib
import hmac
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import msgspec
from pydantic import JsonValue

Json = dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Call:
    """A received request."""

    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Json:
        return msgspec.json.decode(self.body)

    @property
    def kind(self) -> str:
        return self.headers["twitch-eventsub-message-type"]

    def is_signed_with(self, secret: str) -> bool:
        names = ("twitch-eventsub-message-id", "twitch-eventsub-message-timestamp")
        message = "".join(self.headers[name] for name in names).encode() + self.body
        expected = f"sha256={hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()}"
        return hmac.compare_digest(expected, self.headers["twitch-eventsub-message-signature"])


@dataclass(slots=True)
class Callback:
    """Records requests; answers the challenge if `answers_challenge`, and responds to all else with `status`."""

    url: str = ""
    status: int = 204
    answers_challenge: bool = True
    calls: asyncio.Queue[Call] = field(default_factory=asyncio.Queue[Call])

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while call := await read_call(reader):
                writer.write(self.response_to(call))
                self.calls.put_nowait(call)
        finally:
            writer.close()

    def response_to(self, call: Call) -> bytes:
        if call.kind == "webhook_callback_verification" and self.answers_challenge:
            text = str(call.json["challenge"]).encode()
            return b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s" % (len(text), text)
        return b"HTTP/1.1 %d Status\r\nContent-Length: 0\r\n\r\n" % self.status


async def read_call(reader: asyncio.StreamReader) -> Call | None:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    lines = head.decode().split("\r\n")[1:-2]
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return Call(headers, await reader.readexactly(int(headers["content-length"])))


@asynccontextmanager
async def callback() -> AsyncGenerator[Callback]:
    receiver = Callback()
    async with await asyncio.start_server(receiver.serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        receiver.url = f"http://127.0.0.1:{port}/hook"
        yield receiver
