"""The message pipeline with the stages of widgets, an editor of the channel, and pages that show widgets."""

import asyncio
from dataclasses import dataclass, field

from msgspec.structs import replace
from widget_channel import WidgetChannel

from greenroom.chat.messages.line import LineRef, Removal
from greenroom.chat.messages.removal import remove_lines
from greenroom.chat.pipeline.batch import Batch, Stage
from greenroom.chat.protocol.events import ActivityKind, ActivityReceived, ChatEvent, Chatter
from greenroom.features.activity.records.recorder import ActivityRecorder
from greenroom.features.activity.records.value_cache import ValueCache
from greenroom.features.messages.handlers import Recorder
from greenroom.features.widgets.cache import WidgetCache
from greenroom.features.widgets.handlers import WidgetStages
from support.greenroom_server import GreenroomServer, Json, LiveSocket
from support.pipeline import FAKE_PLATFORM, RecordingPipeline, open_pipeline

ANA = Chatter(id="7", login="ana", name="Ana")
OBS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/127.0.0.0 Safari/537.36 OBS/31.0.1"
EDITOR = 100


@dataclass
class WidgetPipeline(WidgetChannel):
    """The pipelines of two processes for one channel, each with its own stages and its own inbox."""

    first: RecordingPipeline = field(kw_only=True)
    second: RecordingPipeline = field(kw_only=True)
    caches: list[WidgetCache | ValueCache] = field(kw_only=True)
    # Messages with this text are removed, as by a filter.
    bad_text: str = "something bad"

    def report(
        self, kind: ActivityKind, activity_id: str = "a1", *, chatter: Chatter | None = ANA, **fields: object
    ) -> ActivityReceived:
        now = self.greenroom.kernel.clock()
        return ActivityReceived(activity_id, kind, chatter, now, now, **fields)  # pyright: ignore[reportArgumentType]  # fields differ per case

    async def process(self, *events: ChatEvent) -> None:
        await self.first.process(*events)

    async def process_twice(self, *events: ChatEvent) -> None:
        """Processes the same events in two processes at the same time."""
        await asyncio.gather(self.first.process(*events), self.second.process(*events))

    async def open(self, widget: Json, *, key: str = "", **hello: object) -> LiveSocket:
        """Opens the page of a widget and sends its first frame."""
        url = f"{self.greenroom.url.replace('http', 'ws')}/api/2/widgets/{widget['id']}/live"
        page = await self.greenroom.keep_open(LiveSocket(url, [], user_agent=OBS))
        await page.send({"key": key or await self.key(widget), **hello})
        return page

    async def open_page(self, widget: Json, **hello: object) -> tuple[LiveSocket, Json]:
        """Opens the page of a widget; returns the page, and the state in the first frame that the page receives."""
        page = await self.open(widget, key="", **hello)
        frame = await page.receive()
        assert frame["type"] == "state", frame
        return page, frame["state"]

    async def ask(self, method: str, path: str, body: object = None) -> Json:
        response = await self.client.ask(method, f"{self.path}/{path}", json=body)
        assert response.is_success, response.text
        return response.json() if response.content else {}

    async def close(self) -> None:
        await self.first.close()
        await self.second.close()
        for cache in self.caches:
            await cache.stop()


async def open_widget_pipeline(greenroom: GreenroomServer) -> WidgetPipeline:
    kernel = greenroom.kernel
    first = await open_pipeline(kernel)
    # The platform sends the text of a cheer as a chat message, so the recorder adds no line for the cheer.
    first.recorder = Recorder(first.emotes, {"drill": replace(FAKE_PLATFORM, texts_in_chat=frozenset({"cheer"}))})
    second = RecordingPipeline(
        kernel, first.channel_id, first.connection_id, first.emotes, first.recorder, first.viewer_tracker,
        first.public_lines, first.inboxes,
    )  # fmt: skip
    client = await greenroom.staff("odalys_", str(first.channel_id), EDITOR)
    pipeline = WidgetPipeline(greenroom, client, str(first.channel_id), first=first, second=second, caches=[])
    for one in (first, second):
        values, widgets = ValueCache(kernel), WidgetCache(kernel)
        values.start()
        widgets.start()
        pipeline.caches += [values, widgets]
        record, stages = ActivityRecorder(values).record, WidgetStages(widgets)
        one.build(record, _remove_bad_texts(pipeline), stages.publish_lines, stages.show_activities, essential=[record])
    return pipeline


def _remove_bad_texts(pipeline: WidgetPipeline) -> Stage:
    async def remove(batch: Batch) -> None:
        for one in batch.messages:
            if one.line is not None and one.line.text == pipeline.bad_text:
                one.removal = Removal("filtered", batch.now)
                line = LineRef(one.line.connection_id, one.line.message_id)
                await remove_lines(batch.session, batch.channel_id, [line], one.removal)

    return remove
