"""Every call has the outcome that `expected_permissions.py` gives for each kind of caller, level and API token."""

import contextlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from websockets.exceptions import ConnectionClosed

from features.access.expected_permissions import (
    CALLS,
    LEVELS,
    LOWEST_LEVEL,
    MOD,
    NEVER_WITH_TOKEN,
    ONLY_WITH_SESSION,
    OPERATOR,
    OWNER,
    PUBLIC,
    REFUSALS,
    SIGNED_IN,
    TOPICS,
)
from greenroom.accounts.access.rules import Role
from greenroom.accounts.access.topic_access import TopicPermissions
from greenroom.app import create_app
from greenroom.kernel.api.access import api_routes, permissions_of
from greenroom.kernel.api.api_router import loaded_api
from greenroom.kernel.ids import new_id
from greenroom.kernel.services import services_of
from support.api_tokens import client_with_scopes
from support.callers import Caller, create_caller, create_callers, signed_in, start_session
from support.greenroom_server import ApiClient, GreenroomServer

# The connected account, by which the watch page finds the channel.
STREAMER = "junoplays"
CHANGING_METHODS = {"POST", "PUT", "PATCH", "DELETE"}
ALLOWED = "allowed"
UNAUTHENTICATED = "401 unauthenticated"
NOT_FOUND = "404 channel_not_found"
SESSION_REQUIRED = "403 session_required"
CLOSE_CODES = {4401: UNAUTHENTICATED, 4403: "403 forbidden", 4404: NOT_FOUND}


@dataclass(frozen=True, slots=True)
class Call:
    """A call with the permission that it is expected to require."""

    method: str
    path: str
    permission: str

    @property
    def forbidden(self) -> str:
        """The expected outcome without the permission: a response names the permission, a closed socket does not."""
        return "403 forbidden" if self.method == "WS" else f"403 forbidden {self.permission}"

    @property
    def allowed(self) -> str:
        """The expected outcome with the permission."""
        refusal = REFUSALS[self.method, self.path]
        return f"{ALLOWED}, {refusal}" if refusal else ALLOWED

    def address(self, channel_id: str) -> str:
        """The path with the channel's id and otherwise unknown ids, so that most allowed calls change nothing."""
        values = {"channel_id": channel_id, "provider": "twitch", "name": STREAMER, "path:path": "sign-in"}
        parts = [values.get(part[1:-1], str(new_id())) if "{" in part else part for part in self.path.split("/")]
        return "/".join(parts)


EVERY_CALL = [Call(*call) for call in CALLS]


def declared_calls(api: FastAPI) -> Iterator[tuple[str, str, str]]:
    # These paths are public, and served without FastAPI.
    yield from (("GET", path, PUBLIC) for path in ("/health", "/{path:path}"))
    for path, route in api_routes(api.routes):
        (permission,) = permissions_of(route.dependant)
        methods = (route.methods or set()) if isinstance(route, APIRoute) else {"WS"}
        # HEAD is left out: its response has no body with a reason, and paths that also allow GET treat both alike.
        for method in methods - {"HEAD"}:
            yield method, path, permission


def expected_outcome(call: Call, caller: Caller) -> str:
    if call.permission == PUBLIC:
        return call.allowed
    if caller.user_id is None:
        return UNAUTHENTICATED
    if call.permission == SIGNED_IN:
        return call.allowed
    if call.permission == OPERATOR:
        return call.allowed if caller.is_operator else call.forbidden
    if caller.level is None or caller.level < MOD:
        return NOT_FOUND
    return call.allowed if caller.level >= LOWEST_LEVEL[call.permission] else call.forbidden


def expected_with_token(call: Call, scopes: set[str]) -> str:
    """The expected outcome of a call with a token of an operator who owns the channel."""
    if call.permission == PUBLIC:
        return call.allowed
    if call.method == "WS":
        return "403 forbidden"
    needs_session = call.permission in {SIGNED_IN, OPERATOR} or (call.method, call.path) in ONLY_WITH_SESSION
    if needs_session:
        return SESSION_REQUIRED
    return call.allowed if call.permission in scopes else call.forbidden


