"""Links between viewers that a process of its own makes or removes, which may be killed."""

from uuid import UUID

from greenroom.accounts.access.rules import Role
from greenroom.accounts.access.service import Access
from greenroom.accounts.sessions.service import Person
from greenroom.features.viewers import account_links
from greenroom.features.viewers.account_links import Account
from greenroom.features.viewers.schemas import LinkIn
from greenroom.kernel.context import Kernel


def owner_of(kernel: Kernel, channel_id: UUID) -> Access:
    now, unused = kernel.clock(), UUID(int=1)
    return Access(Person(unused, unused, "juno", "Juno", "", False, now, now), channel_id, Role.OWNER)


async def link(kernel: Kernel, channel_id: UUID, viewer: Account, other: Account) -> None:
    body = LinkIn(provider=other[0], provider_viewer_id=other[1])
    async with kernel.database.write() as session:
        await account_links.link_by_moderator(session, owner_of(kernel, channel_id), viewer, body, kernel.clock())


async def unlink(kernel: Kernel, channel_id: UUID, viewer: Account) -> None:
    async with kernel.database.write() as session:
        await account_links.unlink(session, owner_of(kernel, channel_id), viewer, kernel.clock())
