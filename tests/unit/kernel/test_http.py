import asyncio
import socket
from collections.abc import AsyncGenerator

import httpx
import pytest
from structlog.testing import capture_logs
from tenacity import wait_none

from greenroom.kernel.http.client import HttpClient, NoResponse, NotSent
from support.flaky_server import CLOSE_WITHOUT_RESPONSE, NO_RESPONSE, flaky_server, http_response
from support.waiting import wait_until


@pytest.fixture
async def http() -> AsyncGenerator[HttpClient]:
    client = HttpClient("Greenroom/test", wait=wait_none())
    yield client
    await client.close()


async def test_an_error_response_is_returned_to_the_caller(http: HttpClient) -> None:
    async with flaky_server(http_response(404, b"gone")) as server:
        response = await http.request("GET", server.url)
    assert (response.status_code, response.content) == (404, b"gone")


async def test_a_request_has_our_user_agent_its_query_and_its_headers(http: HttpClient) -> None:
    async with flaky_server(http_response(200)) as server:
        await http.request(
            "GET", f"{server.url}/users", params=[("id", "1"), ("id", "2")], headers={"Authorization": "Bearer x"}
        )
        assert server.request_lines == ["GET /users?id=1&id=2 HTTP/1.1"]
        assert "User-Agent: Greenroom/test" in server.requests[0]
        assert "Authorization: Bearer x" in server.requests[0]


@pytest.mark.parametrize("status", [502, 503, 504])
async def test_a_temporary_failure_is_retried(http: HttpClient, status: int) -> None:
    async with flaky_server(http_response(status), http_response(status), http_response(200)) as server:
        assert (await http.request("GET", server.url)).status_code == 200


async def test_a_failure_that_lasts_is_returned_after_three_attempts(http: HttpClient) -> None:
    async with flaky_server(*[http_response(503)] * 3) as server:
        assert (await http.request("GET", server.url)).status_code == 503
        assert len(server.requests) == 3


@pytest.mark.parametrize("status", [400, 401, 429, 500])
async def test_other_error_statuses_are_returned_without_a_retry(http: HttpClient, status: int) -> None:
    async with flaky_server(http_response(status)) as server:
        assert (await http.request("GET", server.url)).status_code == status


async def test_request_without_a_free_connection_in_the_pool_raises_a_not_sent_error(
    http: HttpClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("greenroom.kernel.http.transport.TIMEOUT", httpx.Timeout(10.0, pool=0.05))
    size = 100  # httpx's default
    async with flaky_server(*[NO_RESPONSE] * size) as server, asyncio.TaskGroup() as group:
        held = [group.create_task(http.request("POST", server.url)) for _ in range(size)]
        await wait_until(lambda: len(server.requests) >= size)
        with pytest.raises(NotSent):
            await http.request("POST", server.url)
        for one in held:
            one.cancel()


async def test_non_idempotent_request_is_not_repeated(http: HttpClient) -> None:
    async with flaky_server(http_response(503)) as server:
        assert (await http.request("POST", server.url, data={"a": "b"})).status_code == 503
    async with flaky_server(CLOSE_WITHOUT_RESPONSE) as server:
        with pytest.raises(NoResponse):
            await http.request("POST", server.url, json={"a": "b"})
        assert len(server.requests) == 1


async def test_a_broken_connection_is_retried(http: HttpClient) -> None:
    async with flaky_server(CLOSE_WITHOUT_RESPONSE, http_response(200)) as server:
        assert (await http.request("GET", server.url)).status_code == 200


async def test_undelivered_request_is_repeated_even_if_not_idempotent(http: HttpClient) -> None:
    with socket.socket() as not_listening:
        not_listening.bind(("127.0.0.1", 0))
        port = not_listening.getsockname()[1]
        with capture_logs() as logs, pytest.raises(NoResponse):
            await http.request("POST", f"http://127.0.0.1:{port}/x?code=secret", data={"code": "secret"})
    assert [entry["event"] for entry in logs] == ["http_out_failed"] * 3
    assert "secret" not in str(logs)


async def test_a_redirect_is_not_followed(http: HttpClient) -> None:
    async with flaky_server(http_response(302, b"", "Location: http://127.0.0.1:1/")) as server:
        assert (await http.request("GET", server.url)).status_code == 302


async def test_a_proxy_in_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    client = HttpClient("Greenroom/test", wait=wait_none())
    async with flaky_server(http_response(200)) as server:
        assert (await client.request("GET", server.url)).status_code == 200
    await client.close()


async def test_a_cancelled_request_is_not_repeated(http: HttpClient) -> None:
    arrived: asyncio.Queue[str] = asyncio.Queue()
    disconnected = asyncio.Event()

    async def never_respond(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        arrived.put_nowait("request")
        await reader.read()
        writer.close()
        disconnected.set()

    async with await asyncio.start_server(never_respond, "127.0.0.1", 0) as server:
        request = asyncio.create_task(http.request("GET", f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"))
        await arrived.get()
        request.cancel()
        with pytest.raises(asyncio.CancelledError):
            await request
        await disconnected.wait()
    assert arrived.empty()


async def test_the_log_has_no_query_and_no_headers(http: HttpClient) -> None:
    with capture_logs() as logs:
        async with flaky_server(http_response(200)) as server:
            await http.request("GET", f"{server.url}/x?token=secret", headers={"Authorization": "Bearer secret"})
    assert (logs[0]["event"], logs[0]["path"], logs[0]["status"]) == ("http_out", "/x", 200)
    assert "secret" not in str(logs)
