"""The viewers to whom accounts belong, as lists show them."""

from collections.abc import Sequence
from uuid import UUID

from msgspec import Struct
from sqlalchemy import select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.models import Viewer
from greenroom.economy.ledger import AccountKey
from greenroom.economy.models import PERSON


class Holder(Struct, frozen=True):
    provider: str
    viewer_id: str
    login: str
    name: str
    avatar_url: str
    # The highest role that the platform reports.
    level: int


async def holders_of(
    session: AsyncSession, channel_id: UUID, accounts: Sequence[AccountKey]
) -> dict[AccountKey, Holder]:
    """By account; for that of a person the linked viewer who wrote most. Viewers that are not stored are missing."""
    viewers = [key for key in accounts if key[0] != PERSON]
    persons = [UUID(viewer_id) for provider, viewer_id in accounts if provider == PERSON]
    are_shown = tuple_(Viewer.provider, Viewer.viewer_id).in_(viewers) | Viewer.person_id.in_(persons)
    rows = await session.scalars(
        select(Viewer).where(Viewer.channel_id == channel_id, are_shown).order_by(Viewer.message_count, Viewer.id)
    )
    found: dict[AccountKey, Holder] = {}
    # The viewer who wrote most comes last.
    for row in rows:
        holder = Holder(row.provider, row.viewer_id, row.login, row.name, row.avatar_url, row.level)
        found[row.provider, row.viewer_id] = holder
        if row.person_id is not None:
            found[PERSON, row.person_id.hex] = holder
    return found
