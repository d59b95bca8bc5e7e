"""A batch of events of one channel, and the stages that it goes through in one transaction."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

import msgspec
from msgspec import Struct, field
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.line import ChatLine, Removal
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.protocol.events import MessageReceived, NoticeReceived
from greenroom.chat.sending.deferred import DeferredAction
from greenroom.kernel.db.outages import is_outage

# Time limit of a stage: a slower one would hold the write transaction and block every other writer.
STAGE_SECONDS = 10.0


class PendingMessage(msgspec.Struct, eq=False, gc=False):
    """A message or notice on its way through the stages."""

    source: ChannelEvent
    event: MessageReceived | NoticeReceived
    # The viewer's first message in this channel; set by the viewers' stage.
    is_first: bool = False
    # False if it is stored already: a message that arrives again is not acted on again.
    is_new: bool = True
    # A stored notice that arrived again with another text, which the filters have not checked.
    is_rewritten: bool = False
    # The line as browsers see it; set by the stage that records messages.
    line: ChatLine | None = None
    # The live event that shows the line, encoded once for all viewers; empty if there is nothing new to show.
    live_event: bytes = b""
    # Set by a stage that moderates: later stages do not respond to the message.
    removal: Removal | None = None


class Batch(Struct, eq=False):
    session: AsyncSession
    channel_id: UUID
    now: datetime
    # Messages and notices, ordered by the platforms' own timestamps.
    messages: list[PendingMessage]
    # All other events, in order of arrival.
    events: list[ChannelEvent]
    # A guard, such as the filters, failed at every attempt and was left out, so only staff see the messages.
    is_unguarded: bool = False
    deferred: list[DeferredAction] = field(default_factory=list[DeferredAction])
    # Stored activities that are new or have changed; set by the stage that records them.
    activity_ids: list[UUID] = field(default_factory=list[UUID])
    # For each of `activity_ids` that was stored before this batch: its count and value then; zeros if it had no viewer.
    grown_activities: dict[UUID, tuple[int, int]] = field(default_factory=dict[UUID, tuple[int, int]])
    # Callbacks that update state in memory; not called if the transaction is rolled back.
    after_commit: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])

    def actionable(self) -> list[PendingMessage]:
        """Messages that are new, live, and not removed by an earlier stage."""
        return [one for one in self.messages if one.is_new and _is_live_and_shown(one)]

    def filterable(self) -> list[PendingMessage]:
        """Messages that filters check: actionable ones, and stored notices that arrived again with another text."""
        return [one for one in self.messages if (one.is_new or one.is_rewritten) and _is_live_and_shown(one)]


def _is_live_and_shown(one: PendingMessage) -> bool:
    return one.removal is None and not one.event.is_backlog


Stage = Callable[[Batch], Awaitable[None]]
# Loads what a stage needs for a channel, outside any transaction.
Prepare = Callable[[UUID], Awaitable[None]]


DEFAULT_LIMITS: Mapping[Stage, float] = {}


class StageFailed(Exception):
    def __init__(self, stage: Stage) -> None:
        super().__init__(stage_name(stage))
        self.stage = stage

    @property
    def is_timeout(self) -> bool:
        return isinstance(self.__cause__, TimeoutError)


class PreparationFailed(StageFailed):
    """Loading what a stage needs has failed, so no message of the batch is the cause."""


def stage_name(stage: Stage) -> str:
    function = getattr(stage, "__func__", stage)
    name = getattr(function, "__qualname__", type(function).__qualname__)
    return f"{function.__module__.removeprefix('greenroom.')}.{name}"


async def prepare_stage(stage: Stage, prepare: Prepare, channel_id: UUID) -> None:
    try:
        await prepare(channel_id)
    except Exception as error:
        if is_outage(error):
            raise
        raise PreparationFailed(stage) from error


async def run_stages(batch: Batch, stages: Sequence[Stage], seconds: Mapping[Stage, float] = DEFAULT_LIMITS) -> None:
    """Runs the stages in order; raises the database's error if it is unreachable, StageFailed for any other failure."""
    for stage in stages:
        try:
            async with asyncio.timeout(seconds.get(stage, STAGE_SECONDS)):
                await stage(batch)
        except Exception as error:
            # TimeoutError is an OSError too, but here it means a slow stage and not a lost database.
            if is_outage(error) and not isinstance(error, TimeoutError):
                raise
            raise StageFailed(stage) from error
