"""Request bodies: the caller is authorised before the body is read, and too large a body is refused."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Iterator

import pytest
from fastapi.routing import APIRoute

from greenroom.accounts.access.rules import Role
from greenroom.app import create_app
from greenroom.kernel.api import guarded_route
from greenroom.kernel.api.access import api_routes, permissions_of
from greenroom.kernel.api.api_router import loaded_api
from greenroom.kernel.ids import new_id
from greenroom.kernel.web.json_bodies import MAX_JSON_VALUES
from greenroom.settings import Settings
from rehearsal.state import RehearsalState
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, open_server, refusal
from support.sql_statements import statements
from support.waiting import MAX_WAIT_SECONDS, wait_until

ANNOUNCED_BYTES = 200 * 2**10
# A smaller number would mean that most routes were missed.
MIN_CALLS = 40
JSON = {"Content-Type": "application/json"}


class RawRequest:
    """A request whose body is sent piece by piece."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def head(self) -> tuple[int, dict[str, str]]:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower().splitlines()
        headers = dict(line.split(": ", 1) for line in lines[1:] if line)
        return int(lines[0].split()[1]), headers


@contextlib.asynccontextmanager
async def raw_request(client: ApiClient, method: str, path: str, length: int) -> AsyncGenerator[RawRequest]:
    reader, writer = await asyncio.open_connection(client.greenroom.settings.host, client.greenroom.settings.port)
    headers = {"Host": "localhost", "Content-Length": str(length)} | JSON | client.headers()
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode())
    try:
        yield RawRequest(reader, writer)
    finally:
        writer.close()


def guarded_calls(greenroom: GreenroomServer, channel_id: str) -> Iterator[tuple[str, str]]:
    """Method and address of every call that has a body and is not public."""
    for path, route in api_routes(loaded_api(create_app(greenroom.settings)).routes):
        if isinstance(route, APIRoute) and route.body_field and "PUBLIC" not in permissions_of(route.dependant):
            values = {"{channel_id}": channel_id, "{provider}": "twitch"}
            parts = [values.get(part, str(new_id())) if "{" in part else part for part in path.split("/")]
            yield min(route.methods or ()), "/".join(parts)


@pytest.mark.rows("A1", "A7")
async def test_caller_without_access_is_refused_before_the_body(greenroom: GreenroomServer, channel_id: str) -> None:
    anonymous, stranger = await greenroom.client(), await greenroom.sign_in_directly("odalys_")
    calls = list(guarded_calls(greenroom, channel_id))
    for method, path in calls:
        async with raw_request(anonymous, method, path, ANNOUNCED_BYTES) as request:
            status, headers = await request.head()
            assert (status, headers.get("connection"), path) == (401, "close", path)
    for method, path in calls:
        if path.startswith("/api/2/channels/"):
            async with raw_request(stranger, method, path, ANNOUNCED_BYTES) as request:
                assert (await request.head())[0] == 404, path
    assert len(calls) >= MIN_CALLS


async def test_caller_without_token_is_refused_before_a_large_body(greenroom: GreenroomServer, channel_id: str) -> None:
    path = f"/api/2/channels/{channel_id}/channel-file/diff"
    async with raw_request(await greenroom.client(), "POST", path, 24 * 2**20) as request:
        status, headers = await request.head()
    assert (status, headers["connection"]) == (401, "close")


async def test_invalid_channel_id_is_refused_before_the_body_is_sent(greenroom: GreenroomServer) -> None:
    async with raw_request(await greenroom.client(), "POST", "/api/2/channels/x/commands", ANNOUNCED_BYTES) as request:
        assert (await request.head())[0] == 422


@pytest.mark.parametrize("path", ["/user/settings", "/channels/{channel_id}/quote-settings"])
async def test_caller_is_looked_up_once_per_request(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, path: str
) -> None:
    await greenroom.set_level(channel_id, (await owner.get("/user"))["id"], Role.OWNER)
    with statements(greenroom.kernel.database) as executed:
        await owner.ask("PUT", path.format(channel_id=channel_id), json={})
    assert len([one for one in executed if "FROM sessions" in one]) == 1


async def test_access_lost_during_a_long_upload_refuses_the_call(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guarded_route, "ACCESS_VALID_SECONDS", -1.0)
    editor = await greenroom.staff("odalys_", channel_id, Role.EDITOR)
    body = b'{"display_name": "x"}'
    async with raw_request(editor, "POST", f"/api/2/channels/{channel_id}/commands", len(body)) as request:
        await request.send(body[:5])
        with statements(greenroom.kernel.database) as executed:
            await wait_until(lambda: any("FROM channel_users" in one for one in executed))
        await greenroom.set_level(channel_id, (await editor.get("/user"))["id"], Role.PUBLIC)
        await request.send(body[5:])
        assert (await request.head())[0] == 404


async def test_body_with_too_many_values_is_refused(owner: ApiClient, channel_id: str) -> None:
    content = b'{"source": "tbot", "rows": [' + b"[]," * (MAX_JSON_VALUES // 2) + b"1]}"
    response = await owner.ask("POST", f"/channels/{channel_id}/imports", content=content, headers=JSON)
    assert refusal(response) == (413, "too_many_values")


async def test_commas_in_texts_are_not_counted_as_values(owner: ApiClient, channel_id: str) -> None:
    content = b'{"content": "' + b',[{\\"' * (MAX_JSON_VALUES // 2) + b'"}'
    response = await owner.ask("POST", f"/channels/{channel_id}/channel-file/diff", content=content, headers=JSON)
    assert response.status_code != 413


async def test_large_body_of_a_sign_in_is_refused(greenroom: GreenroomServer) -> None:
    response = await (await greenroom.client()).ask("POST", "/oauth/twitch", json={"code": "x" * 20_000})
    assert refusal(response) == (413, "too_large")


async def test_sign_ins_over_the_limit_are_refused_before_their_body_is_sent(
    settings: Settings, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    settings.max_sign_ins_per_minute = 1
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        client = await greenroom.client()
        assert (await client.complete_oauth({"state": "s", "code": "c"})).status_code == 400
        async with raw_request(client, "POST", "/api/2/oauth/twitch", 30) as request:
            assert (await request.head())[0] == 429


@pytest.mark.parametrize("path", ["/webhooks/kick", "/webhooks/twitch"])
async def test_webhook_without_signature_is_refused_before_its_body_is_sent(
    greenroom: GreenroomServer, path: str
) -> None:
    async with raw_request(await greenroom.client(), "POST", path, ANNOUNCED_BYTES) as request:
        status, headers = await request.head()
    assert (status in {400, 403, 404}, headers["connection"]) == (True, "close")
