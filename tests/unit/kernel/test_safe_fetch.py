"""Fetching user-supplied URLs: public servers only, with limits of redirects, bytes, time and content types."""

import asyncio
import inspect
from collections.abc import AsyncGenerator, Mapping, Sequence

import pytest

from greenroom.kernel.http import safe_fetch
from greenroom.kernel.http.safe_fetch import NotFetched, Page, SafeFetcher, is_public
from support.public_server import PUBLIC, LocalTransport, PublicServer, open_public_server
from support.waiting import MAX_WAIT_SECONDS


@pytest.fixture
async def remote() -> AsyncGenerator[PublicServer]:
    async with open_public_server() as server:
        yield server


async def fetch(
    remote: PublicServer, address: str, names: Mapping[str, Sequence[Sequence[str]]] | None = None
) -> Page | str:
    """Returns the page or the error message; `names` has the IP addresses that each lookup of a host finds."""
    fetcher = remote.fetcher(names)
    try:
        return await fetcher.fetch(address)
    except NotFetched as error:
        return str(error)
    finally:
        await fetcher.close()


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.255.255.254", "0.0.0.1", "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.255"),
        *("192.168.1.1", "169.254.169.254", "100.64.0.1", "100.100.100.200", "192.0.0.192", "192.0.2.1"),
        *("198.18.0.1", "198.51.100.1", "203.0.113.1", "192.88.99.1", "224.0.0.1", "239.1.1.1", "240.0.0.1"),
        *("255.255.255.255", "168.63.129.16", "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:8.8.8.8"),
        *("fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1", "2001::1", "2001:db8::1"),
        *("2002:7f00:1::", "2002:808:808::", "64:ff9b::7f00:1", "64:ff9b::10.0.0.1", "64:ff9b:1::8.8.8.8"),
        *("3fff::1", "5f00::1", "2606:4700::1%2", "", "localhost", "127.1", "0x7f000001", "2130706433", "017700000001"),
    ],
)
def test_private_special_and_malformed_ip_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "93.184.215.14", "2606:4700::6810:84e5", "64:ff9b::8.8.8.8"])
def test_ip_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(address)


async def test_names_are_resolved_by_the_operating_system() -> None:
    assert "127.0.0.1" in await safe_fetch.resolve("localhost")


async def test_text_of_a_public_server_is_fetched(remote: PublicServer) -> None:
    remote.on("/fact?q=a%20b", b"caf\xc3\xa9", "text/plain; charset=utf-8")
    assert await fetch(remote, "https://example.com/fact?q=a b") == Page("text/plain", "café", is_cut=False)
    assert remote.called == [PUBLIC]
    head = remote.requests[0].lower()
    assert "host: example.com\r\n" in head
    assert "user-agent: greenroom/test\r\n" in head
    assert "cookie" not in head
    assert "authorization" not in head


@pytest.mark.parametrize(
    "address",
    [
        *("http://example.com/", "ftp://example.com/", "file:///etc/passwd", "gopher://example.com", "//example.com/x"),
        *("example.com/x", "https:///x", "https://", "https://example.com:80/", "https://example.com:8443/"),
        *("https://user@example.com/", "https://user:pass@example.com/", "https://example.com\\@127.0.0.1/"),
        *("https://localhost/", "https://localhost./", "https://router/", "https://127.0.0.1/", "https://127.1/"),
        *("https://2130706433/", "https://0x7f000001/", "https://0x7f.0.0.1/", "https://017700000001/"),
        *("https://0177.0.0.1/", "https://127.0.0.1./", "https://[::1]/", "https://[::ffff:127.0.0.1]/"),
        *("https://[64:ff9b::7f00:1]/", "https://8.8.8.8/", "https://①②⑦.0.0.1/", "https://１２７.0.0.1/"),
        *("https://example.com\r\nHost: x/", "https://exa mple.com/", "https://example.com%00/", "https://.com/"),
        *("https://example..com/", "https://" + "a" * 300 + ".com/", "https://example.com/" + "x" * 1000),
        *("https://-example.com/", "https://example.com:99999/", "https://example.com:x/", "https://exa%6dple.com/"),
    ],
)
async def test_invalid_url_is_refused_before_a_lookup(remote: PublicServer, address: str) -> None:
    assert isinstance(await fetch(remote, address), str)
    assert (remote.looked_up, remote.called, remote.connections) == ([], [], 0)


