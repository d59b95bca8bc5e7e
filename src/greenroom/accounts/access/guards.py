"""Dependencies of routes: each declares who may call the route, and checks it."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import Depends
from fastapi.params import Depends as DependsMarker
from starlette.requests import HTTPConnection

from greenroom.accounts.access.access_cache import AccessCache, Member
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import (
    Access,
    ChannelNotFound,
    Forbidden,
    authorize,
    membership,
    refuse_suspended,
)
from greenroom.accounts.sessions.api_token_use import (
    SessionRequired,
    authenticate_api_token,
    is_api_token,
    is_last_used_update_due,
    record_use,
)
from greenroom.accounts.sessions.rules import is_last_seen_update_due
from greenroom.accounts.sessions.service import Person, authenticate, extend_session
from greenroom.kernel.api.access import AccessRule
from greenroom.kernel.api.dependencies import KernelDep
from greenroom.kernel.context import Kernel, kernel_of
from greenroom.kernel.db.change_tracking import ChangedBy, token_author
from greenroom.kernel.services import service_of
from greenroom.kernel.web.request_bodies import body_of

CHANNEL_PARAMETER = "channel_id"
BEARER_PREFIX = "bearer."


def bearer_token(connection: HTTPConnection) -> str | None:
    """The token from the header or, for WebSockets of browsers, the sub-protocols; never from the URL."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip()
    offered: list[str] = connection.scope.get("subprotocols", [])
    return next((name.removeprefix(BEARER_PREFIX) for name in offered if name.startswith(BEARER_PREFIX)), None)


async def _authenticate(connection: HTTPConnection, kernel: Kernel) -> Person:
    """The signed-in person; refuses API tokens, which are valid only for paths of a channel."""
    now, token = kernel.clock(), bearer_token(connection)
    if is_api_token(token):
        raise SessionRequired
    async with kernel.database.read() as session:
        person = await authenticate(session, token, now)
    await _record_visit(kernel, person, now)
    _assign_body(connection, person)
    return person


def _assign_body(connection: HTTPConnection, person: Person) -> None:
    if (body := body_of(connection)) is not None:
        body.belongs_to_person(person.user_id)


async def _record_visit(kernel: Kernel, person: Person, now: datetime) -> None:
    if person.token is not None:
        if is_last_used_update_due(person.last_seen_at, now):
            async with kernel.database.write() as session:
                await record_use(session, person.session_id, now)
    elif is_last_seen_update_due(person.last_seen_at, now):
        async with kernel.database.write() as session:
            await extend_session(session, person.session_id, now, kernel.settings.session_days)


class _SignedIn(AccessRule):
    async def __call__(self, connection: HTTPConnection, kernel: KernelDep) -> Person:
        return await self.once(connection, lambda: _authenticate(connection, kernel))


class _Operator(AccessRule):
    async def __call__(self, connection: HTTPConnection, kernel: KernelDep) -> Person:
        person = await self.once(connection, lambda: _authenticate(connection, kernel))
        if not person.is_operator:
            raise Forbidden(self.permission)
        return person


class _InChannel(AccessRule):
    path_parameter = CHANNEL_PARAMETER

    def __init__(self, permission: Permission, *, while_suspended: bool, with_api_token: bool) -> None:
        super().__init__(permission)
        self._permission = permission
        self._while_suspended = while_suspended
        self._with_api_token = with_api_token

    async def __call__(self, channel_id: UUID, connection: HTTPConnection) -> Access:
        return await self.once(connection, lambda: self._authorize(connection, channel_id))

    async def _authorize(self, connection: HTTPConnection, channel_id: UUID) -> Access:
        # API tokens open no sockets: when access ends, only sockets of sessions are closed, and others would stay open.
        if is_api_token(bearer_token(connection)) and not (self._with_api_token and connection.scope["type"] == "http"):
            raise SessionRequired
        return await authorize_in_channel(
            connection, channel_id, self._permission, while_suspended=self._while_suspended
        )


async def authorize_in_channel(
    connection: HTTPConnection, channel_id: UUID, permission: Permission, *, while_suspended: bool = False
) -> Access:
    """Checks the caller's permission in a channel, or raises."""
    token, kernel = bearer_token(connection), kernel_of(connection)
    cache = service_of(connection, AccessCache)
    member = cache.find(token, channel_id, kernel.clock())
    if member is None:
        member = await _look_up(kernel, cache, token, channel_id)
    token_author.set(member.person.token)
    _assign_body(connection, member.person)
    suspension = None if while_suspended else member.suspension
    return authorize(member.person, channel_id, member.level, permission, suspension)


async def _look_up(kernel: Kernel, cache: AccessCache, token: str | None, channel_id: UUID) -> Member:
    # Taken before the read: a later change makes the result uncacheable.
    version, now = cache.version, kernel.clock()
    async with kernel.database.read() as session:
        person = await (authenticate_api_token if is_api_token(token) else authenticate)(session, token, now)
        found = await membership(session, channel_id, person.user_id)
    await _record_visit(kernel, person, now)
    if found is None or not token:
        raise ChannelNotFound
    member = Member(person, *found)
    if member.ends_at is not None and member.ends_at <= now:
        raise ChannelNotFound
    cache.store(token, channel_id, member, now=now, version=version)
    return member


SIGNED_IN = "SIGNED_IN"
OPERATOR = "OPERATOR"

SignedIn = Annotated[Person, Depends(_SignedIn(SIGNED_IN))]
Operator = Annotated[Person, Depends(_Operator(OPERATOR))]


def changed_by(access: Access, kernel: Kernel) -> ChangedBy:
    return access.changed_by(kernel.clock())


def require(permission: Permission, *, while_suspended: bool = False, with_api_token: bool = True) -> DependsMarker:
    """Requires this permission in the channel named in the path.

    `while_suspended` allows the call in a suspended channel; without `with_api_token`, API tokens are refused.
    """
    return Depends(_InChannel(permission, while_suspended=while_suspended, with_api_token=with_api_token))


class _PublicInChannel(AccessRule):
    path_parameter = CHANNEL_PARAMETER

    async def __call__(self, channel_id: UUID, connection: HTTPConnection) -> None:
        async with kernel_of(connection).database.read() as session:
            await refuse_suspended(session, channel_id)


# For the public pages of a channel, which are closed while it is suspended.
PUBLIC_IN_CHANNEL = Depends(_PublicInChannel("PUBLIC"))
