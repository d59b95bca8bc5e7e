"""Job that credits watch time to present viewers of live channels once a minute."""

import asyncio
from collections.abc import Mapping, Sequence
from itertools import groupby
from uuid import UUID

from sqlalchemy.exc import IntegrityError

from greenroom.chat.protocol.actions import ListChatters
from greenroom.chat.sending.sender import Sender
from greenroom.features.watch_time import service
from greenroom.features.watch_time.rules import INTERVAL_SECONDS
from greenroom.features.watch_time.service import LiveConnection, ViewerKey
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError
from greenroom.kernel.jobs import Job
from greenroom.kernel.logs import get_logger
from greenroom.tenancy.platforms import PlatformInfo

log = get_logger(__name__)

CHANNELS_AT_ONCE = 8
MAX_ID_LENGTH = 100


class WatchTimeJob:
    def __init__(self, kernel: Kernel, sender: Sender, infos: Mapping[str, PlatformInfo]) -> None:
        self._kernel = kernel
        self._sender = sender
        self._infos = infos

    def jobs(self) -> list[Job]:
        return [Job(name="credit_watch_time", every_seconds=INTERVAL_SECONDS, run=self.credit_all)]

    async def credit_all(self) -> None:
        async with self._kernel.database.read() as session:
            live = await service.live_connections(session)
        channels = groupby(sorted(live, key=lambda one: one.channel_id.bytes), key=lambda one: one.channel_id)
        slots = asyncio.Semaphore(CHANNELS_AT_ONCE)
        await asyncio.gather(*(self._credit(slots, channel_id, list(found)) for channel_id, found in channels))

    async def _credit(self, slots: asyncio.Semaphore, channel_id: UUID, live: Sequence[LiveConnection]) -> None:
        async with slots:
            listed = await asyncio.gather(*(self._listed_viewers(connection) for connection in live))
            now = self._kernel.clock()
            async with self._kernel.database.read() as session:
                providers = {connection.provider for connection in live}
                chatters = await service.recent_chatters(session, channel_id, providers, now)
                present = await service.without_own_accounts(session, channel_id, chatters.union(*listed))
            stream_ids = [f"{one.provider}:{one.stream_id}" for one in live if one.stream_id]
            try:
                async with self._kernel.database.write() as session:
                    await service.credit(session, channel_id, stream_ids, present, now)
            except IntegrityError:
                log.info("watch_time_channel_deleted", channel=str(channel_id))

    async def _listed_viewers(self, connection: LiveConnection) -> set[ViewerKey]:
        """The platform's viewer list; empty if it has none or does not answer: then only active chatters count."""
        info = self._infos.get(connection.provider)
        if info is None or ListChatters not in info.actions:
            return set()
        try:
            receipt = await self._sender.perform(connection.id, ListChatters())
        except AppError as error:
            log.info("viewer_list_failed", connection=str(connection.id), detail=error.message)
            return set()
        return {(connection.provider, one.id) for one in receipt.viewers if 0 < len(one.id) <= MAX_ID_LENGTH}