@pytest.mark.parametrize(
    "addresses",
    [
        *(["127.0.0.1"], ["10.1.2.3"], ["169.254.169.254"], ["::1"], ["::ffff:127.0.0.1"], ["fe80::1"], ["fd00::1"]),
        *(["64:ff9b::7f00:1"], ["2002:7f00:1::"], ["100.64.0.1"], ["0.0.0.1"], ["224.0.0.1"]),
        # One private address among several is enough for a refusal.
        *([PUBLIC, "127.0.0.1"], ["::1", PUBLIC]),
    ],
)
async def test_a_host_in_a_private_network_is_refused_before_connecting(
    remote: PublicServer, addresses: list[str]
) -> None:
    remote.on("/")
    refused = await fetch(remote, "https://example.com/", {"example.com": [addresses]})
    assert refused == "The address does not lead to the public internet"
    assert (remote.looked_up, remote.called, remote.connections) == (["example.com"], [], 0)


async def test_a_name_is_resolved_once_and_only_that_address_is_used(remote: PublicServer) -> None:
    remote.on("/")
    names = {"example.com": [[PUBLIC], ["127.0.0.1"]]}
    assert await fetch(remote, "https://example.com/", names) == Page("text/plain", "hello", is_cut=False)
    assert (remote.looked_up, remote.called) == (["example.com"], [PUBLIC])


async def test_a_trailing_dot_of_a_host_name_is_ignored(remote: PublicServer) -> None:
    remote.on("/")
    assert isinstance(await fetch(remote, "https://EXAMPLE.com./"), Page)
    assert remote.looked_up == ["example.com"]


async def test_redirects_are_followed_three_times(remote: PublicServer) -> None:
    remote.on("/1", status=301, Location="https://other.example.com/2")
    remote.on("/2", status=307, Location="/3")
    remote.on("/3", status=302, Location="?x")
    remote.on("/3?x", b"there")
    assert await fetch(remote, "https://example.com/1") == Page("text/plain", "there", is_cut=False)
    assert remote.looked_up == ["example.com", *["other.example.com"] * 3]
    remote.on("/0", status=302, Location="/1")
    assert await fetch(remote, "https://example.com/0") == "More than 3 redirects"


@pytest.mark.parametrize(
    "location",
    [
        *("http://example.com/", "https://127.0.0.1/", "https://inside.example.com/", "//localhost/", "file:///etc"),
        *("https://user@example.com/", "https://example.com:8080/", "https://[::1]/", "https://[", "javascript:x"),
    ],
)
async def test_a_redirect_is_checked_like_the_url_itself(remote: PublicServer, location: str) -> None:
    remote.on("/1", status=302, Location=location)
    names = {"example.com": [[PUBLIC]], "inside.example.com": [["127.0.0.1"]]}
    assert isinstance(await fetch(remote, "https://example.com/1", names), str)
    assert (remote.called, remote.connections) == ([PUBLIC], 1)


async def test_a_redirect_is_refused_if_the_next_lookup_gives_a_private_address(remote: PublicServer) -> None:
    remote.on("/1", status=302, Location="/2")
    names = {"example.com": [[PUBLIC], ["127.0.0.1"]]}
    assert await fetch(remote, "https://example.com/1", names) == "The address does not lead to the public internet"
    assert remote.connections == 1


async def test_an_endless_response_is_truncated(remote: PublicServer) -> None:
    page = await fetch(remote, "https://example.com/endless")
    assert isinstance(page, Page)
    assert page.is_cut
    assert len(page.text) == safe_fetch.MAX_BYTES


