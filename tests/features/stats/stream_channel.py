"""A channel whose connections report streams, viewers and chat; tests run `StreamStatsJob` and read the stored rows."""

from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import select

from greenroom.accounts.channel_providers.service import connect_provider
from greenroom.accounts.platforms import Grant, Identity, Platforms, Tokens
from greenroom.accounts.users.service import create_user
from greenroom.chat.connections.stats import ConnectionStats
from greenroom.chat.connections.store import ConnectionStore, StoredEvent
from greenroom.chat.protocol.events import ChannelUpdated, Connected, StreamOffline, StreamOnline, ViewersCounted
from greenroom.features.stats.streams.counted_rows import CountedRows
from greenroom.features.stats.streams.jobs import StreamStatsJob
from greenroom.features.stats.streams.models import Stream, StreamPart
from greenroom.features.stats.streams.recorder import StreamRecorder
from greenroom.features.stats.streams.report import StreamReport, decode_tops, decode_totals, read_minutes
from greenroom.features.stats.streams.rules import Minute
from greenroom.kernel.context import Kernel
from support.frozen_clock import FrozenClock
from support.pipeline import FakePlatform, RecordingPipeline, open_pipeline


@dataclass
class StreamChannel:
    kernel: Kernel
    clock: FrozenClock
    pipeline: RecordingPipeline
    platforms: Platforms
    stats: dict[UUID, ConnectionStats] = field(default_factory=dict[UUID, ConnectionStats])

    def __post_init__(self) -> None:
        self.store = ConnectionStore(self.kernel, self.platforms, 10**9, StreamRecorder(self.clock))
        self.job = StreamStatsJob(self.kernel, list[CountedRows])

    @property
    def first_connection(self) -> UUID:
        return self.pipeline.connection_id

    async def connect_second_account(self) -> UUID:
        """Connects another account of the same platform."""
        grant = Grant("drill", Identity("2", "juno2", "Juno Two", ""), Tokens("token", None, None, frozenset()))
        now = self.clock()
        async with self.kernel.database.write() as session:
            user = await create_user(session, grant, now, may_become_operator=False)
            connection_id = await connect_provider(
                session,
                self.kernel.vault,
                self.platforms,
                channel_id=self.pipeline.channel_id,
                user_id=user.id,
                grant=grant,
                now=now,
            )
        await self.connect(connection_id)
        return connection_id

    async def connect(self, connection_id: UUID) -> None:
        await self.store.claim([connection_id])
        self.stats[connection_id] = ConnectionStats(self.clock)
        await self.apply(Connected(), connection_id)

    async def apply(self, event: StoredEvent, connection_id: UUID | None = None) -> None:
        """Stores an event that changes the state of a connection, as the connection does."""
        target = connection_id or self.first_connection
        await self.store.apply(target, event, self.stats[target].take())

    async def go_live(self, stream_id: str = "s1", *, connection_id: UUID | None = None, ago: float = 0) -> None:
        started_at = self.pipeline.now(-ago)
        await self.apply(StreamOnline(stream_id, started_at, self.clock()), connection_id)

    async def end(self, *, connection_id: UUID | None = None) -> None:
        await self.apply(StreamOffline(self.clock(), self.clock()), connection_id)

    async def rename(self, title: str, category: str = "") -> None:
        await self.apply(ChannelUpdated(title, category, self.clock()))

    async def count_viewers(self, *counts: int, connection_id: UUID | None = None) -> None:
        target = connection_id or self.first_connection
        for count in counts:
            self.stats[target].record(ViewersCounted(count, self.clock()))
        health = self.stats[target].take()
        assert health is not None
        await self.store.write_health(target, health)

    async def say(self, *texts: str, by: str = "7", at: float = 0, **fields: object) -> None:
        await self.pipeline.process(*(self.pipeline.chat_message(text, by=by, at=at, **fields) for text in texts))

    async def streams(self) -> list[Stream]:
        async with self.kernel.database.read() as session:
            return list(await session.scalars(select(Stream).order_by(Stream.started_at)))

    async def stream(self) -> Stream:
        (only,) = await self.streams()
        return only

    async def parts(self) -> list[StreamPart]:
        async with self.kernel.database.read() as session:
            return list(await session.scalars(select(StreamPart).order_by(StreamPart.started_at, StreamPart.id)))

    async def report(self) -> StreamReport:
        """Runs the job twice; returns the newest stream's report."""
        # On PostgreSQL only the second run counts new lines.
        await self.job.run()
        await self.job.run()
        newest = (await self.streams())[-1]
        return StreamReport(decode_totals(newest.totals), decode_tops(newest.tops))

    async def minutes(self) -> list[Minute]:
        async with self.kernel.database.read() as session:
            stream_id = (await self.stream()).id
            return list((await read_minutes(session, stream_id)).get("drill", []))


async def open_stream_channel(kernel: Kernel, clock: FrozenClock) -> StreamChannel:
    pipeline = await open_pipeline(kernel)
    channel = StreamChannel(kernel, clock, pipeline, Platforms([FakePlatform()], []))
    await channel.connect(pipeline.connection_id)
    return channel
