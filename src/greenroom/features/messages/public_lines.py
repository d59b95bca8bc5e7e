"""Pipeline stage that shows public viewers the lines that passed the filters, while the chat is public."""

from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.channels import Channel
from greenroom.accounts.topics import CHAT_PRIVACY_CHANGED, public_chat_topic
from greenroom.chat.messages.line import encode, live_event
from greenroom.chat.messages.removal import REFETCH
from greenroom.chat.pipeline.batch import Batch, PendingMessage
from greenroom.features.messages.rules import for_public
from greenroom.kernel.channel_cache import ChannelCache
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import publish, publish_all


class Privacy(Struct):
    is_public: bool
    # Lines sent before this time are not shown; None if the chat was never private.
    since: datetime | None = None
    # Whether viewers must fetch again: this process may have withheld lines after the chat was made public.
    must_refetch: bool = False


class PublicLines:
    def __init__(self, kernel: Kernel) -> None:
        self._bus = kernel.bus
        self._privacy = ChannelCache(kernel, "chat_privacy", _load)
        self.stop = self._privacy.stop

    def start(self) -> None:
        self._privacy.start(self._on_change, CHAT_PRIVACY_CHANGED)

    async def publish(self, batch: Batch) -> None:
        """Publishes the lines if the chat is public; makes no query if its privacy is cached and the bus is healthy."""
        lines = [one for one in batch.messages if one.live_event and one.removal is None]
        if not lines:
            return
        privacy = await self._privacy.get(batch.session, batch.channel_id)
        if not self._bus.health().ok:
            privacy = await self._privacy.reload(batch.session, batch.channel_id)
        if not privacy.is_public:
            return
        topic = public_chat_topic(batch.channel_id)
        publish_all(batch.session, topic, [_for_public(one) for one in lines if _is_shown(one, privacy)])
        if privacy.must_refetch:
            publish(batch.session, topic, REFETCH)
            batch.after_commit.append(lambda: _reset_refetch(privacy))

    def _on_change(self, _: str, payload: bytes) -> None:
        self._privacy.invalidate(UUID(payload.decode()))


async def _load(session: AsyncSession, channel_id: UUID, before: Privacy | None) -> Privacy:
    columns = select(Channel.is_chat_public, Channel.chat_public_since)
    found = (await session.execute(columns.where(Channel.id == channel_id))).one_or_none()
    is_public, since = found or (False, None)
    must_refetch = before is not None and (before.must_refetch or not before.is_public)
    return Privacy(is_public=is_public, since=since, must_refetch=must_refetch)


def _reset_refetch(privacy: Privacy) -> None:
    privacy.must_refetch = False


def _is_shown(one: PendingMessage, privacy: Privacy) -> bool:
    """Whether the public sees the line: it is live, checked by the filters, and not from before the chat was public."""
    line = one.line
    if line is None or line.is_backlog or line.is_unfiltered:
        return False
    return privacy.since is None or line.sent_at >= privacy.since


def _for_public(one: PendingMessage) -> bytes:
    if one.line is None or (line := for_public(one.line)) is one.line:
        return one.live_event
    return live_event(encode(line))
