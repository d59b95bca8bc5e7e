"""Giveaways on a real database and sender: viewers write, staff open, close and draw."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from typing import Any, TypeVar, cast
from uuid import UUID

import msgspec
from msgspec.structs import replace
from sqlalchemy import text, update

from greenroom.accounts.platforms import Platforms
from greenroom.chat.messages.line import ChatLine
from greenroom.chat.messages.models import Viewer
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.chat.pipeline.batch import Batch
from greenroom.chat.pipeline.explain import ExplainRequest
from greenroom.chat.pipeline.inbox import Inboxes
from greenroom.chat.protocol.actions import LookUpViewer, SendMessage
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.protocol.events import Chatter, MessageReceived
from greenroom.chat.sending.sender import Sender
from greenroom.feature import Feature, Services
from greenroom.features.giveaways import feature as giveaways_feature
from greenroom.features.giveaways import service
from greenroom.features.giveaways.scheduler import GiveawayScheduler
from greenroom.features.giveaways.schemas import EntryStatus, GiveawayDetails, GiveawayEntryOut, GiveawayIn
from greenroom.features.giveaways.steps import GiveawaySteps
from greenroom.features.points.ledger.balances import balance_of
from greenroom.features.points.ledger.ledger import Movement, Reason, post
from greenroom.features.points.ledger.linked_accounts import link_accounts, unlink_accounts
from greenroom.features.points.ledger.settings import PointSettings, save_settings
from greenroom.features.stats.streams.watch_times import WatchTimes
from greenroom.features.watch_time.models import Attendance
from greenroom.features.watch_time.service import watched_seconds
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.ids import new_id
from greenroom.kernel.services import ServiceMap
from greenroom.responses.variables import Arguments, Caller, VariableContext, VariableRegistry
from support.command_pipeline import RECORDING_PLATFORM, RecordingPlatform
from support.declared_features import running_feature, services_for
from support.pipeline import RecordingPipeline, open_pipeline
from support.waiting import MAX_WAIT_SECONDS

VIEWERS = [str(number) for number in range(100, 130)]


class LookUpPlatform(RecordingPlatform):
    """A recording platform that can also look up viewers."""

    info = replace(RECORDING_PLATFORM, actions=RECORDING_PLATFORM.actions | {LookUpViewer})


@dataclass
class GiveawayChannel:
    pipeline: RecordingPipeline
    platform: RecordingPlatform
    services: Services
    feature: Feature
    steps: GiveawaySteps
    scheduler: GiveawayScheduler
    _numbers: "count[int]" = field(default_factory=count)

    @property
    def kernel(self) -> Kernel:
        return self.pipeline.kernel

    @property
    def channel_id(self) -> UUID:
        return self.pipeline.channel_id

    @property
    def posts(self) -> list[str]:
        return [action.text for action in self.platform.performed if isinstance(action, SendMessage)]

    async def wait_for_post(self, words: str) -> str:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            while not (found := [post for post in self.posts if words in post]):
                self.platform.was_called.clear()
                await self.platform.was_called.wait()
        return found[-1]

    async def make(self, **fields: object) -> UUID:
        async with self.kernel.database.write() as session:
            by = ChangedBy("Juno", self.kernel.clock())
            return (await service.create_giveaway(session, self.channel_id, self._fields(fields), by)).id

    async def edit(self, giveaway_id: UUID, **fields: object) -> None:
        async with self.kernel.database.write() as session:
            by = ChangedBy("Juno", self.kernel.clock())
            await service.save_giveaway(session, self.channel_id, giveaway_id, self._fields(fields), by)

    @staticmethod
    def _fields(changes: dict[str, object]) -> GiveawayIn:
        defaults = {"title": "Keycap set", "keyword": "!keycap", "claim_seconds": 0, "reminder_minutes": 0}
        return GiveawayIn.model_validate({**defaults, **changes})

    async def open(self, **fields: object) -> UUID:
        giveaway_id = await self.make(**fields)
        await self.steps.open(self.channel_id, giveaway_id)
        return giveaway_id

    async def open_with(self, viewers: list[str], **fields: object) -> UUID:
        """Opens a giveaway; each of these viewers then asks for three tickets."""
        giveaway_id = await self.open(**fields)
        await self.say("!keycap 3", *viewers)
        return giveaway_id

    async def close_and_draw(self, giveaway_id: UUID) -> GiveawayDetails:
        await self.steps.close(self.channel_id, giveaway_id)
        await self.steps.draw(self.channel_id, giveaway_id)
        return await self.details(giveaway_id)

    async def details(self, giveaway_id: UUID) -> GiveawayDetails:
        return await self.steps.details(self.channel_id, giveaway_id)

    def message(self, words: str, by: str = "7", level: str = "", **fields: Any) -> MessageReceived:  # noqa: ANN401  # fields of a message
        roles: dict[str, Any] = {f"is_{level}": True} if level else {}
        fields.setdefault("chatter", Chatter(id=by, login=f"viewer{by}", name=f"Viewer{by}", **roles))
        return self.pipeline.chat_message(words, by=by, message_id=f"m{next(self._numbers)}", **fields)

    async def say(self, words: str, *viewers: str, provider: str = "drill", **fields: Any) -> None:  # noqa: ANN401  # fields of a message
        """Processes a message from each of these viewers, or from viewer 7 if none is given."""
        messages = [self.message(words, by, **fields) for by in viewers or ("7",)]
        source = [ChannelEvent(self.channel_id, self.pipeline.connection_id, provider, one) for one in messages]
        await self.pipeline.inboxes(source)
        await self.pipeline.wait_until_idle()

    async def entries(self, giveaway_id: UUID, status: EntryStatus = "entered") -> list[GiveawayEntryOut]:
        async with self.kernel.database.read() as session:
            return (await service.list_entries(session, giveaway_id, status, "", None, 200)).records

    async def names(self, giveaway_id: UUID) -> list[str]:
        return [entry.name for entry in await self.entries(giveaway_id)]

    async def refusals(self, giveaway_id: UUID) -> dict[str, str]:
        return {entry.name: entry.reason for entry in await self.entries(giveaway_id, "refused")}

    async def give_points(self, viewer: str, points: int, singular: str = "point", plural: str = "points") -> None:
        settings = PointSettings(enabled=True, name_singular=singular, name_plural=plural)
        async with self.kernel.database.write() as session:
            await save_settings(session, self.channel_id, settings)
            movement = Movement(("drill", viewer), points, Reason.ADJUSTED)
            await post(session, self.channel_id, [movement], self.kernel.clock())

    async def balance(self, viewer: str) -> int:
        async with self.kernel.database.read() as session:
            return await balance_of(session, self.channel_id, ("drill", viewer))

    async def delete(self, giveaway_id: UUID) -> None:
        async with self.kernel.database.write() as session:
            by = ChangedBy("Juno", self.kernel.clock())
            await service.delete_giveaway(session, self.channel_id, giveaway_id, by)

    async def watch(self, viewer: str, seconds: int) -> None:
        numbers = {"streams": 1, "streak": 1, "best_streak": 1, "last_stream": 1}
        row = Attendance(
            channel_id=self.channel_id,
            provider="drill",
            viewer_id=viewer,
            watched_seconds=seconds,
            updated_at=self.kernel.clock(),
            **numbers,
        )
        async with self.kernel.database.write() as session:
            session.add(row)

    async def link(self, *accounts: tuple[str, str]) -> None:
        person_id = new_id()
        async with self.kernel.database.write() as session:
            for provider, viewer_id in accounts:
                found = Viewer.provider == provider, Viewer.viewer_id == viewer_id
                await session.execute(update(Viewer).where(*found).values(person_id=person_id))
            await link_accounts(session, self.channel_id, accounts, person_id, self.kernel.clock())

    async def unlink(self, *accounts: tuple[str, str]) -> None:
        async with self.kernel.database.write() as session:
            for provider, viewer_id in accounts:
                found = Viewer.provider == provider, Viewer.viewer_id == viewer_id
                await session.execute(update(Viewer).where(*found).values(person_id=None))
            await unlink_accounts(session, self.channel_id, accounts, self.kernel.clock())

    async def ban(self, viewer: str) -> None:
        texts = {"reason": "", "message_id": "", "message_text": "", "detail": "", "actor_name": "", "viewer_name": ""}
        entry = ModerationEntry(
            channel_id=self.channel_id,
            connection_id=self.pipeline.connection_id,
            provider="drill",
            viewer_id=viewer,
            action="ban",
            actor_kind="user",
            outcome="done",
            is_confirmed=True,
            created_at=self.kernel.clock(),
            **texts,
        )
        async with self.kernel.database.write() as session:
            session.add(entry)

    async def enter_by_command(self, words: str = "", by: str = "7", sent_at: datetime | None = None) -> str:
        variable = self.services.variables.find("giveaway.enter")
        assert variable is not None
        context = VariableContext(
            self.channel_id,
            self.pipeline.connection_id,
            "drill",
            self.kernel.clock(),
            caller=Caller("drill", by, f"viewer{by}", f"Viewer{by}", 0),
            sent_at=sent_at,
        )
        value = variable.evaluate(context, Arguments(words, tuple(words.split())))
        assert not isinstance(value, str)
        return await value

    async def rows(self, query: str) -> list[dict[str, Any]]:
        async with self.kernel.database.read() as session:
            return [dict(row) for row in (await session.execute(text(query))).mappings()]

    async def explanations(self) -> dict[str, list[str]]:
        """Name and text of each stored message → the verdicts and reasons that "Why?" shows."""
        (explain,) = self.feature.explainers
        found: dict[str, list[str]] = {}
        for one in await self.pipeline.lines():
            line = msgspec.convert({name: value for name, value in one.items() if name != "removal"}, ChatLine)
            assert line.author is not None
            request = ExplainRequest(self.channel_id, line, is_removed=False, now=self.kernel.clock())
            rules = await explain(self.kernel.database, request)
            found[f"{line.author.name}: {line.text}"] = [f"{rule.verdict}: {rule.reason}" for rule in rules]
        return found

    def hold_messages(self) -> asyncio.Event:
        """Makes messages wait in the inbox until the returned event is set."""
        released = asyncio.Event()

        async def wait(_: UUID) -> None:
            await released.wait()

        enter = self.feature.stages["enter_giveaways"]
        self.pipeline.build(enter, guards={enter: wait})
        return released

    def collect_batches(self) -> list[Batch]:
        """Returns a list to which every later batch of the pipeline is added."""
        batches: list[Batch] = []

        async def collect(batch: Batch) -> None:
            batches.append(batch)

        self.pipeline.build(self.feature.stages["enter_giveaways"], collect)
        return batches


T = TypeVar("T")


class PipelineServices(ServiceMap):
    """Services of a test that builds its pipeline anew: gives the inboxes that run now."""

    def __init__(self, pipeline: RecordingPipeline) -> None:
        super().__init__()
        self._pipeline = pipeline

    def get(self, kind: type[T]) -> T:
        return cast("T", self._pipeline.inboxes) if kind is Inboxes else super().get(kind)


@asynccontextmanager
async def open_giveaway_channel(kernel: Kernel) -> AsyncGenerator[GiveawayChannel]:
    pipeline, platform = await open_pipeline(kernel), LookUpPlatform()
    platforms = Platforms([platform], [])
    sender = Sender(kernel, platforms, {"drill": platform})
    services = replace(services_for(kernel, platforms, sender, VariableRegistry()), provided=PipelineServices(pipeline))
    services.provided.add(WatchTimes, WatchTimes(watched_seconds))
    async with running_feature(giveaways_feature.feature, services) as feature:
        pipeline.build(feature.stages["enter_giveaways"])
        steps, scheduler = feature.services[GiveawaySteps], feature.services[GiveawayScheduler]
        assert isinstance(steps, GiveawaySteps)
        assert isinstance(scheduler, GiveawayScheduler)
        yield GiveawayChannel(pipeline, platform, services, feature, steps, scheduler)
    await sender.stop()
    await pipeline.close()
