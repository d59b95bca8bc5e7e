"""A server on loopback with a certificate, which stands for all public servers that a `SafeFetcher` calls."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from greenroom.kernel.http.safe_fetch import TIMEOUT_SECONDS, SafeFetcher

PUBLIC = "93.184.215.14"
NAMES = ("example.com", "other.example.com")


@cache
def certificate_and_key() -> tuple[bytes, bytes]:
    """A self-signed certificate and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "rehearsed")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(each) for each in NAMES]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    plain = serialization.NoEncryption()
    return certificate.public_bytes(pem), key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)


def _server_context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "identity.pem"
        path.write_bytes(b"".join(certificate_and_key()))
        context.load_cert_chain(path)
    return context


@dataclass
class PublicServer:
    """Receives every request, whatever its address, so that a request fails only if our own code refuses it."""

    port: int = 0
    responses: dict[str, bytes] = field(default_factory=dict[str, bytes])
    # Number of accepted connections.
    connections: int = 0
    requests: list[str] = field(default_factory=list[str])
    bodies: list[bytes] = field(default_factory=list[bytes])
    # Addresses to which requests were sent.
    called: list[str] = field(default_factory=list[str])
    looked_up: list[str] = field(default_factory=list[str])
    # Path → the bytes that its endless response repeats; empty bytes for no response at all.
    slow_responses: dict[str, bytes] = field(default_factory=dict[str, bytes])
    sent_pieces: int = 0
    # Set when the client of a slow response has disconnected.
    client_disconnected: asyncio.Event = field(default_factory=asyncio.Event)

    def on(self, path: str, body: bytes = b"hello", kind: str = "text/plain", status: int = 200, **more: str) -> None:
        lines = [f"HTTP/1.1 {status} Distant", f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in more.items()]
        self.responses[path] = "\r\n".join([*lines, "Connection: close", "", ""]).encode() + body

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            self.requests.append(head)
            self.bodies.append(await reader.readexactly(_content_length(head)))
            path = head.split()[1]
            response = self.responses.get(path)
            if path in self.slow_responses:
                await self._send_slowly(self.slow_responses[path], reader, writer)
            elif response is None:
                await self._send_forever(reader, writer)
            else:
                writer.write(response)
                await writer.drain()
        writer.close()

    async def _send_forever(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Responds with an endless body, as fast as possible."""
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
        while not reader.at_eof():
            writer.write(b"word " * 1000)
            await writer.drain()
            await asyncio.sleep(0)

    async def _send_slowly(self, piece: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Sends the bytes again and again, so that no read times out, until the client disconnects."""
        if piece:
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
        disconnected = asyncio.create_task(reader.read())
        while not disconnected.done():
            writer.write(piece)
            self.sent_pieces += 1
            await asyncio.wait({disconnected}, timeout=0.01 if piece else None)
        self.client_disconnected.set()

    def fetcher(
        self, names: Mapping[str, Sequence[Sequence[str]]] | None = None, seconds: float = TIMEOUT_SECONDS
    ) -> SafeFetcher:
        """A fetcher that reaches this server. `names`: host name → the addresses of each of its lookups, in order."""
        known = names or {name: [[PUBLIC]] for name in NAMES}

        async def resolve(host: str) -> Sequence[str]:
            self.looked_up.append(host)
            if host not in known:
                raise OSError("no such name")
            lookups = known[host]
            return lookups[min(self.looked_up.count(host), len(lookups)) - 1]

        return SafeFetcher("Greenroom/test", resolve=resolve, transport=LocalTransport(self), seconds=seconds)


def _content_length(head: str) -> int:
    found = [line.partition(":")[2] for line in head.lower().split("\r\n") if line.startswith("content-length:")]
    return int(found[0]) if found else 0


class LocalTransport(httpx.AsyncBaseTransport):
    def __init__(self, server_state: PublicServer) -> None:
        trusted = ssl.create_default_context(cadata=certificate_and_key()[0].decode())
        self._server = server_state
        self._transport = httpx.AsyncHTTPTransport(
            verify=trusted, trust_env=False, limits=httpx.Limits(max_keepalive_connections=0)
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._server.called.append(request.url.host)
        request.url = request.url.copy_with(host="127.0.0.1", port=self._server.port)
        return await self._transport.handle_async_request(request)

    async def aclose(self) -> None:
        await self._transport.aclose()


@contextlib.asynccontextmanager
async def open_public_server() -> AsyncGenerator[PublicServer]:
    server_state = PublicServer()
    async with await asyncio.start_server(server_state.handle, "127.0.0.1", 0, ssl=_server_context()) as server:
        server_state.port = server.sockets[0].getsockname()[1]
        yield server_state
