"""The message pipelines of two processes, with the stage that stores activities."""

import asyncio
import json
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import select, update

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.chat.protocol.events import ActivityKind, ActivityReceived, ChatEvent, Chatter
from greenroom.features.activity.records.models import Activity
from greenroom.features.activity.records.recorder import ActivityRecorder
from greenroom.features.activity.records.value_cache import ValueCache
from greenroom.kernel.context import Kernel
from support.greenroom_server import Json
from support.pipeline import RecordingPipeline, open_pipeline

ANA = Chatter(id="7", login="ana", name="Ana")


@dataclass
class ActivityPipeline:
    """Two processes that store the events of one channel: each has its own stage and its own queue."""

    kernel: Kernel
    first: RecordingPipeline
    second: RecordingPipeline
    values: list[ValueCache]
    published: list[Json] = field(default_factory=list[Json])

    @property
    def channel_id(self) -> UUID:
        return self.first.channel_id

    def report(
        self,
        kind: ActivityKind,
        activity_id: str = "a1",
        *,
        chatter: Chatter | None = ANA,
        at: float = -3,
        **fields: object,
    ) -> ActivityReceived:
        now = self.first.now
        return ActivityReceived(activity_id, kind, chatter, now(at), now(), **fields)  # pyright: ignore[reportArgumentType]  # fields differ per case

    async def process(self, *events: ChatEvent) -> None:
        await self.first.process(*events)

    async def process_one_by_one(self, *events: ChatEvent) -> None:
        """Processes each event in its own batch."""
        for event in events:
            await self.process(event)

    async def process_twice(self, *events: ChatEvent) -> None:
        """Processes the events in two processes at the same time."""
        await asyncio.gather(self.first.process(*events), self.second.process(*events))

    async def stored(self) -> list[Activity]:
        async with self.kernel.database.read() as session:
            return list(await session.scalars(select(Activity).order_by(Activity.id)))

    async def only(self) -> Activity:
        (row,) = await self.stored()
        return row

    async def set_stream(self, stream_id: str | None) -> None:
        async with self.kernel.database.write() as session:
            await session.execute(update(ChannelProvider).values(live_stream_id=stream_id))

    async def close(self) -> None:
        await self.first.close()
        await self.second.close()
        for values in self.values:
            await values.stop()


async def open_activity_pipeline(kernel: Kernel) -> ActivityPipeline:
    first = await open_pipeline(kernel)
    second = RecordingPipeline(
        kernel, first.channel_id, first.connection_id, first.emotes, first.recorder, first.viewer_tracker,
        first.public_lines, first.inboxes,
    )  # fmt: skip
    values: list[ValueCache] = []
    for one in (first, second):
        cache = ValueCache(kernel)
        cache.start()
        values.append(cache)
        stage = ActivityRecorder(cache).record
        one.build(stage, essential=[stage])
    pipeline = ActivityPipeline(kernel, first, second, values)
    kernel.bus.subscribe(lambda topic, payload: _record(pipeline, topic, payload))
    return pipeline


def _record(pipeline: ActivityPipeline, topic: str, payload: bytes) -> None:
    if topic == f"{pipeline.channel_id}:activity":
        pipeline.published.append(json.loads(payload))
