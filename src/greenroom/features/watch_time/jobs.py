"""Job that credits watch time and points to present viewers of live channels once a minute."""

import asyncio
from collections.abc import Mapping, Sequence
from itertools import groupby
from uuid import UUID

from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.platforms import PlatformInfo
from greenroom.chat.protocol.actions import ListChatters, ViewerFound
from greenroom.chat.sending.sender import Sender
from greenroom.features.points.ledger.bulk_credit import credit_all as credit_points
from greenroom.features.points.ledger.ledger import Reason
from greenroom.features.points.ledger.live import announce_points
from greenroom.features.points.ledger.models import MAX_NAME_LENGTH
from greenroom.features.points.ledger.settings import PointSettings, read_settings
from greenroom.features.watch_time import service
from greenroom.features.watch_time.earned_points import points_per_minute
from greenroom.features.watch_time.rules import INTERVAL_SECONDS
from greenroom.features.watch_time.service import LiveConnection, PresentViewers, ViewerKey
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError
from greenroom.kernel.jobs import Job
from greenroom.kernel.logs import get_logger
from greenroom.kernel.text import tidy_line

log = get_logger(__name__)

CHANNELS_AT_ONCE = 8
MAX_ID_LENGTH = 100


class WatchTimeJob:
    def __init__(self, kernel: Kernel, sender: Sender, infos: Mapping[str, PlatformInfo]) -> None:
        self._kernel = kernel
        self._sender = sender
        self._infos = infos

    def jobs(self) -> list[Job]:
        return [
            Job(
                name="credit_watch_time",
                every_seconds=INTERVAL_SECONDS,
                run=self.credit_all,
                title="Credit watch time",
                note="and points to viewers",
            )
        ]

    async def credit_all(self) -> None:
        async with self._kernel.database.read() as session:
            live = await service.live_connections(session)
        channels = groupby(sorted(live, key=lambda each: each.channel_id.bytes), key=lambda each: each.channel_id)
        slots = asyncio.Semaphore(CHANNELS_AT_ONCE)
        await asyncio.gather(*(self._credit(slots, channel_id, list(found)) for channel_id, found in channels))

    async def _credit(self, slots: asyncio.Semaphore, channel_id: UUID, live: Sequence[LiveConnection]) -> None:
        async with slots:
            listed = await self._listed_viewers(live)
            now = self._kernel.clock()
            async with self._kernel.database.read() as session:
                providers = {connection.provider for connection in live}
                chatters = await service.recent_chatters(session, channel_id, providers, now)
                present = await service.without_own_accounts(session, channel_id, chatters.union(listed))
                earned = await _earned_per_minute(session, channel_id, present, listed)
            stream_ids = [f"{each.provider}:{each.stream_id}" for each in live if each.stream_id]
            try:
                async with self._kernel.database.write() as session:
                    minutes = await service.credit(session, channel_id, stream_ids, present.viewers, now)
                    if minutes and earned:
                        points = {viewer: minutes * per_minute for viewer, per_minute in earned.items()}
                        names = {viewer: _name(found) for viewer, found in listed.items()}
                        await credit_points(session, channel_id, points, Reason.WATCHED, now, names)
                        announce_points(session, channel_id)
            except IntegrityError:
                log.info("watch_time_channel_deleted", channel=str(channel_id))

    async def _listed_viewers(self, live: Sequence[LiveConnection]) -> Mapping[ViewerKey, ViewerFound]:
        listed = await asyncio.gather(*(self._list_viewers(connection) for connection in live))
        return {viewer: found for viewers in listed for viewer, found in viewers.items()}

    async def _list_viewers(self, connection: LiveConnection) -> Mapping[ViewerKey, ViewerFound]:
        """The platform's viewer list; empty if it has none or the request fails: then only active chatters count."""
        info = self._infos.get(connection.provider)
        if info is None or ListChatters not in info.actions:
            return {}
        try:
            receipt = await self._sender.dispatch(connection.id, ListChatters())
        except AppError as error:
            log.info("viewer_list_failed", connection=str(connection.id), detail=error.message)
            return {}
        return {(connection.provider, each.id): each for each in receipt.viewers if 0 < len(each.id) <= MAX_ID_LENGTH}


async def _earned_per_minute(
    session: AsyncSession, channel_id: UUID, present: PresentViewers, listed: Mapping[ViewerKey, ViewerFound]
) -> Mapping[ViewerKey, int]:
    """Points of each present viewer; empty while the channel pays nothing for watching."""
    settings = await read_settings(session, channel_id)
    if not settings.enabled or not settings.per_minute:
        return {}
    # Viewers are ignored by name. Those who never wrote have no row, so the platform's list gives their names.
    earning = {viewer for viewer in present.viewers if not _is_ignored(settings, listed.get(viewer))}
    return await points_per_minute(session, channel_id, replace(present, viewers=earning), settings)


def _name(found: ViewerFound) -> str:
    return tidy_line(found.name or found.login, MAX_NAME_LENGTH, "")


def _is_ignored(settings: PointSettings, found: ViewerFound | None) -> bool:
    return found is not None and settings.ignores(found.login, found.name)
