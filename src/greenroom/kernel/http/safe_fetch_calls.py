"""The HTTP client of SafeFetcher, created with the first request."""

import contextlib
import re
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

import httpcore
import httpx

from greenroom.kernel.http.limited_network import LimitedNetwork
from greenroom.kernel.http.safe_fetch import (
    MAX_BYTES,
    MAX_REDIRECTS,
    MAX_URL_LENGTH,
    NotFetched,
    Page,
    Reply,
    Resolve,
    is_public,
)
from greenroom.kernel.http.transport import no_cookies, ssl_context
from greenroom.kernel.logs import get_logger

log = get_logger(__name__)

MAX_ADDRESSES = 3
REDIRECTS = frozenset({301, 302, 303, 307, 308})
# Matches no IPv4 address, whose last part begins with a digit, and no name without a dot, which is a local one.
HOST_NAME = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?")
MAX_HOST_LENGTH = 253
DEFAULT_PORTS = {"http": 80, "https": 443}
NO_HEADERS: Mapping[str, str] = MappingProxyType({})
# Other codecs of Python are not safe for untrusted input.
CHARSETS = {"iso-8859-1": "latin-1", "latin1": "latin-1", "latin-1": "latin-1", "windows-1252": "cp1252"}


class SafeHttpClient:
    def __init__(
        self,
        user_agent: str,
        resolve: Resolve,
        transport: httpx.AsyncBaseTransport | None,
        seconds: float,
        local_hosts: frozenset[str] = frozenset(),
    ) -> None:
        self._resolve = resolve
        self._local_hosts = local_hosts
        self._client = httpx.AsyncClient(
            transport=transport or _limited_transport(),
            # Leaves time for the next address if a server hangs. A TLS handshake that is cancelled from outside would
            # leave its socket open, so this time-out has to end it first.
            timeout=httpx.Timeout(seconds, connect=seconds * 2 / 3),
            headers={"User-Agent": user_agent, "Accept": "text/plain, application/json", "Accept-Encoding": "identity"},
            cookies=no_cookies(),
            trust_env=False,
        )

    async def fetch(self, address: str) -> Page:
        url = parse_url(address)
        for _ in range(MAX_REDIRECTS + 1):
            found = await self._follow(url)
            if isinstance(found, Page):
                return found
            url = found
        raise NotFetched(f"More than {MAX_REDIRECTS} redirects")

    async def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> Reply:
        url = parse_post_url(address, self._local_hosts)
        addresses = [url.host] if is_local(url, self._local_hosts) else await self._addresses(url)
        response = await self._call(url, addresses, body, headers)
        # The body of the answer is not read.
        await response.aclose()
        return Reply(response.status_code, response.headers.get("retry-after", "")[:100])

    async def close(self) -> None:
        await self._client.aclose()

    async def _follow(self, url: httpx.URL) -> Page | httpx.URL:
        """Requests the URL; returns the page, or the target of a redirect."""
        response = await self._call(url, await self._addresses(url))
        try:
            if response.status_code in REDIRECTS and "location" in response.headers:
                return parse_url(str(_redirect_target(url, response.headers["location"])))
            return await _page(response)
        except httpx.HTTPError as error:
            raise NotFetched("The response was cut off") from error
        finally:
            await response.aclose()

    async def _addresses(self, url: httpx.URL) -> Sequence[str]:
        """Addresses of the host, looked up once: a second lookup could return a private address (DNS rebinding)."""
        host = _host(url)
        try:
            found = await self._resolve(host)
        except OSError as error:
            raise NotFetched(f"{host} was not found") from error
        if not found:
            raise NotFetched(f"{host} was not found")
        if not all(is_public(address) for address in found):
            log.warning("url_fetch_refused", host=host)
            raise NotFetched("The address does not lead to the public internet")
        return found[:MAX_ADDRESSES]

    async def _call(
        self,
        url: httpx.URL,
        addresses: Sequence[str],
        body: bytes | None = None,
        headers: Mapping[str, str] = NO_HEADERS,
    ) -> httpx.Response:
        """Tries these addresses in order, and no others; the certificate must match the host name.

        With a body it is a POST request.
        """
        host = _host(url)
        for address in addresses:
            request = self._client.build_request(
                "GET" if body is None else "POST",
                url.copy_with(host=address),
                content=body,
                headers={**headers, "Host": url.netloc.decode("ascii").lower().removesuffix(".")},
                extensions={"sni_hostname": host},
            )
            try:
                return await self._client.send(request, stream=True, follow_redirects=False)
            except (httpx.ConnectError, httpx.ConnectTimeout):
                continue
            # httpx parses the redirect target before we do, and may raise InvalidURL.
            except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
                raise NotFetched(f"{host} sent an unreadable response") from error
        raise NotFetched(f"{host} cannot be reached, or its certificate is not valid")


