"""An HTTP server with a queue of responses for each route; the last response of a queue is repeated."""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Any, Self

from support.waiting import MAX_WAIT_SECONDS


@dataclass
class Call:
    method: str
    path: str
    query: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:  # noqa: ANN401  # JSON of any shape
        return json.loads(self.body)


@dataclass
class RoutedServer:
    url: str = ""
    calls: list[Call] = field(default_factory=list[Call])
    _responses: dict[str, list[bytes]] = field(default_factory=dict[str, list[bytes]])
    _called: asyncio.Event = field(default_factory=asyncio.Event)

    def on(self, call: str, status: int = 200, body: str | bytes | object = "{}", **headers: str) -> Self:
        """Adds a response to the queue of `call`, which is method and path, such as "GET /users"."""
        raw = body if isinstance(body, bytes) else (body if isinstance(body, str) else json.dumps(body)).encode()
        lines = [f"HTTP/1.1 {status} Routed", f"Content-Length: {len(raw)}", "Connection: close"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self._responses.setdefault(call, []).append("\r\n".join([*lines, "", ""]).encode() + raw)
        return self

    def clear_responses(self, call: str) -> Self:
        self._responses.pop(call, None)
        return self

    def calls_to(self, call: str) -> list[Call]:
        return [one for one in self.calls if f"{one.method} {one.path}" == call]

    async def wait_for_calls(self, call: str, times: int) -> list[Call]:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            while len(self.calls_to(call)) < times:
                self._called.clear()
                await self._called.wait()
        return self.calls_to(call)

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        method, target, _ = head[0].split()
        path, _, query = target.partition("?")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in head[1:] if line)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        self.calls.append(Call(method, path, query, headers, body))
        self._called.set()
        responses = self._responses.get(f"{method} {path}", [b"HTTP/1.1 404 Routed\r\nContent-Length: 0\r\n\r\n"])
        writer.write(responses.pop(0) if len(responses) > 1 else responses[0])
        writer.close()
        await writer.wait_closed()


@contextlib.asynccontextmanager
async def routed_server() -> AsyncGenerator[RoutedServer]:
    routed = RoutedServer()
    server = await asyncio.start_server(routed.handle, "127.0.0.1", 0)
    routed.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield routed
