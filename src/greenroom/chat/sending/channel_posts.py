"""Helpers for posts in all chats of a channel: the chats that the bot can write in, and lists of mentions."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.platforms import Platforms
from greenroom.chat.protocol.actions import SendMessage

# Names in one message; more would not fit on every platform.
MAX_NAMES = 10


async def writable_chats(session: AsyncSession, platforms: Platforms, channel_id: UUID) -> list[tuple[UUID, str]]:
    """Connection and platform of each chat of the channel that is not read-only."""
    rows = await session.execute(
        select(ChannelProvider.id, ChannelProvider.provider)
        .where(ChannelProvider.channel_id == channel_id)
        .order_by(ChannelProvider.id)
    )
    return [(one_id, provider) for one_id, provider in rows if SendMessage in platforms.info(provider).actions]


def mentions(names: Sequence[str]) -> str:
    """Mentions of these names, such as `@Juno, @kestrel_ and 3 more`."""
    shown = ", ".join(f"@{name}" for name in names[:MAX_NAMES])
    return shown if len(names) <= MAX_NAMES else f"{shown} and {len(names) - MAX_NAMES} more"
