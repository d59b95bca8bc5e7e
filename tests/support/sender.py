"""A sender, and a platform whose results a test sets."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Coroutine
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from greenroom.accounts.platforms import OAuthClient, PlatformInfo
from greenroom.chat.protocol.actions import (
    Action,
    Receipt,
    SendMessage,
)
from greenroom.chat.protocol.platform import Account, Emit
from greenroom.chat.sending.deferred import DeferredAction
from greenroom.chat.sending.retry_policy import RetryPolicy
from greenroom.chat.sending.sender import (
    ActionLedger,
    Sender,
)
from greenroom.kernel.errors import AppError
from support.rehearsal_process import ConnectedAccount, ConnectionHost
from support.waiting import MAX_WAIT_SECONDS, wait_until

QUICK = RetryPolicy(answer_seconds=0.3, character_seconds=0, first_wait_seconds=0.01)

ScriptedResult = Receipt | BaseException | asyncio.Event


@dataclass
class ScriptedPlatform:
    """Records each action; its result is the next of `scripted_results`, or "done" if there is none left."""

    info: PlatformInfo
    oauth: OAuthClient
    registrar: None = None
    # An exception is raised; an event makes the action wait until it is set, then the result is "done".
    scripted_results: list[ScriptedResult] = field(default_factory=list[ScriptedResult])
    performed: list[Action] = field(default_factory=list[Action])
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    # Whether a call that waits for its event ignores its first cancellation.
    ignores_cancellation: bool = False

    async def run(self, account: Account, emit: Emit) -> None:
        raise AssertionError("only actions are of interest here")

    async def act(self, account: Account, action: Action) -> Receipt:
        self.performed.append(action)
        self._changed.set()
        result = self.scripted_results.pop(0) if self.scripted_results else Receipt("done")
        if isinstance(result, asyncio.Event):
            await self._hold(result)
            return Receipt("done")
        if isinstance(result, BaseException):
            raise result
        return result

    async def _hold(self, until: asyncio.Event) -> None:
        with contextlib.suppress(asyncio.CancelledError) if self.ignores_cancellation else contextlib.nullcontext():
            await until.wait()
        if self.ignores_cancellation:
            await until.wait()

    async def wait_for_actions(self, count: int) -> None:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            while len(self.performed) < count:
                self._changed.clear()
                await self._changed.wait()

    @property
    def sent_texts(self) -> list[str]:
        return [action.text for action in self.performed if isinstance(action, SendMessage)]


@dataclass
class SenderRun(ActionLedger):
    """A sender with one connected account; also the ledger to which it reports the outcomes of deferred actions."""

    sender: Sender
    platform: ScriptedPlatform
    connected: ConnectedAccount
    outcomes: dict[UUID, Receipt | AppError] = field(default_factory=dict[UUID, Receipt | AppError])
    withdrawn: set[UUID] = field(default_factory=set[UUID])
    is_log_unavailable: bool = False
    # The ledger waits for this event before it stores an outcome; with None it does not wait.
    may_store_outcomes: asyncio.Event | None = None
    # Number of outcomes that wait for that event.
    waiting_outcomes: int = 0

    @property
    def results(self) -> dict[UUID, tuple[str, str]]:
        """Outcome and detail of each action."""
        return {entry_id: _outcome_and_detail(outcome) for entry_id, outcome in self.outcomes.items()}

    def dispatch(self, action: Action, connection_id: UUID | None = None) -> Coroutine[None, None, Receipt]:
        return self.sender.dispatch(connection_id or self.connected.id, action)

    def start_sending(self, text: str, connection_id: UUID | None = None) -> asyncio.Task[Receipt]:
        return asyncio.create_task(self.dispatch(SendMessage(text), connection_id))

    def post(self, action: Action) -> UUID:
        entry_id = uuid4()
        self.sender.post(DeferredAction(self.connected.id, action, entry_id=entry_id))
        return entry_id

    async def is_wanted(self, entry_id: UUID) -> bool:
        if self.is_log_unavailable:
            raise OSError("no database")
        return entry_id not in self.withdrawn

    async def settle(self, entry_id: UUID, outcome: Receipt | AppError) -> None:
        if self.is_log_unavailable:
            raise OSError("no database")
        self.waiting_outcomes += 1
        if self.may_store_outcomes is not None:
            await self.may_store_outcomes.wait()
        self.waiting_outcomes -= 1
        self.outcomes[entry_id] = outcome

    async def wait_until_idle(self) -> None:
        await wait_until(lambda: self.sender.is_idle)


def _outcome_and_detail(outcome: Receipt | AppError) -> tuple[str, str]:
    if isinstance(outcome, AppError):
        return "failed", outcome.message
    return "done" if outcome.outcome == "done" else "failed", outcome.detail


@contextlib.asynccontextmanager
async def open_sender_run(connection_host: ConnectionHost, retry_policy: RetryPolicy) -> AsyncGenerator[SenderRun]:
    platform = ScriptedPlatform(connection_host.twitch.info, connection_host.twitch.oauth)
    runs: list[SenderRun] = []
    sender = Sender(
        connection_host.kernel, connection_host.platforms, {"twitch": platform}, retry_policy, ledger=lambda: runs[0]
    )
    run = SenderRun(sender, platform, await connection_host.connect())
    runs.append(run)
    yield run
    await sender.stop()
