"""Calls URLs typed in by users: in the public internet only, apart from `local_hosts`, with small responses."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    import httpx

    from greenroom.kernel.http.safe_fetch_calls import SafeHttpClient

# Total time for DNS, redirects and the response.
TIMEOUT_SECONDS = 3.0
MAX_BYTES = 10_240
MAX_REDIRECTS = 3
MAX_URL_LENGTH = 1_000
# Further requests wait: `fetch` within its time limit, `post` before its time limit begins.
MAX_CONCURRENT = 20

# A DNS lookup without response blocks its thread for longer than we wait, so lookups have their own pool.
_DNS_THREADS = ThreadPoolExecutor(4, thread_name_prefix="outside")

Resolve = Callable[[str], Awaitable[Sequence[str]]]

# All non-public networks: https://www.iana.org/assignments/iana-ipv4-special-registry
NON_PUBLIC_IPV4 = tuple(
    ip_network(network)
    for network in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/3",
        # Public address of an internal service in Azure's network.
        "168.63.129.16/32",
    )
)
# The public part of IPv6, and the exceptions in it: tunnels, tests, examples.
PUBLIC_IPV6 = ip_network("2000::/3")
NON_PUBLIC_IPV6 = tuple(ip_network(network) for network in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"))
# IPv4 addresses as written in IPv6-only networks.
NAT64 = ip_network("64:ff9b::/96")


class NotFetched(Exception):
    """The fetch failed; the message is shown to the author of the URL."""


class Reply(Struct, frozen=True):
    """Response to `SafeFetcher.post`."""

    status: int
    # As sent; empty if the header is missing.
    retry_after: str


class Page(Struct, frozen=True):
    # Content type in lower case without parameters; empty if the server sent none.
    kind: str
    text: str
    # Whether the response was longer than MAX_BYTES.
    is_cut: bool


def is_public(address: str) -> bool:
    """Whether this IP address is in the public internet; False for text that is not an IP address."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv6Address) and found in NAT64 and found.scope_id is None:
        found = IPv4Address(int(found) & 0xFFFF_FFFF)
    if isinstance(found, IPv4Address):
        return not any(found in network for network in NON_PUBLIC_IPV4)
    is_in_public_range = found.scope_id is None and found in PUBLIC_IPV6
    return is_in_public_range and not any(found in network for network in NON_PUBLIC_IPV6)


async def resolve(host: str, threads: ThreadPoolExecutor = _DNS_THREADS) -> list[str]:
    """DNS lookup by the operating system."""
    look_up = partial(socket.getaddrinfo, host, 443, type=socket.SOCK_STREAM)
    found = await asyncio.get_running_loop().run_in_executor(threads, look_up)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


class SafeFetcher:
    """HTTP client for untrusted URLs; tests replace `resolve` and `transport`.

    `post` may also call `local_hosts`, such as "192.168.1.20:5678" or "printer.local", even without TLS.
    """

    def __init__(
        self,
        user_agent: str,
        *,
        resolve: Resolve = resolve,
        transport: "httpx.AsyncBaseTransport | None" = None,
        seconds: float = TIMEOUT_SECONDS,
        local_hosts: frozenset[str] = frozenset(),
    ) -> None:
        self.local_hosts = local_hosts
        self._user_agent = user_agent
        self._seconds = seconds
        self._resolve = resolve
        self._transport = transport
        self._slots = asyncio.Semaphore(MAX_CONCURRENT)
        self._client: SafeHttpClient | None = None

    async def fetch(self, address: str) -> Page:
        """Fetches a page; raises NotFetched if that fails, or if a host is not in the public internet."""
        client = self._open()
        async with self._time_limit(), self._slots:
            return await client.fetch(address)

    async def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> Reply:
        """Sends the body; raises NotFetched if there is no answer. A redirect is an answer, and is not followed."""
        client = self._open()
        # The time limit begins when a slot is free.
        async with self._slots, self._time_limit():
            return await client.post(address, body, headers)

    @contextlib.asynccontextmanager
    async def _time_limit(self) -> AsyncGenerator[None]:
        try:
            async with asyncio.timeout(self._seconds):
                yield
        except TimeoutError as error:
            raise NotFetched(f"No answer within {self._seconds:g} seconds") from error

    def _open(self) -> "SafeHttpClient":
        if self._client is None:
            # Importing the client takes 0.1 s, and few installations need it.
            from greenroom.kernel.http.safe_fetch_calls import SafeHttpClient  # noqa: PLC0415

            self._client = SafeHttpClient(
                self._user_agent, self._resolve, self._transport, self._seconds, self.local_hosts
            )
        return self._client

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()
