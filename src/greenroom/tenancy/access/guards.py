"""What routes put into their signatures to say who may call them."""

from typing import Annotated
from uuid import UUID

from fastapi import Depends
from fastapi.params import Depends as DependsMarker
from starlette.requests import HTTPConnection

from greenroom.kernel.access import Declared
from greenroom.kernel.context import Kernel, KernelDep
from greenroom.tenancy.access.rules import Permission
from greenroom.tenancy.access.service import Access, Forbidden, check
from greenroom.tenancy.sessions.rules import is_worth_touching
from greenroom.tenancy.sessions.service import Person, recognise, touch

BEARER_PREFIX = "bearer."


def bearer_token(connection: HTTPConnection) -> str | None:
    """From the header; browsers cannot set one for a socket, so there from the sub-protocols; never from the URL."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip()
    offered: list[str] = connection.scope.get("subprotocols", [])
    return next((name.removeprefix(BEARER_PREFIX) for name in offered if name.startswith(BEARER_PREFIX)), None)


async def _recognise(connection: HTTPConnection, kernel: Kernel) -> Person:
    now = kernel.clock()
    async with kernel.database.read() as session:
        person = await recognise(session, bearer_token(connection), now)
    if is_worth_touching(person.last_seen_at, now):
        async with kernel.database.write() as session:
            await touch(session, person.session_id, now, kernel.settings.session_days)
    return person


class _SignedIn(Declared):
    async def __call__(self, connection: HTTPConnection, kernel: KernelDep) -> Person:
        return await _recognise(connection, kernel)


class _Operator(Declared):
    async def __call__(self, connection: HTTPConnection, kernel: KernelDep) -> Person:
        person = await _recognise(connection, kernel)
        if not person.is_operator:
            raise Forbidden(self.permission)
        return person


class _InChannel(Declared):
    def __init__(self, permission: Permission) -> None:
        super().__init__(permission)
        self._permission = permission

    async def __call__(self, channel_id: UUID, connection: HTTPConnection, kernel: KernelDep) -> Access:
        person = await _recognise(connection, kernel)
        async with kernel.database.read() as session:
            return await check(session, person, channel_id, self._permission, kernel.clock())


SIGNED_IN = "SIGNED_IN"
OPERATOR = "OPERATOR"

SignedIn = Annotated[Person, Depends(_SignedIn(SIGNED_IN))]
Operator = Annotated[Person, Depends(_Operator(OPERATOR))]


def require(permission: Permission) -> DependsMarker:
    """The caller needs this permission in the channel that the path names."""
    return Depends(_InChannel(permission))
