"""Sends all actions to platforms: messages and deferred actions through queues for each connection, others at once."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Mapping
from uuid import UUID

from greenroom.accounts.platforms import PlatformBusy, Platforms
from greenroom.chat.protocol.actions import Action, BanViewer, Receipt, UnbanViewer
from greenroom.chat.protocol.platform import Platform
from greenroom.chat.sending import recently_sent
from greenroom.chat.sending.account_rows import AccountRowCache
from greenroom.chat.sending.acting_as import Accounts, BotMuted, NotConfirmed, resolve_accounts, send
from greenroom.chat.sending.deferred import DeferredAction
from greenroom.chat.sending.queues import ConnectionQueue, Outcome, QueuedAction, Report
from greenroom.chat.sending.retry_policy import RetryPolicy, is_chat_line, is_repeatable, subject
from greenroom.chat.sending.splitting import parts_of
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import BackgroundTasks, spawn

log = get_logger(__name__)

# At one message a second, further messages would be out of date.
MAX_QUEUED_MESSAGES = 100
# Queues of one connection for moderation: a raid brings hundreds of deletions. Actions about one viewer share a queue.
MODERATION_QUEUES = 4
MAX_QUEUED_MODERATION = 250
# Actions of users that run on one connection at the same time.
MAX_CONCURRENT = 20
STOP_SECONDS = 3.0

# The connection, and which of its queues: 0 is for messages.
QueueKey = tuple[UUID, int]


class ActionLedger:
    """Writes outcomes to moderation entries; this default, for apps without the moderation feature, only logs them."""

    async def is_wanted(self, entry_id: UUID) -> bool:
        """Whether the action is still to be sent: its entry may have been undone while it waited."""
        return True

    async def settle(self, entry_id: UUID, outcome: Outcome) -> None:
        log.info("deferred_action_finished", entry=str(entry_id), failure=_failure_text(outcome))


class TooMuchWaiting(AppError):
    status = 503
    type = "too_much_waiting"
    message = "Too many actions are waiting for this platform. Nothing was sent; try again in a moment."


class TooLate(AppError):
    status = 503
    type = "too_late"
    message = "It waited too long in the queue. Nothing was sent; try again."


class ServerStopped(AppError):
    status = 503
    type = "server_stopped"
    message = "The server was stopped before this was done. Try again."


class Interrupted(AppError):
    status = 503
    type = "interrupted"
    message = "The server stopped while sending. It may already have been sent."


class Broken(AppError):
    status = 500
    type = "internal"
    message = "Server error; see the log. It may already have been sent — check before retrying."


class Sender:
    """Messages are sent in order; other actions run at once for a waiting caller, deferred ones in separate queues."""

    def __init__(
        self,
        kernel: Kernel,
        platforms: Platforms,
        installed: Mapping[str, Platform],
        retry_policy: RetryPolicy | None = None,
        ledger: Callable[[], ActionLedger] | None = None,
    ) -> None:
        self._kernel = kernel
        self._platforms = platforms
        self._installed = installed
        self._rows = AccountRowCache(kernel.database)
        self.retry_policy = retry_policy or RetryPolicy()
        self._queues: dict[QueueKey, ConnectionQueue] = {}
        self._concurrent: Counter[UUID] = Counter()
        # Calls that timed out and are being cancelled.
        self._closing = BackgroundTasks()
        self._refusing = BackgroundTasks()
        # Held while a refusal is reported for which no caller waits.
        self._reporting_refusal = asyncio.Lock()
        self._is_stopped = False
        self._ledger = ledger or ActionLedger

    @property
    def is_idle(self) -> bool:
        return not self._queues

    async def dispatch(
        self, connection_id: UUID, action: Action, *, as_user: UUID | None = None, as_bot: bool = False
    ) -> Receipt:
        """Performs an action for a waiting caller; raises an AppError that says why the action failed."""
        if is_chat_line(action):
            return await self._wait_in_queue(connection_id, action, as_user, as_bot=as_bot)
        if self._concurrent[connection_id] >= MAX_CONCURRENT:
            raise TooMuchWaiting
        self._concurrent[connection_id] += 1
        try:
            await self._wait_for_ban(connection_id, action)
            return await self._try_once(connection_id, action, as_user, as_bot=as_bot)
        finally:
            self._concurrent[connection_id] -= 1
            if not self._concurrent[connection_id]:
                del self._concurrent[connection_id]

    async def _wait_for_ban(self, connection_id: UUID, action: Action) -> None:
        """Delays an unban while a deferred ban is being sent, so that the ban does not take effect after the unban."""
        queue = self._queues.get((connection_id, _queue_of(action)))
        if queue is not None and isinstance(action, UnbanViewer):
            await queue.wait_while_running(_is_ban_of(action.viewer_id))

    def is_banning(self, connection_id: UUID, viewer_id: str) -> bool:
        """Whether a deferred ban of this viewer is being sent right now."""
        queue = self._queues.get((connection_id, _queue_of(BanViewer(viewer_id))))
        return queue is not None and queue.is_running(_is_ban_of(viewer_id))

    def submit(
        self,
        connection_id: UUID,
        action: Action,
        report: Report,
        *,
        as_user: UUID | None = None,
        as_bot: bool = False,
        is_awaited: bool = True,
    ) -> None:
        """Queues an action; calls `report` once with the outcome. Unless `is_awaited`, it is retried as in `post`."""
        self._put(QueuedAction(connection_id, action, report, self._useful_until(action), as_user, as_bot, is_awaited))

    def post(self, deferred: DeferredAction) -> None:
        """Queues an action for which no caller waits: it is retried for a limited time, then recorded as failed."""

        async def report(outcome: Outcome) -> None:
            if deferred.entry_id is not None and deferred.is_reported:
                await self._ledger().settle(deferred.entry_id, outcome)
            elif not isinstance(outcome, BotMuted) and (failure := _failure_text(outcome)) is not None:
                # No warning if the entry was undone, or deleted with its channel.
                log_event = log.warning if await self._is_wanted(deferred) else log.info
                log_event("deferred_action_failed", connection=str(deferred.connection_id), detail=failure)

        queued = QueuedAction(
            deferred.connection_id,
            deferred.action,
            report,
            self._useful_until(deferred.action),
            as_bot=deferred.as_bot,
            is_awaited=False,
            entry_id=deferred.entry_id,
        )
        self._put(queued)

    async def stop(self) -> None:
        """Drops the waiting actions and reports that they were not sent; of running ones, that they may have been."""
        self._is_stopped = True
        queues, self._queues = list(self._queues.values()), {}
        ends: list[tuple[QueuedAction, AppError]] = []
        for queue in queues:
            current, waiting = await queue.close()
            ends += [(current, Interrupted())] if current else []
            ends += [(queued, ServerStopped()) for queued in waiting]
        if ends:
            log.warning("sender_stopped_with_actions_left", count=len(ends))
        for queued, error in ends:
            self._refuse(queued, error)
        # A platform or a database that hangs must not keep the server from stopping.
        await self._refusing.join(STOP_SECONDS)
        await self._refusing.cancel(0)
        await self._closing.cancel(STOP_SECONDS)

    async def _wait_in_queue(
        self, connection_id: UUID, action: Action, as_user: UUID | None, *, as_bot: bool
    ) -> Receipt:
        done: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

        async def report(outcome: Outcome) -> None:
            if not done.done():
                done.set_result(outcome)

        self.submit(connection_id, action, report, as_user=as_user, as_bot=as_bot)
        outcome = await done
        if isinstance(outcome, AppError):
            raise outcome
        return outcome

    def _useful_until(self, action: Action) -> float:
        return asyncio.get_running_loop().time() + self.retry_policy.useful_within(action)

    def _put(self, queued: QueuedAction) -> None:
        if self._is_stopped:
            self._refuse(queued, ServerStopped())
            return
        key = (queued.connection_id, _queue_of(queued.action))
        queue = self._queues.get(key) or self._open(key)
        if not queue.put(queued):
            log.warning("send_queue_full", connection=str(queued.connection_id), action=type(queued.action).__name__)
            self._refuse(queued, TooMuchWaiting())

    def _open(self, key: QueueKey) -> ConnectionQueue:
        def remove() -> None:
            if self._queues.get(key) is queue:
                del self._queues[key]

        queue = ConnectionQueue(self._attempt, remove, MAX_QUEUED_MODERATION if key[1] else MAX_QUEUED_MESSAGES)
        self._queues[key] = queue
        return queue

    def _refuse(self, queued: QueuedAction, error: AppError) -> None:
        self._refusing.start(self._report_refusal(queued, error), name="report_refused_action")

    async def _report_refusal(self, queued: QueuedAction, error: AppError) -> None:
        """Reports refused actions one after the other, unless a caller waits: a raid may cause thousands at once.

        Each report is a transaction, and SQLite has one writer at a time: messages and API calls would have to wait.
        """
        async with contextlib.nullcontext() if queued.is_awaited else self._reporting_refusal:
            await _report(queued, error)

    async def _attempt(self, queued: QueuedAction) -> float | None:
        now = asyncio.get_running_loop().time
        if not await self._is_wanted(queued):
            log.info("deferred_action_withdrawn", connection=str(queued.connection_id), entry=str(queued.entry_id))
            return None
        if now() > queued.useful_until:
            await _report(queued, TooLate())
            return None
        queued.tries += 1
        outcome = await self._outcome(queued)
        wait = self._wait_after(queued, outcome)
        if wait is not None and now() + wait <= queued.useful_until:
            return wait
        await _report(queued, outcome)
        return None

    async def _is_wanted(self, queued: QueuedAction | DeferredAction) -> bool:
        """Whether to send the action: not if its entry was undone; True if the database is unreachable."""
        if queued.entry_id is None:
            return True
        try:
            return await self._ledger().is_wanted(queued.entry_id)
        except Exception:
            log.exception("entry_lookup_failed", connection=str(queued.connection_id), entry=str(queued.entry_id))
            return True

    async def _outcome(self, queued: QueuedAction) -> Outcome:
        """Tries the action once; an error becomes its outcome, so that the queue continues."""
        try:
            return await self._try_once(
                queued.connection_id,
                queued.action,
                queued.as_user,
                as_bot=queued.as_bot,
                needs_unmuted_bot=is_chat_line(queued.action) and not queued.is_awaited,
            )
        except AppError as error:
            return error
        except Exception:
            log.exception("action_failed", connection=str(queued.connection_id), action=type(queued.action).__name__)
            return Broken()

    def _wait_after(self, queued: QueuedAction, outcome: Outcome) -> float | None:
        """Seconds until the next try; None if the action is not tried again."""
        match outcome:
            case PlatformBusy() if not queued.is_awaited:
                return max(outcome.after_seconds, self.retry_policy.first_wait_seconds)
            case NotConfirmed() if not queued.is_awaited and is_repeatable(queued.action):
                return (
                    self.retry_policy.wait_before(queued.tries) if queued.tries < self.retry_policy.max_tries else None
                )
            case _:
                return None

    async def _try_once(
        self,
        connection_id: UUID,
        action: Action,
        as_user: UUID | None,
        *,
        as_bot: bool,
        needs_unmuted_bot: bool = False,
    ) -> Receipt:
        accounts = await resolve_accounts(
            self._kernel,
            self._platforms,
            self._installed,
            await self._rows.find(connection_id),
            as_user=as_user,
            as_bot=as_bot,
            needs_unmuted_bot=needs_unmuted_bot,
        )
        # Only messages of the channel or the bot are stored: a user's own message triggers commands as usual.
        part_ids = await self._store_parts(accounts, action) if as_user is None else []
        seconds = self.retry_policy.answer_within(action)
        call = spawn(send(self._kernel, self._platforms, accounts, action), name="platform_action")
        try:
            # `asyncio.timeout` would wait for the cancellation, which takes a while if the call is storing a new token.
            await asyncio.wait({call}, timeout=seconds)
        finally:
            if not call.done():
                self._give_up(call)
        if not call.done():
            raise NotConfirmed(accounts.platform.info.name, f"no answer within {seconds:.0f} s")
        if call.cancelled():
            # Cancelled by something it depends on: passing that on would cancel our own caller.
            raise NotConfirmed(accounts.platform.info.name, "interrupted")
        await self._record_answer(part_ids, call.result())
        return call.result()

    async def _store_parts(self, accounts: Accounts, action: Action) -> list[UUID]:
        """Stores the message before sending: the platform may report it before it answers, and to another process."""
        info = accounts.platform.info
        parts = [info.reported_text(part) for part in parts_of(action, info.descriptor.messageMaxLength)]
        if not parts:
            return []
        provider, account_id = accounts.loaded.provider, accounts.actor.credential.provider_user_id
        return await recently_sent.store_parts(self._kernel.database, provider, account_id, parts, self._kernel.clock())

    async def _record_answer(self, part_ids: list[UUID], receipt: Receipt) -> None:
        if not part_ids or (receipt.outcome != "refused" and not receipt.message_ids):
            return
        try:
            if receipt.message_ids:
                await recently_sent.record_message_ids(self._kernel.database, part_ids, receipt.message_ids)
            else:
                await recently_sent.delete_parts(self._kernel.database, part_ids)
        except Exception:
            # The message was sent. Without its ids, the stored texts identify it when the platform reports it.
            log.exception("message_ids_not_stored", count=len(receipt.message_ids))

    def _give_up(self, call: asyncio.Task[Receipt]) -> None:
        self._closing.adopt(call)
        call.cancel()


def _queue_of(action: Action) -> int:
    return 0 if is_chat_line(action) else 1 + hash(subject(action)) % MODERATION_QUEUES


def _is_ban_of(viewer_id: str) -> Callable[[Action], bool]:
    return lambda action: isinstance(action, BanViewer) and action.viewer_id == viewer_id


def _failure_text(outcome: Outcome) -> str | None:
    if isinstance(outcome, AppError):
        return outcome.message
    return None if outcome.outcome == "done" else outcome.detail


async def _report(queued: QueuedAction, outcome: Outcome) -> None:
    try:
        await queued.report(outcome)
    except Exception:
        log.exception("report_failed", connection=str(queued.connection_id))
