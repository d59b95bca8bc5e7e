"""Entries of the audit log about a channel's connections to platforms."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.audit.record import Subject, record_change
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.users import User
from greenroom.accounts.platforms import Platforms
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import JsonObject

# Why an entry cannot be undone.
CONNECTED = "Sign-ins cannot be undone here. Disconnect it in Platforms."
DISCONNECTED = "Its sign-in is gone. Connect it again in Platforms."


async def author_of(session: AsyncSession, user_id: UUID, now: datetime) -> ChangedBy:
    name = await session.scalar(select(User.display_name).where(User.id == user_id))
    return ChangedBy(name or "", now, user_id=user_id)


def record_platform(
    session: AsyncSession,
    platforms: Platforms,
    by: ChangedBy,
    provider: ChannelProvider,
    *,
    old: JsonObject | None = None,
    new: JsonObject | None = None,
    note: str = "",
    no_undo: str = CONNECTED,
) -> None:
    record_change(
        session,
        provider.channel_id,
        by,
        section="platforms",
        item=str(provider.id),
        title=platforms.info(provider.provider).name,
        old=old,
        new=new,
        subject=Subject("", account=f"{provider.provider}:{provider.provider_channel_id}"),
        note=note,
        no_undo=no_undo,
    )
