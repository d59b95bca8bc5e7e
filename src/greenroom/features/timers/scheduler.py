"""Looks for timers whose time has come, and lets them speak."""

import asyncio
import contextlib
from datetime import datetime
from typing import Annotated, cast
from uuid import UUID

from fastapi import Depends
from starlette.requests import HTTPConnection

from greenroom.chat.protocol.actions import Announce, SendMessage
from greenroom.chat.sending.queues import Outcome
from greenroom.chat.sending.sender import Sender
from greenroom.features.timers import rendering, run_log
from greenroom.features.timers.rules import RunPlan, TimerTarget, delivery_result, plan_run
from greenroom.features.timers.run_log import Run, TargetResult
from greenroom.features.timers.schemas import TimerOut
from greenroom.features.timers.service import RANDOM, get_timer
from greenroom.kernel.bus.bus import Unsubscribe
from greenroom.kernel.context import Kernel
from greenroom.kernel.logs import get_logger
from greenroom.responses.delivery import RenderedResponse, ResponseType, word_answer
from greenroom.responses.rendering import Compiled, compile_text
from greenroom.responses.variables import VariableContext
from greenroom.tenancy.platforms import Platforms
from greenroom.tenancy.topics import TIMERS_CHANGED

log = get_logger(__name__)

POLL_SECONDS = 1.0
# Variables give up earlier by themselves.
RENDER_SECONDS = 20.0
# Somebody may change a timer again and again while it makes up its mind.
MAX_ATTEMPTS = 3
STOP_SECONDS = 3.0
SERVER_ERROR = "Something broke on the server; the log has the details."

OutgoingMessage = SendMessage | Announce


