"""A server with one scripted response for each connection."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator

CLOSE_WITHOUT_RESPONSE = b""
# Leaves the connection open without a response until the client closes it.
NO_RESPONSE = None


class FlakyServer:
    def __init__(self, *responses: bytes | None) -> None:
        self.requests: list[str] = []
        self.url = ""
        self._responses = list(responses)

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.requests.append((await reader.readuntil(b"\r\n\r\n")).decode())
        response = self._responses.pop(0)
        if response is None:
            await reader.read()
        else:
            writer.write(response)
        writer.close()
        await writer.wait_closed()

    @property
    def request_lines(self) -> list[str]:
        return [request.splitlines()[0] for request in self.requests]


def http_response(status: int, body: bytes = b"{}", *headers: str) -> bytes:
    head = [f"HTTP/1.1 {status} Status", f"Content-Length: {len(body)}", "Connection: close", *headers, "", ""]
    return "\r\n".join(head).encode() + body


@contextlib.asynccontextmanager
async def flaky_server(*responses: bytes | None) -> AsyncGenerator[FlakyServer]:
    flaky = FlakyServer(*responses)
    server = await asyncio.start_server(flaky.handle, "127.0.0.1", 0)
    flaky.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield flaky
