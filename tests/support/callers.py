"""Callers of every kind: not signed in, without a role, operator, and one with each role in a channel."""

from dataclasses import dataclass
from uuid import UUID

from greenroom.accounts.access.rules import Role
from greenroom.accounts.channels.service import create_channel
from greenroom.accounts.platforms import Grant, Identity, Tokens
from greenroom.accounts.sessions.service import sign_in
from greenroom.accounts.users.operators import grant_operator
from greenroom.accounts.users.service import create_user
from support.greenroom_server import ApiClient, GreenroomServer


@dataclass(frozen=True, slots=True)
class Caller:
    """A caller of one kind. `user_id` is None if not signed in; `level` is None without a role in the channel."""

    name: str
    user_id: UUID | None = None
    level: int | None = None
    is_operator: bool = False


async def create_callers(greenroom: GreenroomServer, channel_id: str) -> list[Caller]:
    """One caller of each kind. Each signed-in caller also owns a channel of their own."""
    callers = [
        Caller("anonymous"),
        await create_caller(greenroom, "owner of another channel"),
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
    """Creates a user with a channel of their own. Stores `level` in the result but does not grant it."""
    grant = Grant("twitch", Identity(f"id-{name}", name, name, ""), Tokens("t", None, None, frozenset()))
    now = greenroom.kernel.clock()
    async with greenroom.kernel.database.write() as session:
        user = await create_user(session, grant, now, may_become_operator=False)
        if is_operator:
            await grant_operator(session, user)
        await create_channel(session, user.id, "Somewhere Else", now)
    return Caller(name, user.id, level, is_operator)


async def signed_in(greenroom: GreenroomServer, caller: Caller) -> ApiClient:
    client = await greenroom.client()
    await start_session(client, caller)
    return client


async def start_session(client: ApiClient, caller: Caller) -> None:
    """Signs the client in as the caller; does nothing if the caller has no user."""
    if caller.user_id is not None:
        async with client.greenroom.kernel.database.write() as session:
            client.token = await sign_in(session, caller.user_id, "", client.greenroom.kernel.clock(), 30)
