"""An HTTP server that sends given responses in order."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import parse_qs


@dataclass
class RecordedRequest:
    line: str
    headers: dict[str, str]
    form: dict[str, str]
    body: str = ""


@dataclass
class CannedServer:
    url: str = ""
    requests: list[RecordedRequest] = field(default_factory=list[RecordedRequest])
    _responses: list[bytes] = field(default_factory=list[bytes])

    def respond(self, status: int, body: str | bytes = "{}", **headers: str) -> Self:
        raw = body.encode() if isinstance(body, str) else body
        lines = [f"HTTP/1.1 {status} Canned", f"Content-Length: {len(raw)}", "Connection: close"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self._responses.append("\r\n".join([*lines, "", ""]).encode() + raw)
        return self

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        body = (await reader.readexactly(int(headers.get("content-length", "0")))).decode()
        form = {name: values[0] for name, values in parse_qs(body).items()}
        self.requests.append(RecordedRequest(head[0], headers, form, body))
        writer.write(self._responses.pop(0))
        writer.close()
        await writer.wait_closed()


@contextlib.asynccontextmanager
async def canned_server() -> AsyncGenerator[CannedServer]:
    canned = CannedServer()
    server = await asyncio.start_server(canned.handle, "127.0.0.1", 0)
    canned.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield canned
