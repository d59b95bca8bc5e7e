"""Connections that a message can go to, and the original message of a reply."""

from collections.abc import Sequence
from uuid import UUID

import msgspec
from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.channel_providers.service import find_provider
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.platforms import Platforms, UnknownPlatform
from greenroom.accounts.user_providers.service import find_connection
from greenroom.chat.messages.line import ChatLine, LineRef
from greenroom.chat.messages.line_ids import is_line
from greenroom.chat.messages.models import ChatMessage
from greenroom.chat.protocol.actions import Announce, SendMessage
from greenroom.chat.protocol.capabilities import missing_reason
from greenroom.chat.sending.splitting import DEFAULT_MAX_LENGTH
from greenroom.features.sending.rules import Destination, SentKind
from greenroom.features.sending.schemas import ReplyIn, ReplyOut
from greenroom.kernel.errors import Invalid

MAX_QUOTE_LENGTH = 200


class Target(Struct, frozen=True):
    destination: Destination
    provider: str
    # Display name of the platform.
    platform: str


async def find_targets(
    session: AsyncSession,
    platforms: Platforms,
    channel_id: UUID,
    target_ids: Sequence[UUID],
    kind: SentKind,
    field: str = "targets",
) -> list[Target]:
    """The targets in the order of `target_ids`; raises Invalid if one is not connected or does not support the kind."""
    rows = await session.execute(
        select(ChannelProvider.id, ChannelProvider.provider).where(
            ChannelProvider.channel_id == channel_id, ChannelProvider.id.in_(target_ids)
        )
    )
    known = {row.id: row.provider for row in rows}
    if any(connection_id not in known for connection_id in target_ids):
        raise Invalid(field, "One of these platforms is no longer connected.")
    return [_target(platforms, each, known[each], kind, field) for each in dict.fromkeys(target_ids)]


def _target(platforms: Platforms, connection_id: UUID, provider: str, kind: SentKind, field: str) -> Target:
    try:
        info = platforms.info(provider)
    except UnknownPlatform as error:
        raise Invalid(field, error.message) from error
    if SendMessage not in info.actions:
        raise Invalid(field, f"{info.name} chat is read-only.")
    if kind == "announcement" and Announce not in info.actions:
        raise Invalid(field, missing_reason(info.descriptor, Announce))
    max_length = info.descriptor.messageMaxLength or DEFAULT_MAX_LENGTH
    destination = Destination(connection_id, max_length, info.supports_replies, info.supports_actions)
    return Target(destination, provider, info.name)


async def bot_name(session: AsyncSession, target: Target) -> str:
    """Display name of the account that sends as the bot."""
    loaded = await find_provider(session, target.destination.connection_id)
    return (loaded.own_bot or loaded.system_bot or loaded.credential).display_name


async def is_own_channel(session: AsyncSession, user_id: UUID, connection_id: UUID) -> bool:
    """Whether the connected account is the user's own."""
    loaded = await find_provider(session, connection_id)
    connected = await find_connection(session, user_id, loaded.provider.provider)
    return connected is not None and connected[1].provider_user_id == loaded.credential.provider_user_id


async def find_replied_to(session: AsyncSession, channel_id: UUID, reply_to: ReplyIn | None) -> ReplyOut | None:
    if reply_to is None:
        return None
    ref = LineRef(reply_to.connection_id, reply_to.message_id)
    payload = await session.scalar(select(ChatMessage.payload).where(*is_line(session, channel_id, ref)))
    if payload is None:
        raise Invalid("reply_to", "The message to reply to is no longer stored.")
    line = msgspec.json.decode(payload, type=ChatLine)
    return ReplyOut(
        connection_id=reply_to.connection_id,
        message_id=reply_to.message_id,
        author_name="" if line.author is None else line.author.name,
        text=line.text[:MAX_QUOTE_LENGTH],
    )
