"""Polls for due timers, renders their messages and hands them to the sender."""

import asyncio
from datetime import datetime
from typing import cast
from uuid import UUID

from greenroom.accounts.platforms import Platforms
from greenroom.chat.protocol.actions import Announce, SendMessage
from greenroom.chat.sending.queues import Outcome
from greenroom.chat.sending.sender import Sender
from greenroom.features.timers import run_log
from greenroom.features.timers.rules import RunPlan, TimerTarget, delivery_result, plan_run
from greenroom.features.timers.run_log import Run, TargetResult
from greenroom.features.timers.schemas import TimerOut
from greenroom.features.timers.service import RANDOM, TIMERS, get_timer
from greenroom.kernel.bus.bus import Unsubscribe
from greenroom.kernel.context import Kernel
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import BackgroundTasks
from greenroom.kernel.tasks.poll_loop import PollLoop
from greenroom.responses.delivery import RenderedResponse, ResponseType, prepare_response
from greenroom.responses.rendering import Compiled, compile_text
from greenroom.responses.variables import VariableContext, VariableRegistry

log = get_logger(__name__)

POLL_SECONDS = 1.0
# Time limit for rendering a message; each variable has a shorter one.
RENDER_SECONDS = 20.0
# How often a message is rendered if the timer is edited meanwhile.
MAX_ATTEMPTS = 3
STOP_SECONDS = 3.0
SERVER_ERROR = "Internal error, see the server log."

OutgoingMessage = SendMessage | Announce


class TimerScheduler:
    def __init__(
        self,
        kernel: Kernel,
        platforms: Platforms,
        sender: Sender,
        variables: VariableRegistry,
        poll_seconds: float = POLL_SECONDS,
    ) -> None:
        self._variables = variables
        self._kernel = kernel
        self._platforms = platforms
        self._sender = sender
        self._unsubscribe: Unsubscribe | None = None
        self._loop = PollLoop("timers", self.poll, poll_seconds)
        self._running = BackgroundTasks()

    def start(self) -> None:
        """Starts to poll; called in every worker process, and a claim decides which one runs a timer."""
        self._unsubscribe = self._kernel.bus.subscribe(self._loop.wake, TIMERS.changed_topic)
        self._loop.start()

    async def stop(self) -> None:
        """Waits briefly for claimed runs to be sent."""
        if self._unsubscribe is not None:
            self._unsubscribe()
        await self._loop.stop()
        await self._running.stop(grace=STOP_SECONDS)

    async def poll(self) -> int:
        """Starts due timers, returns how many; first ends runs of dead processes and replans after a clock change."""
        if not await run_log.has_work(self._kernel.database, self._kernel.clock()):
            return 0
        async with self._kernel.database.write() as session:
            # Before the clock is read: by an older time, a run that has begun during the wait would seem lost.
            await run_log.wait_for_database(session)
            now = self._kernel.clock()
            await run_log.recover_lost(session, now)
            await run_log.replan_after_clock_change(session, now)
            claimed = await run_log.claim_due(session, self._platforms, now)
        for run in claimed:
            self._running.start(self.run(run), name=f"timer:{run.timer_id}")
        return len(claimed)

    async def run_now(self, channel_id: UUID, timer_id: UUID) -> TimerOut:
        async with self._kernel.database.write() as session:
            run = await run_log.claim_manual_run(session, self._platforms, channel_id, timer_id, self._kernel.clock())
        await self.run(run)
        async with self._kernel.database.read() as session:
            return await get_timer(session, channel_id, timer_id, self._kernel.clock())

    async def run(self, run: Run) -> None:
        """Runs a claimed timer; also ends the run after an unexpected error."""
        try:
            await self._run(run)
        except Exception:
            log.exception("timer_run_failed", timer=str(run.timer_id), channel=str(run.channel_id))
            async with self._kernel.database.write() as session:
                await run_log.skip(session, run, SERVER_ERROR, self._kernel.clock())

    async def _run(self, run: Run) -> None:
        for _ in range(MAX_ATTEMPTS):
            now = self._kernel.clock()
            plan = plan_run(run.spec, run.targets, RANDOM, is_manual=run.is_manual)
            if plan.position is None or not plan.targets:
                async with self._kernel.database.write() as session:
                    await run_log.skip(session, run, plan.reason, now)
                return
            rendered = await self._render(run, plan, now)
            if await self._begin(run, plan, rendered):
                return
            async with self._kernel.database.write() as session:
                reloaded = await run_log.reload_run(session, self._platforms, run)
            if reloaded is None:
                return
            run = reloaded
        async with self._kernel.database.write() as session:
            await run_log.skip(session, run, "The timer was being edited.", self._kernel.clock())

    async def _render(
        self, run: Run, plan: RunPlan, now: datetime
    ) -> list[tuple[TargetResult, OutgoingMessage | None]]:
        """Renders the message for each target concurrently; not in a transaction, as variables may call servers."""
        assert plan.position is not None
        compiled = compile_text(run.spec.messages[plan.position].text, self._variables)
        return await asyncio.gather(*(self._render_for(run, target, compiled, now) for target in plan.targets))

    async def _render_for(
        self, run: Run, target: TimerTarget, compiled: Compiled, now: datetime
    ) -> tuple[TargetResult, OutgoingMessage | None]:
        context = VariableContext(run.channel_id, target.connection_id, target.provider, now)
        try:
            async with asyncio.timeout(RENDER_SECONDS):
                rendered = await compiled.render(context)
        except TimeoutError:
            return TargetResult(target, "", "failed", "A variable timed out."), None
        return self._target_result(run, target, rendered.text)

    def _target_result(self, run: Run, target: TimerTarget, text: str) -> tuple[TargetResult, OutgoingMessage | None]:
        response: RenderedResponse = prepare_response(
            text, cast("ResponseType", run.response_type), self._platforms.info(target.provider)
        )
        if response.action is None:
            return TargetResult(target, "", "skipped", response.detail), None
        return TargetResult(target, response.action.text, "sending", response.detail), response.action

    async def _begin(
        self, run: Run, plan: RunPlan, rendered: list[tuple[TargetResult, OutgoingMessage | None]]
    ) -> bool:
        skipped = [TargetResult(one.target, "", "skipped", one.reason) for one in plan.skipped]
        actions = [(one.target, action) for one, action in rendered if action is not None]
        seconds = max((self._sender.retry_policy.settled_within(action) for _, action in actions), default=0.0)
        async with self._kernel.database.write() as session:
            await run_log.wait_for_database(session)
            results = [*(one for one, _ in rendered), *skipped]
            if not await run_log.start_sending(session, run, plan, results, self._kernel.clock(), seconds):
                return False
        for target, action in actions:
            self._send(run, target, action)
        return True

    def _send(self, run: Run, target: TimerTarget, action: OutgoingMessage) -> None:
        async def report(outcome: Outcome) -> None:
            async with self._kernel.database.write() as session:
                await run_log.record_result(session, run, target.connection_id, delivery_result(outcome, target.name))

        self._sender.submit(target.connection_id, action, report, as_bot=True, is_awaited=False)
