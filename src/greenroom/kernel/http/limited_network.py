"""Connections that end after a number of received bytes: endless headers would keep the process busy."""

import ssl
from collections.abc import Iterable
from typing import cast

import httpcore

# Far more than the headers and the at most 10 kB that are read of a page.
MAX_RECEIVED_BYTES = 128 * 2**10
SocketOption = tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]


class LimitedNetwork(httpcore.AsyncNetworkBackend):
    def __init__(self) -> None:
        # httpcore declares the class twice; the second one is for installations without anyio.
        self._network = cast("httpcore.AsyncNetworkBackend", httpcore.AnyIOBackend())

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  # as httpcore calls it
        local_address: str | None = None,
        socket_options: Iterable[SocketOption] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        stream = await self._network.connect_tcp(host, port, timeout, local_address, socket_options)
        return LimitedStream(stream, MAX_RECEIVED_BYTES)


class LimitedStream(httpcore.AsyncNetworkStream):
    def __init__(self, stream: httpcore.AsyncNetworkStream, left: int) -> None:
        self._stream = stream
        self._left = left

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109  # as httpcore calls it
        data = await self._stream.read(max_bytes, timeout)
        self._left -= len(data)
        if self._left < 0:
            raise httpcore.ReadError("the response is too long")
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109  # as httpcore calls it
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109  # as httpcore calls it
    ) -> httpcore.AsyncNetworkStream:
        return LimitedStream(await self._stream.start_tls(ssl_context, server_hostname, timeout), self._left)

    def get_extra_info(self, info: str) -> object:
        return self._stream.get_extra_info(info)
