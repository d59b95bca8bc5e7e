"""Stage that marks the messages of own bots and system bots: not every platform reports that they are bots."""

from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.topics import ACCOUNTS_CHANGED
from greenroom.chat.messages.own_accounts import OwnAccount, bot_accounts
from greenroom.chat.pipeline.batch import Batch, PendingMessage
from greenroom.kernel.channel_cache import ChannelCache
from greenroom.kernel.context import Kernel


class OwnBots:
    def __init__(self, kernel: Kernel) -> None:
        self._cache = ChannelCache(kernel, "own_bots", _load)
        self.stop = self._cache.stop

    def start(self) -> None:
        self._cache.start(self._on_change, ACCOUNTS_CHANGED)

    async def mark(self, batch: Batch) -> None:
        """Marks messages of own and system bots; reads the database only at first and after an account has changed."""
        if batch.messages:
            mark_bots(batch.messages, await self._cache.get(batch.session, batch.channel_id))

    def _on_change(self, _: str, payload: bytes) -> None:
        self._cache.invalidate(UUID(payload.decode()))


def mark_bots(messages: list[PendingMessage], bots: frozenset[OwnAccount]) -> None:
    ids = {bot_id for _, bot_id in bots}
    for one in messages:
        chatter = one.event.chatter
        # Compared by id first: nearly all authors are not bots.
        if chatter is None or chatter.id not in ids or chatter.is_bot:
            continue
        if (one.source.provider, chatter.id) in bots:
            one.event = msgspec.structs.replace(one.event, chatter=msgspec.structs.replace(chatter, is_bot=True))


async def _load(session: AsyncSession, channel_id: UUID, _: frozenset[OwnAccount] | None) -> frozenset[OwnAccount]:
    return await bot_accounts(session, channel_id)
