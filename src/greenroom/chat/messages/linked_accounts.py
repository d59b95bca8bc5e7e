"""The accounts of one person in a channel."""

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.models import Viewer

# Platform and the platform's id of the viewer.
Account = tuple[str, str]


async def linked_accounts(session: AsyncSession, channel_id: UUID, account: Account) -> list[Account]:
    """The account and all accounts linked to it; only the account itself if it is unknown or not linked."""
    provider, viewer_id = account
    person = select(Viewer.person_id).where(
        Viewer.channel_id == channel_id, Viewer.provider == provider, Viewer.viewer_id == viewer_id
    )
    rows = await session.execute(
        select(Viewer.provider, Viewer.viewer_id)
        .where(Viewer.channel_id == channel_id, Viewer.person_id == person.scalar_subquery())
        .order_by(Viewer.provider, Viewer.viewer_id)
    )
    return [(row.provider, row.viewer_id) for row in rows] or [account]
