"""Sending to user-supplied URLs: public servers only, or the hosts that the operator allows."""

import asyncio
import contextlib

import httpx
import pytest

from greenroom.kernel.http.safe_fetch import NotFetched, Reply, SafeFetcher
from greenroom.kernel.http.safe_fetch_calls import is_local
from support.public_server import PUBLIC, open_public_server
from support.routed_server import routed_server
from support.waiting import MAX_WAIT_SECONDS

HEADERS = {"Content-Type": "application/json"}


async def post(fetcher: SafeFetcher, address: str) -> Reply | str:
    """The answer, or the error message."""
    try:
        return await fetcher.post(address, b'{"a": 1}', HEADERS)
    except NotFetched as error:
        return str(error)
    finally:
        await fetcher.close()


async def test_body_is_sent_to_the_public_address_of_the_host() -> None:
    async with open_public_server() as remote:
        remote.on("/hook", b"", status=202, Retry_After="7")
        assert await post(remote.fetcher(), "https://example.com/hook") == Reply(202, "7")
    assert (remote.called, remote.bodies) == ([PUBLIC], [b'{"a": 1}'])
    head = remote.requests[0].lower()
    assert head.startswith("post /hook ")
    assert "host: example.com\r\n" in head
    assert "content-type: application/json\r\n" in head


@pytest.mark.parametrize("private", ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1"])
async def test_name_that_leads_to_a_private_address_is_not_called(private: str) -> None:
    async with open_public_server() as remote:
        problem = await post(remote.fetcher({"example.com": [[PUBLIC, private]]}), "https://example.com/hook")
    assert problem == "The address does not lead to the public internet"
    assert remote.connections == 0


async def test_redirect_is_an_answer_and_is_not_followed() -> None:
    async with open_public_server() as remote:
        remote.on("/hook", b"", status=307, Location="https://other.example.com/")
        assert await post(remote.fetcher(), "https://example.com/hook") == Reply(307, "")
    assert remote.connections == 1


@pytest.mark.parametrize(
    ("allowed", "address"),
    [
        ("nas.local", "http://nas.local:5678/"),
        ("nas.local:80", "http://nas.local/"),
        ("nas.local:443", "https://nas.local/"),
        ("[::1]", "http://[::1]:8123/"),
        ("[::1]:8123", "http://[::1]:8123/"),
        ("b\u00fccher.local", "http://b\u00fccher.local/"),
    ],
)
def test_allowed_hosts_are_recognised_with_and_without_a_port(allowed: str, address: str) -> None:
    assert is_local(httpx.URL(address), frozenset({allowed}))


@pytest.mark.parametrize(
    ("allowed", "address"),
    [
        ("nas.local:80", "https://nas.local/"),
        ("nas.local:80", "http://nas.local:81/"),
        ("not a host", "http://nas.local/"),
    ],
)
def test_other_ports_and_hosts_are_not_allowed(allowed: str, address: str) -> None:
    assert not is_local(httpx.URL(address), frozenset({allowed}))


async def test_server_that_sends_endless_headers_is_disconnected() -> None:
    disconnected = asyncio.Event()

    async def flood(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while not writer.is_closing():
                writer.write(b"HTTP/1.1 103 Early Hints\r\n\r\n" * 100)
                await writer.drain()
        disconnected.set()

    async with await asyncio.start_server(flood, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        fetcher = SafeFetcher("Greenroom/test", seconds=MAX_WAIT_SECONDS, local_hosts=frozenset({"127.0.0.1"}))
        assert await post(fetcher, f"http://127.0.0.1:{port}/") == "127.0.0.1 sent an unreadable response"
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            await disconnected.wait()


@pytest.mark.parametrize("allowed", ["127.0.0.1", "127.0.0.1:PORT"])
async def test_allowed_host_may_be_called_without_tls(allowed: str) -> None:
    async with routed_server() as local:
        local.on("POST /hook", 204, "")
        port = local.url.rpartition(":")[2]
        fetcher = SafeFetcher("Greenroom/test", local_hosts=frozenset({allowed.replace("PORT", port)}))
        assert await post(fetcher, f"{local.url}/hook") == Reply(204, "")
    assert local.calls[0].json == {"a": 1}


@pytest.mark.parametrize("allowed", ["", "127.0.0.1:1", "localhost", "127.0.0.10", "example.com"])
async def test_local_host_that_is_not_allowed_is_not_called(allowed: str) -> None:
    async with routed_server() as local:
        fetcher = SafeFetcher("Greenroom/test", local_hosts=frozenset({allowed}))
        assert "https://" in str(await post(fetcher, f"{local.url}/hook"))
    assert local.calls == []


async def test_host_that_is_allowed_for_sending_cannot_be_fetched() -> None:
    async with routed_server() as local:
        fetcher = SafeFetcher("Greenroom/test", local_hosts=frozenset({"127.0.0.1"}))
        with pytest.raises(NotFetched):
            await fetcher.fetch(f"{local.url}/hook")
        await fetcher.close()
    assert local.calls == []
