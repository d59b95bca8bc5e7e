"""Answers what was asked: beside the pipeline, a few at a time, and in the order asked on each connection."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from greenroom.chat.protocol.actions import Receipt
from greenroom.chat.sending.queues import Outcome
from greenroom.chat.sending.sender import Sender
from greenroom.features.commands.responding.invocation import ChatEditInvocation, Invocation
from greenroom.features.commands.responding.responses import ResponseCompiler, notes_text
from greenroom.features.commands.responding.results import UseResult, UseResultWriter
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError
from greenroom.kernel.logs import get_logger
from greenroom.responses.delivery import RenderedResponse, ResponseType, word_answer
from greenroom.tenancy.platforms import PlatformInfo

log = get_logger(__name__)

# In one channel: what is prepared at the same time, and what may wait for that.
MAX_CONCURRENT = 20
MAX_WAITING = 200
STOP_SECONDS = 3.0

HandleChatEdit = Callable[[ChatEditInvocation], Awaitable[str]]


@dataclass(slots=True, eq=False)
class ChannelResponder:
    """Of one channel; there only as long as something waits."""

    slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MAX_CONCURRENT))
    count: int = 0
    # The last that was asked on each connection.
    last: dict[UUID, asyncio.Task[None]] = field(default_factory=dict[UUID, "asyncio.Task[None]"])


@dataclass(slots=True, eq=False)
class Responder:
    kernel: Kernel
    sender: Sender
    phrasing: ResponseCompiler
    infos: Mapping[str, PlatformInfo]
    manage: HandleChatEdit
    _desks: dict[UUID, ChannelResponder] = field(default_factory=dict[UUID, ChannelResponder])
    _tasks: set[asyncio.Task[None]] = field(default_factory=set["asyncio.Task[None]"])
    _endings: UseResultWriter = field(init=False)

    def __post_init__(self) -> None:
        self._endings = UseResultWriter(self.kernel.database, self._begin)

    def take(self, invocation: Invocation) -> None:
        question = invocation.question
        desk = self._desks.setdefault(question.channel_id, ChannelResponder())
        if desk.count >= MAX_CONCURRENT + MAX_WAITING:
            self._begin(self._endings.settle(invocation.use_id, UseResult("skipped", "too much was asked at once")))
            return
        desk.count += 1
        connection_id = question.line.connection_id
        task = self._begin(self._answer(desk, invocation, desk.last.get(connection_id)))
        desk.last[connection_id] = task

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=STOP_SECONDS)

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _answer(self, desk: ChannelResponder, invocation: Invocation, before: asyncio.Task[None] | None) -> None:
        try:
            async with desk.slots:
                wording, notes = await self._prepare(invocation)
            if before is not None:
                await asyncio.wait({before})
            self._say(invocation, wording, notes)
        except Exception:
            log.exception("command_broke", channel=str(invocation.question.channel_id))
            broken = UseResult("failed", "something broke; the server's log has the details")
            await self._endings.settle(invocation.use_id, broken)
        finally:
            self._leave(desk, invocation)

    def _leave(self, desk: ChannelResponder, invocation: Invocation) -> None:
        question = invocation.question
        desk.count -= 1
        if desk.last.get(question.line.connection_id) is asyncio.current_task():
            del desk.last[question.line.connection_id]
        if not desk.count:
            self._desks.pop(question.channel_id, None)

    async def _prepare(self, invocation: Invocation) -> tuple[RenderedResponse, str]:
        """What is said, and what of it nobody gets to see."""
        if isinstance(invocation, ChatEditInvocation):
            said = await self.manage(invocation)
            return self._word(invocation, said, "reply"), "" if said else "only Editors may"
        occasion = invocation.question.occasion(invocation.command, invocation.use_count, invocation.now)
        rendered = await invocation.command.answer(invocation.choice, self.phrasing).render(occasion)
        return self._word(invocation, rendered.text, invocation.command.response_type), notes_text(rendered)

    def _word(self, invocation: Invocation, text: str, response_type: ResponseType) -> RenderedResponse:
        question = invocation.question
        info = self.infos[question.line.provider]
        message_id = question.line.message_id
        return word_answer(text, response_type, info, caller=question.caller, message_id=message_id)

    def _say(self, invocation: Invocation, wording: RenderedResponse, notes: str) -> None:
        if wording.action is None:
            ending = UseResult("skipped", _joined(wording.detail.rstrip("."), notes))
            self._begin(self._endings.settle(invocation.use_id, ending))
            return
        info = self.infos[invocation.question.line.provider]
        text = wording.action.text

        async def report(outcome: Outcome) -> None:
            await self._endings.settle(invocation.use_id, use_result(outcome, info.name, text, notes))

        connection_id = invocation.question.line.connection_id
        self.sender.hand_over(connection_id, wording.action, report, as_bot=True, is_awaited=False)


def use_result(outcome: Outcome, platform: str, text: str, notes: str) -> UseResult:
    match outcome:
        case AppError():
            return UseResult("failed", _joined(outcome.message, notes), text)
        case Receipt(outcome="done"):
            return UseResult("answered", _joined(outcome.detail, notes), text)
        case Receipt(outcome="dropped"):
            return UseResult("failed", _joined(f"{platform} dropped it: {outcome.detail}", notes), text)
        case _:
            return UseResult("failed", _joined(outcome.detail, notes), text)


def _joined(reason: str, notes: str) -> str:
    """What the platform says of an answer, and what its variables do."""
    return f"{reason.rstrip('.')}; {notes}" if reason and notes else reason or notes
