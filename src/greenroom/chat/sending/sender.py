"""Sends all actions to platforms: in order on each connection, without blocking callers."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Annotated
from uuid import UUID

from greenroom.chat.protocol.actions import Action, Announce, BanViewer, Receipt, SendMessage, UnbanViewer
from greenroom.chat.protocol.platform import Platform
from greenroom.chat.sending.acting_as import NotConfirmed, perform, resolve_accounts
from greenroom.chat.sending.deferred import DeferredAction
from greenroom.chat.sending.queues import ConnectionQueue, Outcome, QueuedAction, Report
from greenroom.chat.sending.recently_sent import RecentlySent
from greenroom.chat.sending.retry_policy import RetryPolicy, is_repeatable, speaks, subject
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError
from greenroom.kernel.logs import get_logger
from greenroom.kernel.services import provided
from greenroom.kernel.tasks.background import BackgroundTasks, spawn
from greenroom.tenancy.platforms import PlatformBusy, Platforms
from greenroom.tenancy.topics import OWN_WORDS

log = get_logger(__name__)

# What may wait for one connection: at one message a second, as much as is of use before it is too late.
MOST_WAITING = 100
# Raids bring hundreds of messages to delete at once; deeds that concern one person keep their order.
LANES_OF_DEEDS = 4
MOST_DEEDS = 250
# What people may have under way on one connection at the same time.
MOST_AT_ONCE = 20
STOP_SECONDS = 3.0

# The connection, and which of its lanes: 0 is that of words.
LaneKey = tuple[UUID, int]


class ActionLedger:
    """Writes outcomes to moderation entries; this one, for apps without such a feature, only logs them."""

    async def is_wanted(self, entry_id: UUID) -> bool:
        """Asked before each try: the entry may have been undone while the action waited."""
        return True

    async def settle(self, entry_id: UUID, outcome: Outcome) -> None:
        log.info("deferred_action_finished", entry=str(entry_id), failure=_failure_in(outcome))


class TooMuchWaiting(AppError):
    status = 503
    type = "too_much_waiting"

    def __init__(self) -> None:
        super().__init__("Too much is waiting for this platform already. Nothing was done; try again in a moment.")


class TooLate(AppError):
    status = 503
    type = "too_late"

    def __init__(self) -> None:
        super().__init__("It waited too long behind others. Nothing was done; try again.")


class ServerStopped(AppError):
    status = 503
    type = "server_stopped"

    def __init__(self) -> None:
        super().__init__("The server was stopped before this was done. Try again.")


class Interrupted(AppError):
    status = 503
    type = "interrupted"

    def __init__(self) -> None:
        super().__init__("Not known whether it arrived.")


class Broken(AppError):
    status = 500
    type = "internal"

    def __init__(self) -> None:
        super().__init__("Something broke on the server; the log has the details. Look before you try again.")


class Sender:
    """Words keep their order; deeds of people go at once, and those of filters have a lane of their own."""

    def __init__(
        self,
        kernel: Kernel,
        platforms: Platforms,
        installed: Mapping[str, Platform],
        patience: RetryPolicy | None = None,
        ledger: Callable[[], ActionLedger] | None = None,
    ) -> None:
        self._kernel = kernel
        self._platforms = platforms
        self._installed = installed
        self.patience = patience or RetryPolicy()
        # What the bot has said, to be known again: here, or in the process that hears this chat.
        self.own_words = RecentlySent()
        self._forget_bus = kernel.bus.subscribe(self._hear_own_words, OWN_WORDS)
        self._lanes: dict[LaneKey, ConnectionQueue] = {}
        self._at_once: Counter[UUID] = Counter()
        # Calls that were given up and are still closing.
        self._closing = BackgroundTasks()
        self._refusing = BackgroundTasks()
        self._is_stopped = False
        self._ledger = ledger or ActionLedger

    async def _tell_own_words(self, connection_id: UUID, action: Action) -> None:
        if isinstance(action, SendMessage | Announce):
            await self._kernel.bus.publish(OWN_WORDS, f"{connection_id} {action.text}".encode(errors="replace"))

    def _hear_own_words(self, _: str, payload: bytes) -> None:
        connection_id, _, text = payload.decode().partition(" ")
        self.own_words.remember(UUID(connection_id), text, asyncio.get_running_loop().time())

    @property
    def is_idle(self) -> bool:
        return not self._lanes

    async def perform(
        self, connection_id: UUID, action: Action, *, as_user: UUID | None = None, as_bot: bool = False
    ) -> Receipt:
        """For somebody who waits; raises an AppError that says why it could not be done."""
        if speaks(action):
            return await self._wait_in_lane(connection_id, action, as_user, as_bot=as_bot)
        if self._at_once[connection_id] >= MOST_AT_ONCE:
            raise TooMuchWaiting
        self._at_once[connection_id] += 1
        try:
            await self._let_pass(connection_id, action)
            return await self._try_once(connection_id, action, as_user, as_bot=as_bot)
        finally:
            self._at_once[connection_id] -= 1
            if not self._at_once[connection_id]:
                del self._at_once[connection_id]

    async def _let_pass(self, connection_id: UUID, action: Action) -> None:
        """Whoever is let in while a filter's ban is on its way is let in after it, or would be out again at once."""
        lane = self._lanes.get((connection_id, _lane_of(action)))
        if lane is not None and isinstance(action, UnbanViewer):
            await lane.until_over(_bans(action.viewer_id))

    def is_banning(self, connection_id: UUID, viewer_id: str) -> bool:
        """Whether the platform is being asked for it right now, for somebody who does not wait."""
        lane = self._lanes.get((connection_id, _lane_of(BanViewer(viewer_id))))
        return lane is not None and lane.is_at(_bans(viewer_id))

    def hand_over(
        self,
        connection_id: UUID,
        action: Action,
        report: Report,
        *,
        as_user: UUID | None = None,
        as_bot: bool = False,
        is_awaited: bool = True,
    ) -> None:
        """`report` is told once, whatever happens; with nobody at a screen it is tried again as `post` does."""
        self._put(QueuedAction(connection_id, action, report, self._useful_until(action), as_user, as_bot, is_awaited))

    def post(self, deferred: DeferredAction) -> None:
        """For nobody who waits: tried again while the platform asks for patience, then written down as failed."""

        async def report(outcome: Outcome) -> None:
            if deferred.entry_id is not None and deferred.is_reported:
                await self._ledger().settle(deferred.entry_id, outcome)
            elif (failure := _failure_in(outcome)) is not None:
                # Loudly only where somebody misses it: its channel may have been deleted meanwhile.
                say = log.warning if await self._is_wanted(deferred) else log.info
                say("errand_failed", connection=str(deferred.connection_id), detail=failure)

        order = QueuedAction(
            deferred.connection_id,
            deferred.action,
            report,
            self._useful_until(deferred.action),
            as_bot=deferred.as_bot,
            is_awaited=False,
            entry_id=deferred.entry_id,
        )
        self._put(order)

    async def stop(self) -> None:
        """What still waits is given up, and whoever wants to know is told."""
        self._is_stopped = True
        self._forget_bus()
        lanes, self._lanes = list(self._lanes.values()), {}
        ends: list[tuple[QueuedAction, AppError]] = []
        for lane in lanes:
            current, waiting = await lane.close()
            ends += [(current, Interrupted())] if current else []
            ends += [(order, ServerStopped()) for order in waiting]
        if ends:
            log.warning("sender_gave_up", count=len(ends))
        for order, error in ends:
            self._refuse(order, error)
        # A platform or a database that hangs must not keep the server from stopping.
        await self._refusing.join(STOP_SECONDS)
        await self._refusing.cancel(0)
        await self._closing.cancel(STOP_SECONDS)

    async def _wait_in_lane(
        self, connection_id: UUID, action: Action, as_user: UUID | None, *, as_bot: bool
    ) -> Receipt:
        done: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

        async def report(outcome: Outcome) -> None:
            if not done.done():
                done.set_result(outcome)

        self.hand_over(connection_id, action, report, as_user=as_user, as_bot=as_bot)
        outcome = await done
        if isinstance(outcome, AppError):
            raise outcome
        return outcome

    def _useful_until(self, action: Action) -> float:
        return asyncio.get_running_loop().time() + self.patience.useful_within(action)

    def _put(self, order: QueuedAction) -> None:
        if self._is_stopped:
            self._refuse(order, ServerStopped())
            return
        key = (order.connection_id, _lane_of(order.action))
        lane = self._lanes.get(key) or self._open(key)
        if not lane.put(order):
            log.warning("sender_full", connection=str(order.connection_id), action=type(order.action).__name__)
            self._refuse(order, TooMuchWaiting())

    def _open(self, key: LaneKey) -> ConnectionQueue:
        def forget() -> None:
            if self._lanes.get(key) is lane:
                del self._lanes[key]

        lane = ConnectionQueue(self._attempt, forget, MOST_DEEDS if key[1] else MOST_WAITING)
        self._lanes[key] = lane
        return lane

    def _refuse(self, order: QueuedAction, error: AppError) -> None:
        self._refusing.start(_report(order, error), name="report_refused_action")

    async def _attempt(self, order: QueuedAction) -> float | None:
        now = asyncio.get_running_loop().time
        if not await self._is_wanted(order):
            log.info("errand_withdrawn", connection=str(order.connection_id), entry=str(order.entry_id))
            return None
        if now() > order.useful_until:
            await _report(order, TooLate())
            return None
        order.tries += 1
        outcome = await self._outcome(order)
        wait = self._wait_after(order, outcome)
        if wait is not None and now() + wait <= order.useful_until:
            return wait
        await _report(order, outcome)
        return None

    async def _is_wanted(self, order: QueuedAction | DeferredAction) -> bool:
        """When nobody can say, it is: a wish that was written down is not forgotten for a database that is away."""
        if order.entry_id is None:
            return True
        try:
            return await self._ledger().is_wanted(order.entry_id)
        except Exception:
            log.exception("wish_unknown", connection=str(order.connection_id), entry=str(order.entry_id))
            return True

    async def _outcome(self, order: QueuedAction) -> Outcome:
        """Whatever goes wrong belongs to this order alone: the next one has its turn."""
        try:
            return await self._try_once(order.connection_id, order.action, order.as_user, as_bot=order.as_bot)
        except AppError as error:
            return error
        except Exception:
            log.exception("action_broke", connection=str(order.connection_id), action=type(order.action).__name__)
            return Broken()

    def _wait_after(self, order: QueuedAction, outcome: Outcome) -> float | None:
        """How long to wait before another try; None when there should be none."""
        match outcome:
            case PlatformBusy() if not order.is_awaited:
                return max(outcome.after_seconds, self.patience.first_wait_seconds)
            case NotConfirmed() if not order.is_awaited and is_repeatable(order.action):
                return self.patience.wait_before(order.tries) if order.tries < self.patience.most_tries else None
            case _:
                return None

    async def _try_once(self, connection_id: UUID, action: Action, as_user: UUID | None, *, as_bot: bool) -> Receipt:
        found = await resolve_accounts(
            self._kernel, self._platforms, self._installed, connection_id, as_user=as_user, as_bot=as_bot
        )
        if as_bot:
            await self._tell_own_words(connection_id, action)
        seconds = self.patience.answer_within(action)
        call = spawn(perform(self._kernel, self._platforms, found, action), name="platform_action")
        try:
            # Not `timeout`: a call that stores a fresh token first takes its time to be cancelled.
            await asyncio.wait({call}, timeout=seconds)
        finally:
            if not call.done():
                self._give_up(call)
        if not call.done():
            raise NotConfirmed(found.platform.info.name, f"no answer within {seconds:.0f} s")
        if call.cancelled():
            # By whatever it depends on, not by us: to pass it on would end those who wait behind it.
            raise NotConfirmed(found.platform.info.name, "it was interrupted")
        return call.result()

    def _give_up(self, call: asyncio.Task[Receipt]) -> None:
        self._closing.adopt(call)
        call.cancel()


def _lane_of(action: Action) -> int:
    return 0 if speaks(action) else 1 + hash(subject(action)) % LANES_OF_DEEDS


def _bans(viewer_id: str) -> Callable[[Action], bool]:
    return lambda action: isinstance(action, BanViewer) and action.viewer_id == viewer_id


def _failure_in(outcome: Outcome) -> str | None:
    if isinstance(outcome, AppError):
        return outcome.message
    return None if outcome.outcome == "done" else outcome.detail


async def _report(order: QueuedAction, outcome: Outcome) -> None:
    try:
        await order.report(outcome)
    except Exception:
        log.exception("report_failed", connection=str(order.connection_id))


SenderDep = Annotated[Sender, provided(Sender)]