class TimerScheduler:
    def __init__(
        self,
        kernel: Kernel,
        platforms: Platforms,
        sender: Sender,
        words: rendering.MessageChecker,
        look_seconds: float = POLL_SECONDS,
    ) -> None:
        self.wording = words
        self._kernel = kernel
        self._platforms = platforms
        self._sender = sender
        self._look_seconds = look_seconds
        self._poke = asyncio.Event()
        self._forget_bus: Unsubscribe | None = None
        self._loop: asyncio.Task[None] | None = None
        self._running: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """In each process that works: whoever claims a timer is the only one who has it."""
        self._forget_bus = self._kernel.bus.subscribe(self._hear, TIMERS_CHANGED)
        self._loop = asyncio.create_task(self._keep_looking(), name="timers")

    async def stop(self) -> None:
        """What has been claimed is said, as far as that can be done soon."""
        if self._forget_bus is not None:
            self._forget_bus()
        if self._loop is not None:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)
        if self._running:
            await asyncio.wait(self._running, timeout=STOP_SECONDS)
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    def _hear(self, _topic: str, _payload: bytes) -> None:
        self._poke.set()

    async def _keep_looking(self) -> None:
        """By the loop's own clock: the one on the wall may stand still or be put back."""
        while True:
            try:
                await self.look()
            except Exception:
                log.exception("timers_not_looked_at")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._look_seconds):
                    await self._poke.wait()
            self._poke.clear()

    async def look(self) -> int:
        """How many were claimed; they speak on their own."""
        now = self._kernel.clock()
        async with self._kernel.database.read() as session:
            if not await run_log.has_work(session, now):
                return 0
        async with self._kernel.database.write() as session:
            await run_log.recover_lost(session, now)
            await run_log.replan_after_clock_change(session, now)
            claimed = await run_log.claim_due(session, self._platforms, now)
        for run in claimed:
            task = asyncio.create_task(self.speak(run), name=f"timer:{run.timer_id}")
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        return len(claimed)

    async def run_now(self, channel_id: UUID, timer_id: UUID) -> TimerOut:
        async with self._kernel.database.write() as session:
            run = await run_log.claim_one(session, self._platforms, channel_id, timer_id, self._kernel.clock())
        await self.speak(run)
        async with self._kernel.database.read() as session:
            return await get_timer(session, channel_id, timer_id)

    async def speak(self, run: Run) -> None:
        """Ends the run, whatever happens."""
        try:
            await self._speak(run)
        except Exception:
            log.exception("timer_broke", timer=str(run.timer_id), channel=str(run.channel_id))
            async with self._kernel.database.write() as session:
                await run_log.skip(session, run, SERVER_ERROR, self._kernel.clock())

    async def _speak(self, run: Run) -> None:
        for _ in range(MAX_ATTEMPTS):
            now = self._kernel.clock()
            plan = plan_run(run.spec, run.places, RANDOM, is_asked_for=run.is_asked_for)
            if plan.position is None or not plan.targets:
                async with self._kernel.database.write() as session:
                    await run_log.skip(session, run, plan.reason, now)
                return
            said = await self._word(run, plan, now)
            if await self._begin(run, plan, said, now):
                return
            async with self._kernel.database.write() as session:
                again = await run_log.reload_run(session, self._platforms, run)
            if again is None:
                return
            run = again
        async with self._kernel.database.write() as session:
            await run_log.skip(session, run, "It was being changed at that moment.", self._kernel.clock())

    async def _word(self, run: Run, plan: RunPlan, now: datetime) -> list[tuple[TargetResult, OutgoingMessage | None]]:
        """Outside of any transaction, and everywhere at once: variables may ask the whole world."""
        assert plan.position is not None
        ready = compile_text(run.spec.lines[plan.position].text, self.wording.registry)
        return await asyncio.gather(*(self._word_for(run, place, ready, now) for place in plan.targets))

    async def _word_for(
        self, run: Run, place: TimerTarget, ready: Compiled, now: datetime
    ) -> tuple[TargetResult, OutgoingMessage | None]:
        occasion = VariableContext(run.channel_id, place.connection_id, place.provider, now)
        try:
            async with asyncio.timeout(RENDER_SECONDS):
                rendered = await ready.render(occasion)
        except TimeoutError:
            return TargetResult(place, "", "failed", "A variable took too long."), None
        return self._spoken(run, place, rendered.text)

    def _spoken(self, run: Run, place: TimerTarget, text: str) -> tuple[TargetResult, OutgoingMessage | None]:
        answer: RenderedResponse = word_answer(
            text, cast("ResponseType", run.response_type), self._platforms.info(place.provider)
        )
        if answer.action is None:
            return TargetResult(place, "", "skipped", answer.detail), None
        return TargetResult(place, answer.action.text, "sending", answer.detail), answer.action

    async def _begin(
        self, run: Run, plan: RunPlan, said: list[tuple[TargetResult, OutgoingMessage | None]], now: datetime
    ) -> bool:
        left_out = [TargetResult(one.place, "", "skipped", one.reason) for one in plan.left_out]
        actions = [(one.place, action) for one, action in said if action is not None]
        seconds = max((self._sender.patience.settled_within(action) for _, action in actions), default=0.0)
        async with self._kernel.database.write() as session:
            spoken = [*(one for one, _ in said), *left_out]
            if not await run_log.start_sending(session, run, plan, spoken, now, seconds):
                return False
        for place, action in actions:
            self._hand_over(run, place, action)
        return True

    def _hand_over(self, run: Run, place: TimerTarget, action: OutgoingMessage) -> None:
        async def report(outcome: Outcome) -> None:
            async with self._kernel.database.write() as session:
                await run_log.record_result(session, run, place.connection_id, delivery_result(outcome, place.name))

        self._sender.hand_over(place.connection_id, action, report, as_bot=True, is_awaited=False)


async def _timer_scheduler(connection: HTTPConnection) -> TimerScheduler:
    return cast("TimerScheduler", connection.app.state.timers)


TimerSchedulerDep = Annotated[TimerScheduler, Depends(_timer_scheduler)]
