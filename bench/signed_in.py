"""A user who is signed in and has a role in a channel."""

from uuid import UUID

from greenroom.accounts.access.rules import Role
from greenroom.accounts.channels.service import set_level
from greenroom.accounts.platforms import Grant, Identity, Tokens
from greenroom.accounts.sessions.service import sign_in
from greenroom.accounts.users.service import create_user
from greenroom.kernel.clock import system_clock
from greenroom.kernel.db.database import Database


async def sign_in_as(database: Database, channel_id: UUID, role: Role) -> dict[str, str]:
    """Creates a user with this role in the channel and signs them in; returns the headers of their requests."""
    now = system_clock()
    grant = Grant("twitch", Identity("1", "staff", "Staff", ""), Tokens("t", None, None, frozenset()))
    async with database.write() as session:
        user = await create_user(session, grant, now, may_become_operator=False)
        await set_level(session, channel_id, user.id, role, now)
        token = await sign_in(session, user.id, "", now, 30)
    return {"Authorization": f"Bearer {token}"}