async def test_a_disconnect_without_a_response_is_reported_as_unreadable(remote: PublicServer) -> None:
    remote.responses["/"] = b""
    assert await fetch(remote, "https://example.com/") == "example.com sent an unreadable response"


async def test_a_name_lookup_that_hangs_times_out(remote: PublicServer) -> None:
    async def never(_: str) -> list[str]:
        await asyncio.Event().wait()
        return []

    fetcher = SafeFetcher("Greenroom/test", resolve=never, transport=LocalTransport(remote), seconds=0.1)
    with pytest.raises(NotFetched, match=r"No answer within 0\.1 seconds"):
        await fetcher.fetch("https://example.com/")
    await fetcher.close()


@pytest.mark.parametrize("piece", [b"", b"x"])
async def test_a_silent_or_slow_server_times_out_and_is_disconnected(remote: PublicServer, piece: bytes) -> None:
    remote.slow_responses["/"] = piece
    fetcher = remote.fetcher(seconds=0.2)
    with pytest.raises(NotFetched, match=r"No answer within 0\.2 seconds"):
        await fetcher.fetch("https://example.com/")
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        await remote.client_disconnected.wait()
    assert (remote.sent_pieces > 2, len(remote.requests)) == (bool(piece), 1)
    await fetcher.close()


async def test_a_server_that_never_finishes_the_tls_handshake_is_disconnected(remote: PublicServer) -> None:
    disconnected = asyncio.Event()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()
        disconnected.set()

    async with await asyncio.start_server(listen, "127.0.0.1", 0) as server:
        remote.port = server.sockets[0].getsockname()[1]
        fetcher = remote.fetcher(seconds=0.3)
        with pytest.raises(NotFetched, match=r"example\.com cannot be reached"):
            await fetcher.fetch("https://example.com/")
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            await disconnected.wait()
        await fetcher.close()


def test_each_request_has_a_time_limit_of_three_seconds() -> None:
    assert inspect.signature(SafeFetcher).parameters["seconds"].default == safe_fetch.TIMEOUT_SECONDS == 3


@pytest.mark.parametrize("status", [201, 204, 206, 304, 400, 401, 404, 500, 503])
async def test_any_status_other_than_200_is_an_error(remote: PublicServer, status: int) -> None:
    remote.on("/", b"", status=status)
    assert await fetch(remote, "https://example.com/") == f"The server returned an error ({status})"


@pytest.mark.parametrize(
    ("kind", "is_text"),
    [
        *(("text/html", True), ("application/json", True), ("application/problem+json; charset=utf-8", True)),
        *(("image/png", False), ("application/octet-stream", False), ("application/javascript", False)),
    ],
)
async def test_only_text_and_json_are_read(remote: PublicServer, kind: str, is_text: bool) -> None:
    remote.on("/", b"{}", kind)
    assert isinstance(await fetch(remote, "https://example.com/"), Page) is is_text


async def test_compressed_responses_are_rejected(remote: PublicServer) -> None:
    remote.on("/", b"x" * 100, Content_Encoding="gzip")
    assert await fetch(remote, "https://example.com/") == "The response is compressed"


async def test_charsets_are_decoded_and_other_codecs_are_not_used(remote: PublicServer) -> None:
    remote.on("/", b"caf\xe9", "text/plain; charset=ISO-8859-1")
    remote.on("/other", b"caf\xe9", 'text/plain; charset="zlib_codec"')
    page, other = await fetch(remote, "https://example.com/"), await fetch(remote, "https://example.com/other")
    assert isinstance(page, Page)
    assert isinstance(other, Page)
    assert (page.text, other.text) == ("café", "caf\ufffd")


async def test_a_server_with_a_wrong_certificate_is_refused(remote: PublicServer) -> None:
    remote.on("/")
    refused = await fetch(remote, "https://example.org/", {"example.org": [[PUBLIC]]})
    assert refused == "example.org cannot be reached, or its certificate is not valid"
    assert remote.requests == []
