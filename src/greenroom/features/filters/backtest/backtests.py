"""Dry runs of filters over stored chat, in the background; any process can read a run's progress and cancel it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from datetime import datetime, timedelta
from uuid import UUID

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace
from sqlalchemy import func, select, tuple_, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.staff_accounts import staff_accounts
from greenroom.chat.messages.line import ChatLine
from greenroom.chat.messages.models import ChatMessage
from greenroom.chat.messages.models import Viewer as KnownViewer
from greenroom.chat.messages.own_accounts import own_accounts
from greenroom.chat.moderation.expected_texts import ExpectedTexts, Period
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.features.filters.backtest.dry_run import DryRun, ViewerHistory
from greenroom.features.filters.cache import compile_filters
from greenroom.features.filters.engine import FilterEngine, FilterSpec, ViewerKey
from greenroom.features.filters.models import Filter, FilterBacktest, FilterTerms
from greenroom.features.filters.rows import spec_of
from greenroom.features.filters.schemas import BacktestIn, BacktestOut, BacktestProgress, BacktestResult, filters_topic
from greenroom.features.filters.service import unsaved_spec
from greenroom.features.filters.terms import TermChecks
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import advisory_lock
from greenroom.kernel.db.pairs import in_pairs
from greenroom.kernel.errors import Conflict, NotFound
from greenroom.kernel.ids import new_id
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import BackgroundTasks
from greenroom.kernel.tasks.threads import DRY_RUNS

log = get_logger(__name__)

PAGE_SIZE = 500
# Lines that one call in a thread checks; after each, progress is reported and a cancellation is noticed.
LINES_PER_CALL = 50
VIEWERS_PER_QUERY = 400
PROGRESS_BROADCAST_SECONDS = 0.2
PROGRESS_WRITE_SECONDS = 1.0
MAX_RUNNING_PER_CHANNEL = 2
# A run without a heartbeat for this long counts as failed: its process has ended.
LOST_AFTER = timedelta(seconds=60)
PENALTIES = ("delete", "warn", "timeout", "ban")

decode_line = msgspec.json.Decoder(ChatLine).decode


class BacktestNotFound(NotFound):
    message = "Backtest not found or expired. Run it again."


class TooManyBacktests(Conflict):
    type = "too_many_backtests"
    message = "Too many backtests are running in this channel. Wait or cancel one."


class BacktestCancelled(Exception):
    pass


class BacktestRun(Struct):
    id: UUID
    channel_id: UUID
    hours: int
    created_at: datetime
    spec: FilterSpec
    filter_id: UUID | None
    total: int = 0
    seen: int = 0
    broadcast_at: float = 0.0
    written_at: float = 0.0
    is_cancelled: bool = False

    @property
    def since(self) -> datetime:
        return self.created_at - timedelta(hours=self.hours)

    def out(self, state: str, detail: str = "") -> BacktestOut:
        return BacktestOut.model_validate(
            {
                "id": self.id,
                "state": state,
                "detail": detail,
                "hours": self.hours,
                "seen": self.seen,
                "total": self.total,
                "created_at": self.created_at,
            }
        )


class Backtests(Struct, eq=False):
    kernel: Kernel
    expected: Callable[[], ExpectedTexts]
    _runs: dict[UUID, BacktestRun] = field(default_factory=dict[UUID, BacktestRun])
    _tasks: BackgroundTasks = field(default_factory=BackgroundTasks)

    async def stop(self) -> None:
        await self._tasks.cancel()

    async def start(self, checks: TermChecks, body: BacktestIn) -> BacktestOut:
        spec = await unsaved_spec(checks, body.filter, body.filter_id)
        channel_id, now = checks.channel_id, self.kernel.clock()
        # A disabled or shadow filter is run as if it were on.
        enabled = replace(spec, is_enabled=True, is_shadow=False)
        run = BacktestRun(new_id(), channel_id, body.hours, now, enabled, body.filter_id)
        async with self.kernel.database.write() as session:
            await advisory_lock(session, f"backtests:{channel_id}")
            running = await session.scalar(_count_running(channel_id, now))
            if (running or 0) >= MAX_RUNNING_PER_CHANNEL:
                raise TooManyBacktests
            session.add(_row(run))
        self._runs[run.id] = run
        self._tasks.start(self._execute(run), name=f"backtest:{run.id}")
        return run.out("running")

    async def get(self, channel_id: UUID, backtest_id: UUID) -> BacktestOut:
        async with self.kernel.database.read() as session:
            row = await session.get(FilterBacktest, backtest_id)
        if row is None or row.channel_id != channel_id:
            raise BacktestNotFound
        run = self._runs.get(backtest_id)
        if run is not None and row.state == "running":
            return run.out("running")
        # `touched_at` is in the future if the clock was set back.
        is_lost = row.state == "running" and abs(self.kernel.clock() - row.touched_at) > LOST_AFTER
        return BacktestOut.model_validate(
            {
                "id": row.id,
                "state": "failed" if is_lost else row.state,
                "detail": "The server restarted. Run it again." if is_lost else row.detail,
                "hours": row.hours,
                "seen": row.seen,
                "total": row.total,
                "created_at": row.created_at,
                "result": BacktestResult.model_validate_json(row.result) if row.result else None,
            }
        )

    async def cancel(self, channel_id: UUID, backtest_id: UUID) -> None:
        """Cancels a run of any process; a finished run stays as it is."""
        await self.get(channel_id, backtest_id)
        run = self._runs.get(backtest_id)
        if run is not None:
            run.is_cancelled = True
        async with self.kernel.database.write() as session:
            await session.execute(
                update(FilterBacktest)
                .where(FilterBacktest.id == backtest_id, FilterBacktest.state == "running")
                .values(is_cancel_asked=True)
            )

    async def _execute(self, run: BacktestRun) -> None:
        try:
            result = await self._run(run)
        except BacktestCancelled:
            await self._finish(run, "cancelled")
        except (SQLAlchemyError, OSError) as error:
            log.warning("backtest_failed", channel=str(run.channel_id), error=repr(error))
            await self._finish(run, "failed", "Database error. Run it again.")
        else:
            await self._finish(run, "done", result=result)
        finally:
            self._runs.pop(run.id, None)

    async def _run(self, run: BacktestRun) -> BacktestResult:
        dry_run = await self._dry_run(run)
        async for lines in self._lines(run):
            for at in range(0, len(lines), LINES_PER_CALL):
                part = lines[at : at + LINES_PER_CALL]
                await DRY_RUNS.run(_add_lines, dry_run, part)
                run.seen += len(part)
                await self._report_progress(run)
        histories = await self._viewer_histories(run.channel_id, dry_run.hit_viewers)
        return dry_run.result(histories, run.since, run.created_at)

    async def _dry_run(self, run: BacktestRun) -> DryRun:
        async with self.kernel.database.read() as session:
            own = await own_accounts(session, run.channel_id)
            staff = await staff_accounts(session, run.channel_id)
            saved = await _saved_spec(session, run)
            period = Period(run.since, run.created_at)
            text_effects = await self.expected().read(session, run.channel_id, period)
            run.total = await session.scalar(_count_lines(run)) or 0
        engine = await compile_filters([run.spec], threads=DRY_RUNS)
        saved_engine: FilterEngine | None = None
        if saved is not None:
            saved_engine = await compile_filters([saved], threads=DRY_RUNS)
        return DryRun(run.spec, engine, saved_engine, own, staff, run.created_at, text_effects)

    async def _lines(self, run: BacktestRun) -> AsyncIterator[list[bytes]]:
        """Pages of stored lines, oldest first; the transaction that reads a page ends before the page is yielded."""
        last: tuple[datetime, int] = (run.since, 0)
        while True:
            async with self.kernel.database.read() as session:
                rows = await session.execute(
                    select(ChatMessage.sent_at, ChatMessage.id, ChatMessage.payload)
                    .where(
                        ChatMessage.channel_id == run.channel_id,
                        ChatMessage.sent_at <= run.created_at,
                        tuple_(ChatMessage.sent_at, ChatMessage.id) > tuple_(*last),
                    )
                    .order_by(ChatMessage.sent_at, ChatMessage.id)
                    .limit(PAGE_SIZE)
                )
                page = [(sent_at, number, payload) for sent_at, number, payload in rows]
            if not page:
                return
            last = (page[-1][0], page[-1][1])
            yield [payload for _, _, payload in page]

    async def _report_progress(self, run: BacktestRun) -> None:
        """Yields to other tasks, reports progress, and raises BacktestCancelled if the run was cancelled."""
        await asyncio.sleep(0)
        if run.is_cancelled:
            raise BacktestCancelled
        now = asyncio.get_running_loop().time()
        if now - run.broadcast_at >= PROGRESS_BROADCAST_SECONDS:
            run.broadcast_at = now
            await self._broadcast(run.channel_id, run.out("running"))
        if now - run.written_at >= PROGRESS_WRITE_SECONDS:
            run.written_at = now
            is_cancelled = await self._write_progress(run)
            # A request to this process may have cancelled the run during the write.
            run.is_cancelled = run.is_cancelled or is_cancelled

    async def _write_progress(self, run: BacktestRun) -> bool:
        async with self.kernel.database.write() as session:
            is_cancelled = await session.scalar(
                update(FilterBacktest)
                .where(FilterBacktest.id == run.id)
                .values(seen=run.seen, total=run.total, touched_at=self.kernel.clock())
                .returning(FilterBacktest.is_cancel_asked)
            )
        # If there is no row, the channel was deleted, and the run is cancelled too.
        return is_cancelled is not False

    async def _finish(
        self, run: BacktestRun, state: str, detail: str = "", result: BacktestResult | None = None
    ) -> None:
        async with self.kernel.database.write() as session:
            await session.execute(
                update(FilterBacktest)
                .where(FilterBacktest.id == run.id)
                .values(
                    state=state,
                    detail=detail,
                    seen=run.seen,
                    total=run.total,
                    result=result.model_dump_json().encode() if result else None,
                    touched_at=self.kernel.clock(),
                )
            )
        await self._broadcast(run.channel_id, run.out(state, detail))

    async def _broadcast(self, channel_id: UUID, backtest: BacktestOut) -> None:
        await self.kernel.bus.publish(
            filters_topic(channel_id), BacktestProgress(backtest=backtest).model_dump_json().encode()
        )

    async def _viewer_histories(self, channel_id: UUID, viewers: Iterable[ViewerKey]) -> dict[ViewerKey, ViewerHistory]:
        wanted, found = list(viewers), dict[ViewerKey, ViewerHistory]()
        for at in range(0, len(wanted), VIEWERS_PER_QUERY):
            async with self.kernel.database.read() as session:
                found |= await _viewer_histories(session, channel_id, wanted[at : at + VIEWERS_PER_QUERY])
        return found


def _add_lines(dry_run: DryRun, lines: Iterable[bytes]) -> None:
    for payload in lines:
        dry_run.add(decode_line(payload))


async def _viewer_histories(
    session: AsyncSession, channel_id: UUID, viewers: list[ViewerKey]
) -> dict[ViewerKey, ViewerHistory]:
    counts = await session.execute(
        select(KnownViewer.provider, KnownViewer.viewer_id, KnownViewer.message_count).where(
            in_pairs(KnownViewer.channel_id == channel_id, KnownViewer.provider, KnownViewer.viewer_id, viewers)
        )
    )
    moderated = await session.execute(
        select(ModerationEntry.provider, ModerationEntry.viewer_id)
        .where(
            in_pairs(
                ModerationEntry.channel_id == channel_id, ModerationEntry.provider, ModerationEntry.viewer_id, viewers
            ),
            ModerationEntry.action.in_(PENALTIES),
            ModerationEntry.undone_at.is_(None),
        )
        .distinct()
    )
    moderated_viewers = {(provider, viewer) for provider, viewer in moderated}
    return {
        (provider, viewer): ViewerHistory(count, (provider, viewer) in moderated_viewers)
        for provider, viewer, count in counts
    }


async def _saved_spec(session: AsyncSession, run: BacktestRun) -> FilterSpec | None:
    """The saved filter to compare with, as if it were not in shadow mode; None if there is none."""
    if run.filter_id is None:
        return None
    rows = await session.execute(
        select(Filter, FilterTerms.terms)
        .outerjoin(FilterTerms, FilterTerms.filter_id == Filter.id)
        .where(Filter.id == run.filter_id, Filter.channel_id == run.channel_id)
    )
    found = rows.first()
    return None if found is None else replace(spec_of(found[0], found[1]), is_shadow=False)


def _count_running(channel_id: UUID, now: datetime):  # noqa: ANN202  # a select of one number
    return select(func.count()).where(
        FilterBacktest.channel_id == channel_id,
        FilterBacktest.state == "running",
        FilterBacktest.touched_at.between(now - LOST_AFTER, now + LOST_AFTER),
    )


def _count_lines(run: BacktestRun):  # noqa: ANN202  # a select of one number
    return select(func.count()).where(
        ChatMessage.channel_id == run.channel_id, ChatMessage.sent_at.between(run.since, run.created_at)
    )


def _row(run: BacktestRun) -> FilterBacktest:
    return FilterBacktest(
        id=run.id,
        channel_id=run.channel_id,
        hours=run.hours,
        state="running",
        detail="",
        seen=0,
        total=0,
        is_cancel_asked=False,
        result=None,
        created_at=run.created_at,
        touched_at=run.created_at,
    )
