"""Renders and sends responses outside the pipeline, several at a time and in order for each connection."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any
from uuid import UUID

from msgspec import Struct, field
from msgspec.structs import replace

from greenroom.accounts.platforms import PlatformInfo
from greenroom.chat.protocol.actions import Receipt
from greenroom.chat.sending.queues import Outcome
from greenroom.chat.sending.sender import Sender
from greenroom.features.commands.matching.responses import ResponseCompiler, notes_text
from greenroom.features.commands.responding.invocation import ChatEditInvocation, CommandInvocation, Invocation
from greenroom.features.commands.responding.results import UseResult, UseResultWriter
from greenroom.features.points.ledger.command_charges import refund
from greenroom.features.points.ledger.settings import read_settings
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import BackgroundTasks
from greenroom.responses.delivery import RenderedResponse, ResponseType, prepare_response

log = get_logger(__name__)

# Maximum number of a channel's responses that are rendered at the same time.
MAX_CONCURRENT = 20
# Maximum number of a channel's invocations that wait to be rendered.
MAX_WAITING = 200
STOP_SECONDS = 3.0

HandleChatEdit = Callable[[ChatEditInvocation], Awaitable[str]]


class Prepared(Struct, frozen=True):
    """A rendered response, with notes on what is empty in it and why."""

    response: RenderedResponse
    notes: str
    # Whether a variable refused what the caller asked for: then the command is refunded.
    is_refused: bool = False
    # Whether a variable changed something: then the command is never refunded.
    has_changed: bool = False


class ChannelResponder(Struct, eq=False):
    """The unfinished invocations of one channel; deleted when the last of them has finished."""

    slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MAX_CONCURRENT))
    count: int = 0
    # The latest response task of each connection.
    last: dict[UUID, asyncio.Task[None]] = field(default_factory=dict[UUID, "asyncio.Task[None]"])


class Responder:
    def __init__(
        self,
        kernel: Kernel,
        sender: Sender,
        compiler: ResponseCompiler,
        infos: Mapping[str, PlatformInfo],
        handle_chat_edit: HandleChatEdit,
    ) -> None:
        self.kernel = kernel
        self.sender = sender
        self.compiler = compiler
        self.infos = infos
        self.handle_chat_edit = handle_chat_edit
        self._channels: dict[UUID, ChannelResponder] = {}
        self._tasks = BackgroundTasks()
        self._results = UseResultWriter(kernel.database, self._begin)

    def submit(self, invocation: Invocation) -> None:
        request = invocation.request
        channel = self._channels.setdefault(request.channel_id, ChannelResponder())
        if channel.count >= MAX_CONCURRENT + MAX_WAITING:
            self._begin(self._finish(invocation, UseResult("skipped", "too many commands at once")))
            return
        channel.count += 1
        connection_id = request.line.connection_id
        task = self._begin(self._answer(channel, invocation, channel.last.get(connection_id)))
        channel.last[connection_id] = task

    async def stop(self) -> None:
        await self._tasks.cancel(STOP_SECONDS)

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return self._tasks.start(work, name="command_response")

    async def _answer(
        self, channel: ChannelResponder, invocation: Invocation, previous: asyncio.Task[None] | None
    ) -> None:
        try:
            async with channel.slots:
                prepared = await self._prepare(invocation)
            if previous is not None:
                await asyncio.wait({previous})
            self._send(invocation, prepared)
        except Exception:
            log.exception("command_response_failed", channel=str(invocation.request.channel_id))
            await self._finish(invocation, UseResult("failed", "internal error, see the server log"))
        finally:
            self._end(channel, invocation)

    def _end(self, channel: ChannelResponder, invocation: Invocation) -> None:
        request = invocation.request
        channel.count -= 1
        if channel.last.get(request.line.connection_id) is asyncio.current_task():
            del channel.last[request.line.connection_id]
        if not channel.count:
            self._channels.pop(request.channel_id, None)

    async def _finish(self, invocation: Invocation, result: UseResult, prepared: Prepared | None = None) -> None:
        """Refunds a failed command, then writes the result.

        A command that has changed something is not refunded, even if its response could not be sent.
        """
        charge = invocation.charge if isinstance(invocation, CommandInvocation) else None
        has_failed = result.verdict != "answered" or (prepared is not None and prepared.is_refused)
        if charge is not None and has_failed and not (prepared is not None and prepared.has_changed):
            channel_id = invocation.request.channel_id
            async with self.kernel.database.write() as session:
                settings = await read_settings(session, channel_id)
                await refund(session, channel_id, charge, result.reason or "no response", self.kernel.clock())
            result = replace(result, reason=_join_notes(result.reason, f"refunded {settings.amount_text(charge.cost)}"))
        await self._results.write(invocation.use_id, result)

    async def _prepare(self, invocation: Invocation) -> Prepared:
        if isinstance(invocation, ChatEditInvocation):
            text = await self.handle_chat_edit(invocation)
            return Prepared(self._deliverable(invocation, text, "reply"), "" if text else "requires Editor")
        context = invocation.request.variable_context(invocation.command, invocation.use_count, invocation.now)
        rendered = await invocation.command.response(invocation.choice, self.compiler).render(context)
        response = self._deliverable(invocation, rendered.text, invocation.command.response_type)
        return Prepared(response, notes_text(rendered), rendered.is_refused, rendered.has_changed)

    def _deliverable(self, invocation: Invocation, text: str, response_type: ResponseType) -> RenderedResponse:
        request = invocation.request
        info = self.infos[request.line.provider]
        message_id = request.line.message_id
        return prepare_response(text, response_type, info, caller=request.caller, message_id=message_id)

    def _send(self, invocation: Invocation, prepared: Prepared) -> None:
        response, notes = prepared.response, prepared.notes
        if response.action is None:
            result = UseResult("skipped", _join_notes(response.detail.rstrip("."), notes))
            self._begin(self._finish(invocation, result, prepared))
            return
        info = self.infos[invocation.request.line.provider]
        text = response.action.text

        async def report(outcome: Outcome) -> None:
            result = use_result(outcome, info.name, text, notes)
            await self._finish(invocation, result, prepared)

        connection_id = invocation.request.line.connection_id
        self.sender.submit(connection_id, response.action, report, as_bot=True, is_awaited=False)


def use_result(outcome: Outcome, platform: str, text: str, notes: str) -> UseResult:
    match outcome:
        case AppError():
            return UseResult("failed", _join_notes(outcome.message, notes), text)
        case Receipt(outcome="done"):
            return UseResult("answered", _join_notes(outcome.detail, notes), text)
        case Receipt(outcome="dropped"):
            return UseResult("failed", _join_notes(f"{platform} dropped it: {outcome.detail}", notes), text)
        case _:
            return UseResult("failed", _join_notes(outcome.detail, notes), text)


def _join_notes(reason: str, notes: str) -> str:
    return f"{reason.rstrip('.')}; {notes}" if reason and notes else reason or notes
