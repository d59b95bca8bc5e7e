"""Every route with every kind of caller; new routes are included automatically."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from uuid import UUID

import httpx
import pytest
from fastapi.routing import APIRoute
from websockets.exceptions import ConnectionClosed

from greenroom.app import create_app
from greenroom.kernel.ids import new_id
from greenroom.kernel.web.access import api_routes, permissions_of
from greenroom.kernel.web.api_router import load_routes
from greenroom.tenancy.access.guards import OPERATOR, SIGNED_IN
from greenroom.tenancy.access.rules import REQUIRED_ROLE, Permission, Role
from greenroom.tenancy.platforms import Grant, Identity, Tokens
from greenroom.tenancy.sessions.service import sign_in
from greenroom.tenancy.users.service import create_user, set_operator
from support.greenroom_server import ApiClient, GreenroomServer

PUBLIC = "PUBLIC"
# Connected, so that the watch page finds the channel.
STREAMER = "junoplays"
ALLOWED = "allowed"
UNAUTHENTICATED = "401 unauthenticated"
NOT_FOUND = "404 channel_not_found"
CLOSE_CODES = {4401: UNAUTHENTICATED, 4403: "403 forbidden", 4404: NOT_FOUND}
READING = ("GET", "WEBSOCKET")
# With fewer calls the walk has missed most routes.
MIN_CALLS = 39


@dataclass(frozen=True, slots=True)
class Call:
    method: str
    path: str
    permission: str

    @property
    def forbidden(self) -> str:
        """A response names the missing permission; a close code cannot."""
        return "403 forbidden" if self.method == "WEBSOCKET" else f"403 forbidden {self.permission}"

    def address(self, channel_id: str) -> str:
        """The channel exists, the other ids do not, so that most allowed calls change nothing."""
        values = {"channel_id": channel_id, "provider": "twitch", "name": STREAMER, "path:path": "sign-in"}
        parts = [values.get(part[1:-1], str(new_id())) if "{" in part else part for part in self.path.split("/")]
        return "/".join(parts)


@dataclass(frozen=True, slots=True)
class Caller:
    """A kind of user; level None is a user without a role in the channel."""

    name: str
    user_id: UUID | None = None
    level: int | None = None
    is_operator: bool = False


def calls(greenroom: GreenroomServer) -> Iterator[Call]:
    app = create_app(greenroom.settings)
    load_routes(app)
    for path, route in api_routes(app.routes):
        (permission,) = permissions_of(route.dependant)
        methods = (route.methods or set()) if isinstance(route, APIRoute) else {"WEBSOCKET"}
        # A response to HEAD has no body to tell why it was refused; a route that allows GET, too, treats both alike.
        for method in methods - {"HEAD"} if "GET" in methods else methods:
            yield Call(method, path, permission)


def expected_outcome(call: Call, caller: Caller) -> str:
    if call.permission == PUBLIC:
        return ALLOWED
    if caller.user_id is None:
        return UNAUTHENTICATED
    if call.permission == SIGNED_IN:
        return ALLOWED
    if call.permission == OPERATOR:
        return ALLOWED if caller.is_operator else call.forbidden
    if caller.level is None or caller.level < Role.MOD:
        return NOT_FOUND
    is_enough = caller.level >= REQUIRED_ROLE[Permission(call.permission)]
    return ALLOWED if is_enough else call.forbidden


def boundary_calls(every: list[Call], caller: Caller) -> list[Call]:
    return [call for call in every if is_boundary(call, caller)]


def is_boundary(call: Call, caller: Caller) -> bool:
    """Whether a neighbouring role has another result: testing the roles between adds nothing."""
    if caller.level is None:
        return True
    roles = sorted(Role)
    index = roles.index(Role(caller.level))
    neighbours = [replace(caller, level=role) for role in (*roles[index - 1 : index], *roles[index + 1 : index + 2])]
    return any(expected_outcome(call, other) != expected_outcome(call, caller) for other in neighbours)


async def create_callers(greenroom: GreenroomServer, channel_id: str) -> list[Caller]:
    callers = [
        Caller("anonymous"),
        await create_caller(greenroom, "stranger"),
        await create_caller(greenroom, "operator", is_operator=True),
    ]
    for role in Role:
        member = await create_caller(greenroom, role.name.lower(), level=role)
        await greenroom.set_level(channel_id, str(member.user_id), role)
        callers.append(member)
    return callers


async def create_caller(
    greenroom: GreenroomServer, name: str, *, level: int | None = None, is_operator: bool = False
) -> Caller:
    grant = Grant("twitch", Identity(f"id-{name}", name, name, ""), Tokens("t", None, None, frozenset()))
    async with greenroom.kernel.database.write() as session:
        user = await create_user(session, grant, greenroom.kernel.clock(), may_become_operator=False)
        await set_operator(session, user.username, is_operator=is_operator)
    return Caller(name, user.id, level, is_operator)


async def sign_in_again(client: ApiClient, caller: Caller) -> None:
    """Some calls end the session that they are made with."""
    if caller.user_id is not None:
        async with client.greenroom.kernel.database.write() as session:
            client.token = await sign_in(session, caller.user_id, "", client.greenroom.kernel.clock(), 30)


async def outcome(client: ApiClient, call: Call, channel_id: str) -> str:
    address = call.address(channel_id)
    if call.method == "WEBSOCKET":
        return await socket_outcome(client, address)
    return response_outcome(await client.http.request(call.method, address, headers=client.headers()))


def response_outcome(answer: httpx.Response) -> str:
    if answer.status_code < 400:
        return ALLOWED
    kind = f"{answer.status_code} {answer.json()['type']}"
    if answer.status_code == 403:
        return f"{kind} {answer.json()['errors'][0]['message']}"
    return kind if kind in {UNAUTHENTICATED, NOT_FOUND} else ALLOWED


async def socket_outcome(client: ApiClient, address: str) -> str:
    async with client.socket(address.removeprefix("/api/2")) as line:
        with contextlib.suppress(ConnectionClosed):
            await line.socket.send("ping")
            assert await line.socket.recv() == "pong"
            return ALLOWED
        return CLOSE_CODES[line.socket.close_code or 0]


@pytest.mark.rows("A1", "A2", "A7")
async def test_every_route_allows_exactly_the_callers_with_its_permission(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await owner.connect(STREAMER, channel_id=channel_id)
    every = list(calls(greenroom))
    wrong: list[str] = []
    for caller in await create_callers(greenroom, channel_id):
        client = await greenroom.client()
        await sign_in_again(client, caller)
        # All calls on SQLite; on PostgreSQL only those for which a neighbouring role has another result.
        for call in every if greenroom.kernel.database.is_sqlite else boundary_calls(every, caller):
            got = await outcome(client, call, channel_id)
            if got == ALLOWED and call.method not in READING:
                await sign_in_again(client, caller)
            if got != expected_outcome(call, caller):
                wrong.append(f"{caller.name} {call.method} {call.path}: {got}, not {expected_outcome(call, caller)}")
    assert wrong == []
    assert len(every) >= MIN_CALLS
