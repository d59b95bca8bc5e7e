"""What happens to a batch of what was heard in one channel: stage after stage, in one transaction."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.actions import Action
from greenroom.chat.events import MessageReceived, NoticeReceived
from greenroom.chat.heard import Heard
from greenroom.chat.line import ChatLine, Removal
from greenroom.kernel.logs import get_logger
from greenroom.kernel.outages import is_outage

log = get_logger(__name__)

# Whoever takes longer holds up everybody who wants to write.
STAGE_SECONDS = 10.0


class Said(msgspec.Struct, eq=False, gc=False):
    """A message or a notice on its way through the stages."""

    heard: Heard
    event: MessageReceived | NoticeReceived
    # Whether this person never wrote here before; set by the stage that knows the viewers.
    is_first: bool = False
    # False when it was stored before: whatever was delivered twice is not acted on twice.
    is_new: bool = True
    # What people see; there once it is recorded.
    line: ChatLine | None = None
    # Set by whoever moderates: no later stage may answer it.
    removal: Removal | None = None


@dataclass(frozen=True, slots=True)
class Errand:
    """Something to be done at a platform once the transaction is committed; nobody waits for it."""

    connection_id: UUID
    action: Action
    # Else as the channel's own account.
    as_bot: bool = False
    # Of the moderation entry that it is done for: it is not done any more once that was taken back.
    entry_id: UUID | None = None
    # Whether that entry wants to know how it went.
    is_reported: bool = True


@dataclass(slots=True, eq=False)
class Turn:
    """One batch of one channel."""

    session: AsyncSession
    channel_id: UUID
    now: datetime
    # In the order of the platforms' own clocks.
    said: list[Said]
    # Everything else that was heard, in the order it was heard.
    others: list[Heard]
    errands: list[Errand] = field(default_factory=list[Errand])
    # Called once all of it is committed: what a stage remembers must not know of what never happened.
    committed: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])

    def fresh(self) -> list[Said]:
        """What may be acted on: new, live, and not removed by an earlier stage."""
        return [one for one in self.said if one.is_new and one.removal is None and not one.event.is_backlog]


Stage = Callable[[Turn], Awaitable[None]]


class StageFailed(Exception):
    def __init__(self, stage: Stage) -> None:
        super().__init__(name_of(stage))
        self.stage = stage


def name_of(stage: Stage) -> str:
    function = getattr(stage, "__func__", stage)
    name = getattr(function, "__qualname__", type(function).__qualname__)
    return f"{function.__module__.removeprefix('greenroom.')}.{name}"


async def take_turn(turn: Turn, stages: Sequence[Stage]) -> None:
    """A database that is away ends the turn; any other failure of a stage is told to the caller by its name."""
    for stage in stages:
        try:
            async with asyncio.timeout(STAGE_SECONDS):
                await stage(turn)
        except Exception as error:
            # Python's own timeout is an OSError too: it says that the stage hangs, not that the database is away.
            if is_outage(error) and not isinstance(error, TimeoutError):
                raise
            raise StageFailed(stage) from error