async def outcome(client: ApiClient, call: Call, channel_id: str) -> str:
    address = call.address(channel_id)
    if call.method == "WS":
        return await socket_outcome(client, address)
    return response_outcome(await client.http.request(call.method, address, headers=client.headers()))


async def restore_access(client: ApiClient, caller: Caller, channel_id: str) -> None:
    """Restores the session and the role in the channel, which some calls remove."""
    await start_session(client, caller)
    if caller.level is not None:
        await client.greenroom.set_level(channel_id, str(caller.user_id), caller.level)


def response_outcome(answer: httpx.Response) -> str:
    if answer.is_success:
        return ALLOWED
    kind = f"{answer.status_code} {answer.json()['type']}"
    if answer.status_code == 403 and kind != SESSION_REQUIRED:
        return f"{kind} {answer.json()['errors'][0]['message']}"
    return kind if kind in {UNAUTHENTICATED, NOT_FOUND, SESSION_REQUIRED} else f"{ALLOWED}, {answer.status_code}"


async def socket_outcome(client: ApiClient, address: str) -> str:
    async with client.socket(address.removeprefix("/api/2")) as opened:
        with contextlib.suppress(ConnectionClosed):
            await opened.socket.send("ping")
            assert await opened.socket.recv() == "pong"
            return ALLOWED
        return CLOSE_CODES[opened.socket.close_code or 0]


@pytest.mark.rows("A1", "A3", "A4", "A5", "A6", "A7")
def test_every_call_and_topic_declares_the_permission_that_the_rows_give_it(greenroom: GreenroomServer) -> None:
    api = loaded_api(create_app(greenroom.settings))
    assert Counter(declared_calls(api)) == Counter(CALLS)
    assert services_of(api).get(TopicPermissions) == TOPICS


@pytest.mark.rows("A1", "A2", "A3", "A4", "A5", "A6", "A7")
async def test_every_call_allows_exactly_the_callers_that_the_rows_name(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await owner.connect(STREAMER, channel_id=channel_id)
    wrong: list[str] = []
    for caller in await create_callers(greenroom, channel_id):
        client = await signed_in(greenroom, caller)
        for call in EVERY_CALL:
            got = await outcome(client, call, channel_id)
            if got == ALLOWED and call.method in CHANGING_METHODS:
                await restore_access(client, caller, channel_id)
            if got != expected_outcome(call, caller):
                wrong.append(f"{caller.name} {call.method} {call.path}: {got}, not {expected_outcome(call, caller)}")
    assert wrong == []


@pytest.mark.rows("A1", "A3", "A4", "A5", "A6", "A7")
async def test_each_call_with_an_api_token_is_allowed_only_if_public_or_within_the_scopes(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await owner.connect(STREAMER, channel_id=channel_id)
    caller = await create_caller(greenroom, "operator and owner", level=OWNER, is_operator=True)
    await greenroom.set_level(channel_id, str(caller.user_id), OWNER)
    person = await signed_in(greenroom, caller)
    wrong: list[str] = []
    for scopes in (set(LOWEST_LEVEL) - NEVER_WITH_TOKEN, {"channel.read"}):
        program = await client_with_scopes(person, *scopes)
        for call in EVERY_CALL:
            got, expected = await outcome(program, call, channel_id), expected_with_token(call, scopes)
            if got != expected:
                wrong.append(f"{len(scopes)} scopes {call.method} {call.path}: {got}, not {expected}")
    assert wrong == []


@pytest.mark.rows("A2", "A3", "A4", "A5", "A6", "E9")
async def test_channel_lists_exactly_the_permissions_of_each_level(greenroom: GreenroomServer, channel_id: str) -> None:
    assert {role.name: role.value for role in Role} == LEVELS
    for caller in await create_callers(greenroom, channel_id):
        answer = await (await signed_in(greenroom, caller)).ask("GET", f"/channels/{channel_id}")
        listed = set(answer.json().get("permissions", ()))
        assert listed == {one for one, lowest in LOWEST_LEVEL.items() if (caller.level or 0) >= lowest}, caller.name