def _limited_transport() -> httpx.AsyncHTTPTransport:
    transport = httpx.AsyncHTTPTransport(trust_env=False)
    # httpx has no parameter for the network.
    transport._pool = httpcore.AsyncConnectionPool(  # pyright: ignore[reportPrivateUsage]
        ssl_context=ssl_context(),
        # The slots of SafeFetcher limit them.
        max_connections=None,
        # No keep-alive: connections are pooled by IP address, and two host names may share one.
        max_keepalive_connections=0,
        network_backend=LimitedNetwork(),
    )
    return transport


def parse_post_url(address: str, local_hosts: frozenset[str]) -> httpx.URL:
    """Checks like `parse_url`, but accepts http and other ports for the entries of `local_hosts`."""
    url = _split(address)
    if url.scheme in {"http", "https"} and not url.userinfo and is_local(url, local_hosts):
        return url
    return parse_url(address)


def is_local(url: httpx.URL, local_hosts: frozenset[str]) -> bool:
    port = url.port or DEFAULT_PORTS.get(url.scheme)
    return bool({(_host(url), None), (_host(url), port)} & _hosts_and_ports(local_hosts))


@cache
def _hosts_and_ports(local_hosts: frozenset[str]) -> frozenset[tuple[str, int | None]]:
    """The host and the port of each valid entry of `local_hosts`; None as the port stands for all ports."""
    found: set[tuple[str, int | None]] = set()
    for entry in local_hosts:
        # Read from the text, because httpx gives None for the default port.
        port = entry.rpartition(":")[2]
        with contextlib.suppress(httpx.InvalidURL, ValueError):
            found.add((_host(httpx.URL(f"http://{entry}")), int(port) if port.isdecimal() and ":" in entry else None))
    return frozenset(found)


def _split(address: str) -> httpx.URL:
    if len(address) > MAX_URL_LENGTH:
        raise NotFetched(f"An address is at most {MAX_URL_LENGTH} characters long")
    if "\\" in address or not address.isprintable():
        raise NotFetched("Not a valid URL")
    try:
        return httpx.URL(address)
    except (httpx.InvalidURL, ValueError) as error:
        raise NotFetched("Not a valid URL") from error


def parse_url(address: str) -> httpx.URL:
    """Checks the URL's syntax, not the addresses it resolves to."""
    url = _split(address)
    if url.scheme != "https":
        raise NotFetched("The address must begin with https://")
    if url.userinfo:
        raise NotFetched("An address must not contain a name or a password")
    if url.port not in {None, 443}:
        raise NotFetched("Only the usual port 443 is allowed")
    host = _host(url)
    if len(host) > MAX_HOST_LENGTH or not HOST_NAME.fullmatch(host):
        raise NotFetched("The address needs the full name of a server, as in api.example.com")
    return url


def host_of(address: str) -> str:
    """The host name in a URL that was checked before."""
    return _host(_split(address))


def _host(url: httpx.URL) -> str:
    """The host name as used for DNS and the certificate."""
    return url.raw_host.decode("ascii").lower().removesuffix(".")


def _redirect_target(url: httpx.URL, location: str) -> httpx.URL:
    try:
        return url.join(location)
    except (httpx.InvalidURL, ValueError) as error:
        raise NotFetched("Redirected to an invalid URL") from error


async def _page(response: httpx.Response) -> Page:
    if response.status_code != 200:
        raise NotFetched(f"The server returned an error ({response.status_code})")
    if response.headers.get("content-encoding", "identity").lower() != "identity":
        raise NotFetched("The response is compressed")
    kind, _, parameters = response.headers.get("content-type", "").lower().partition(";")
    kind = kind.strip()
    if kind and not kind.startswith("text/") and not kind.endswith(("/json", "+json")):
        raise NotFetched(f"The response is {kind[:50]}, not text")
    content, is_cut = await _read_limited(response)
    return Page(kind, content.decode(_charset(parameters), errors="replace"), is_cut)


async def _read_limited(response: httpx.Response) -> tuple[bytes, bool]:
    content = bytearray()
    async for piece in response.aiter_raw():
        content += piece
        if len(content) > MAX_BYTES:
            return bytes(content[:MAX_BYTES]), True
    return bytes(content), False


def _charset(parameters: str) -> str:
    _, _, named = parameters.partition("charset=")
    return CHARSETS.get(named.partition(";")[0].strip(' "'), "utf-8-sig")
