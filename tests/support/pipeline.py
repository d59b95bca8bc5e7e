"""The message pipeline on a real database without a platform: tests feed it events and read what is stored."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

import msgspec
from sqlalchemy import text

from greenroom.accounts.channel_providers.service import connect_provider
from greenroom.accounts.channels.service import create_channel
from greenroom.accounts.platforms import Grant, Identity, PlatformDescriptor, PlatformInfo, Platforms, Tokens
from greenroom.accounts.users.service import create_user
from greenroom.chat.emotes.cache import EmoteCache
from greenroom.chat.messages.channel_emotes import ChannelEmotes
from greenroom.chat.pipeline.batch import Prepare, Stage
from greenroom.chat.pipeline.inbox import Inboxes, Limits
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.protocol.events import ChatEvent, Chatter, Fragment, MessageReceived
from greenroom.chat.sending.deferred import DeferredAction
from greenroom.features.messages.handlers import Recorder
from greenroom.features.messages.public_lines import PublicLines
from greenroom.features.viewers.handlers import ViewerTracker
from greenroom.kernel.context import Kernel
from support.greenroom_server import Json
from support.waiting import wait_until

# Only a removed line has `removed_at`; a line that was restored still has its former removal.
STORED = "SELECT payload, CASE WHEN removed_at IS NOT NULL THEN removal END FROM chat_messages ORDER BY id"
# Limits with short waits.
QUICK = Limits(min_retry_seconds=0.005, max_retry_seconds=0.02)


@dataclass
class RecordingPipeline:
    kernel: Kernel
    channel_id: UUID
    connection_id: UUID
    emotes: ChannelEmotes
    recorder: Recorder
    viewer_tracker: ViewerTracker
    public_lines: PublicLines
    inboxes: Inboxes
    published: list[tuple[str, Json]] = field(default_factory=list[tuple[str, Json]])
    deferred_actions: list[DeferredAction] = field(default_factory=list[DeferredAction])
    opened: list[Inboxes] = field(default_factory=list[Inboxes])

    def build(
        self,
        *more: Stage,
        limits: Limits = QUICK,
        before: Sequence[Stage] = (),
        essential: Sequence[Stage] = (),
        guards: Mapping[Stage, Prepare] | None = None,
    ) -> Inboxes:
        """Replaces `inboxes`: stages in `before` run before those that store lines and viewers, stages in `more` after.

        `essential` and `guards` are passed on to `Inboxes`.
        """
        own = self.viewer_tracker.recognise, self.recorder.record, self.viewer_tracker.store
        stages = (*before, *own, *more, self.public_lines.publish)
        needed = frozenset({self.recorder.record, *essential})
        self.inboxes = Inboxes(
            self.kernel, stages, essential=needed, guards=guards, post=self.deferred_actions.append, limits=limits
        )
        self.opened.append(self.inboxes)
        return self.inboxes

    async def close(self) -> None:
        for inboxes in self.opened:
            await inboxes.stop()
        await self.viewer_tracker.stop()
        await self.public_lines.stop()
        await self.emotes.stop()

    def now(self, seconds: float = 0) -> datetime:
        return self.kernel.clock() + timedelta(seconds=seconds)

    def chat_message(self, words: str, *, by: str = "7", at: float = 0, **fields: object) -> MessageReceived:
        """A message whose id is its text, received now and sent `at` seconds from now."""
        chatter = Chatter(id=by, login=f"viewer{by}", name=f"Viewer{by}")
        message = MessageReceived(words, chatter, words, (Fragment(words),), self.now(at), self.now())
        return msgspec.structs.replace(message, **fields)

    async def process(self, *events: ChatEvent, channel_id: UUID | None = None) -> None:
        """Processes events; returns when all of them are processed."""
        await self.enqueue(*events, channel_id=channel_id)
        await self.wait_until_idle()

    async def enqueue(self, *events: ChatEvent, channel_id: UUID | None = None) -> None:
        for event in events:
            await self.inboxes([ChannelEvent(channel_id or self.channel_id, self.connection_id, "drill", event)])

    async def wait_until_idle(self) -> None:
        await wait_until(lambda: not self.inboxes.open_channel_count)

    async def lines(self) -> list[Json]:
        async with self.kernel.database.read() as session:
            found = await session.execute(text(STORED))
            return [{**json.loads(payload), "removal": removal and json.loads(removal)} for payload, removal in found]

    async def texts(self) -> list[str]:
        return [line["text"] for line in await self.lines()]

    async def viewers(self) -> dict[str, Json]:
        async with self.kernel.database.read() as session:
            found = await session.execute(text("SELECT * FROM viewers"))
            return {row["viewer_id"]: dict(row) for row in found.mappings()}

    def published_events(self, kind: str, topic: str = "chat") -> list[Json]:
        return [event for name, event in self.published if name.endswith(f":{topic}") and event["type"] == kind]


FAKE_PLATFORM = PlatformInfo(
    PlatformDescriptor(provider="drill", name="Drill", colour="#000000"),
    sign_in_scopes={},
    user_scopes={},
    channel_scopes={},
    bot_scopes={},
)


class FakePlatform:
    info = FAKE_PLATFORM
    oauth = None
    registrar = None


async def open_pipeline(kernel: Kernel) -> RecordingPipeline:
    now, platforms = kernel.clock(), Platforms([FakePlatform()], [])
    grant = Grant("drill", Identity("1", "juno", "Juno", ""), Tokens("token", None, None, frozenset()))
    async with kernel.database.write() as session:
        user = await create_user(session, grant, now, may_become_operator=False)
        channel = await create_channel(session, user.id, "Late Shift", now)
        connection_id = await connect_provider(
            session, kernel.vault, platforms, channel_id=channel.id, user_id=user.id, grant=grant, now=now
        )
    emotes = ChannelEmotes(kernel.database, EmoteCache([], kernel.clock))
    recorder, viewer_tracker = Recorder(emotes, {}), ViewerTracker(kernel.database)
    unused = Inboxes(kernel, (), essential=frozenset(), post=lambda _: None)
    public_lines = PublicLines(kernel)
    pipeline = RecordingPipeline(
        kernel, channel.id, connection_id, emotes, recorder, viewer_tracker, public_lines, unused
    )
    kernel.bus.subscribe(lambda topic, payload: _record(pipeline, topic, payload))
    pipeline.build()
    return pipeline


def _record(pipeline: RecordingPipeline, topic: str, payload: bytes) -> None:
    if topic.endswith(("chat", ":activity")):
        pipeline.published.append((topic, json.loads(payload)))
