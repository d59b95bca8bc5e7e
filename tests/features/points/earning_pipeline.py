"""The message pipeline with the stages that store activities and pay points."""

import asyncio
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import text

from greenroom.chat.pipeline.batch import Stage
from greenroom.chat.protocol.events import ActivityKind, ActivityReceived, ChatEvent, Chatter
from greenroom.features.activity.records.recorder import ActivityRecorder
from greenroom.features.activity.records.value_cache import ValueCache
from greenroom.features.points.cache import EarningCache
from greenroom.features.points.handlers import EarningStage
from greenroom.features.points.ledger.balances import balance_of
from greenroom.features.points.ledger.settings import PointSettings, save_settings
from greenroom.kernel.context import Kernel
from support.pipeline import RecordingPipeline, open_pipeline

ANA = Chatter(id="7", login="ana", name="Ana")


@dataclass
class EarningPipeline:
    """The pipelines of two processes for one channel, each with its own stages and its own inbox."""

    kernel: Kernel
    first: RecordingPipeline
    second: RecordingPipeline
    caches: list[ValueCache | EarningCache]

    @property
    def channel_id(self) -> UUID:
        return self.first.channel_id

    async def set_points(self, settings: PointSettings) -> None:
        async with self.kernel.database.write() as session:
            await save_settings(session, self.channel_id, settings)

    def report(
        self, kind: ActivityKind, activity_id: str = "a1", *, chatter: Chatter | None = ANA, **fields: object
    ) -> ActivityReceived:
        now = self.first.now
        return ActivityReceived(activity_id, kind, chatter, now(-3), now(), **fields)  # pyright: ignore[reportArgumentType]  # fields differ per case

    async def process(self, *events: ChatEvent) -> None:
        await self.first.process(*events)

    async def process_twice(self, *events: ChatEvent) -> None:
        """Processes the same events in two processes at the same time."""
        await asyncio.gather(self.first.process(*events), self.second.process(*events))

    async def balance(self, viewer_id: str = "7") -> int:
        async with self.kernel.database.read() as session:
            return await balance_of(session, self.channel_id, ("drill", viewer_id))

    async def entries(self) -> list[tuple[str, int, str]]:
        """Reason, delta and note of each entry, oldest first."""
        async with self.kernel.database.read() as session:
            rows = await session.execute(text("SELECT reason, delta, note FROM point_entries ORDER BY id"))
            return [(reason, delta, note) for reason, delta, note in rows]

    def build(self, *before: Stage) -> None:
        """Builds both pipelines; the stages `before` run after activities are stored and before points are paid."""
        for one in (self.first, self.second):
            values, earned = ValueCache(self.kernel), EarningCache(self.kernel)
            values.start()
            earned.start()
            self.caches += [values, earned]
            record = ActivityRecorder(values).record
            one.build(record, *before, EarningStage(earned).earn, essential=[record])

    async def close(self) -> None:
        await self.first.close()
        await self.second.close()
        for cache in self.caches:
            await cache.stop()


async def open_earning_pipeline(kernel: Kernel) -> EarningPipeline:
    first = await open_pipeline(kernel)
    second = RecordingPipeline(
        kernel, first.channel_id, first.connection_id, first.emotes, first.recorder, first.viewer_tracker,
        first.public_lines, first.inboxes,
    )  # fmt: skip
    pipeline = EarningPipeline(kernel, first, second, [])
    pipeline.build()
    return pipeline
