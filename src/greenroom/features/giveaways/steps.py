"""Steps of a giveaway, by staff or on schedule: each is one transaction, and most post in chat after it."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.giveaways import service
from greenroom.features.giveaways.announcer import Announcer
from greenroom.features.giveaways.draws import rounds
from greenroom.features.giveaways.draws.checks import PlatformChecks
from greenroom.features.giveaways.draws.rounds import (
    DrawSettled,
    NoEntries,
    NoEntriesLeft,
    NotChecked,
    Verdicts,
    WinnerAnswered,
)
from greenroom.features.giveaways.models import Giveaway, GiveawayDraw
from greenroom.features.giveaways.schemas import DrawStatus, GiveawayDetails, GiveawaySettings
from greenroom.features.giveaways.service import WON
from greenroom.kernel.context import Kernel


class GiveawaySteps:
    def __init__(self, kernel: Kernel, announcer: Announcer, checks: PlatformChecks) -> None:
        self._kernel = kernel
        self._announcer = announcer
        self._checks = checks

    async def open(self, channel_id: UUID, giveaway_id: UUID) -> None:
        async with self._kernel.database.write() as session:
            row = await service.lock_giveaway(session, channel_id, giveaway_id)
            is_first = row.state == "draft"
            await service.open_giveaway(session, row, self._kernel.vault, self._kernel.clock())
        if is_first:
            self._announcer.post_soon(channel_id, self._announcer.texts(row).opened())

    async def pause(self, channel_id: UUID, giveaway_id: UUID) -> None:
        async with self._kernel.database.write() as session:
            service.pause_giveaway(session, await service.lock_giveaway(session, channel_id, giveaway_id))

    async def close(self, channel_id: UUID, giveaway_id: UUID) -> None:
        async with self._kernel.database.write() as session:
            row = await service.lock_giveaway(session, channel_id, giveaway_id)
            await rounds.close_giveaway(session, row, self._kernel.clock())
        self._announcer.post_soon(channel_id, self._announcer.texts(row).closed())

    async def archive(self, channel_id: UUID, giveaway_id: UUID) -> None:
        async with self._kernel.database.write() as session:
            row = await service.lock_giveaway(session, channel_id, giveaway_id)
            await service.archive_giveaway(session, row, self._kernel.clock())

    async def draw(self, channel_id: UUID, giveaway_id: UUID) -> None:
        """Draws all winners; the platforms are asked before the transaction whether drawn viewers may win."""
        async with self._kernel.database.read() as session:
            row = await service.find_giveaway(session, channel_id, giveaway_id)
            service.check_step(row, "draw")
        winners = GiveawaySettings.model_validate(row.settings).winners

        async def store(verdicts: Verdicts) -> None:
            async with self._kernel.database.write() as session:
                row = await service.lock_giveaway(session, channel_id, giveaway_id)
                service.check_step(row, "draw")
                if not row.entry_count:
                    raise NoEntries
                now = self._kernel.clock()
                draws = await rounds.store_draws(session, row, self._kernel.vault, winners, verdicts, now)
            self._post_drawn(row, draws)

        await self._with_verdicts(row, winners, store)

    async def redraw(self, channel_id: UUID, giveaway_id: UUID, draw_id: UUID, seen: DrawStatus | None = None) -> None:
        """Replaces a winner by the next viewer who may win, if the draw still has the status `seen` (None: any)."""
        async with self._kernel.database.read() as session:
            row = await service.find_giveaway(session, channel_id, giveaway_id)

        async def store(verdicts: Verdicts) -> None:
            async with self._kernel.database.write() as session:
                row = await service.lock_giveaway(session, channel_id, giveaway_id)
                draw = await rounds.find_draw(session, row, draw_id)
                if row.state != "drawn" or draw.status not in WON:
                    raise DrawSettled
                if seen not in {None, draw.status}:
                    raise WinnerAnswered
                drawn = await self._replace(session, row, draw, "replaced", verdicts)
                if not drawn:
                    raise NoEntriesLeft
            self._post_drawn(row, drawn)

        await self._with_verdicts(row, 1, store)

    async def end_claim(self, channel_id: UUID, giveaway_id: UUID, draw_id: UUID, due_by: datetime) -> None:
        """Draws the next viewer, or posts that none is left, if the winner's time to answer ended by `due_by`."""
        async with self._kernel.database.read() as session:
            row = await service.find_giveaway(session, channel_id, giveaway_id)

        async def store(verdicts: Verdicts) -> None:
            async with self._kernel.database.write() as session:
                row = await service.lock_giveaway(session, channel_id, giveaway_id)
                draw = await rounds.find_draw(session, row, draw_id)
                if draw.status != "waiting" or draw.claim_until is None or draw.claim_until > due_by:
                    return
                drawn = await self._replace(session, row, draw, "missed", verdicts)
            self._post_drawn(row, drawn)

        await self._with_verdicts(row, 1, store)

    async def confirm(self, channel_id: UUID, giveaway_id: UUID, draw_id: UUID) -> None:
        """Accepts a winner who has not answered in chat."""
        async with self._kernel.database.write() as session:
            row = await service.lock_giveaway(session, channel_id, giveaway_id)
            draw = await rounds.find_draw(session, row, draw_id)
            if draw.status != "waiting":
                raise DrawSettled
            rounds.settle(draw, "claimed", self._kernel.clock())
            await session.flush()
            service.announce_change(session, row)
        self.post_confirmed(row, draw)

    def post_confirmed(self, giveaway: Giveaway, draw: GiveawayDraw) -> None:
        texts = self._announcer.texts(giveaway).confirmed(draw.name, draw.ticket)
        self._announcer.post_soon(giveaway.channel_id, texts)

    async def details(self, channel_id: UUID, giveaway_id: UUID) -> GiveawayDetails:
        async with self._kernel.database.read() as session:
            row = await service.find_giveaway(session, channel_id, giveaway_id)
            out = await service.load_giveaway_out(session, row)
            return GiveawayDetails(
                **out.model_dump(),
                draws=await rounds.draws_out(session, row),
                minutes=await service.minutes_of(session, row.id),
            )

    async def _replace(
        self, session: AsyncSession, row: Giveaway, draw: GiveawayDraw, status: DrawStatus, verdicts: Verdicts
    ) -> list[GiveawayDraw]:
        now = self._kernel.clock()
        rounds.settle(draw, status, now)
        await session.flush()
        return await rounds.store_draws(session, row, self._kernel.vault, 1, verdicts, now)

    def _post_drawn(self, giveaway: Giveaway, draws: Sequence[GiveawayDraw]) -> None:
        texts = self._announcer.texts(giveaway).drawn([draw.name for draw in draws])
        self._announcer.post_soon(giveaway.channel_id, texts)

    async def _with_verdicts(self, row: Giveaway, winners: int, store: Callable[[Verdicts], Awaitable[None]]) -> None:
        """Calls `store` with the platforms' verdicts on who may win; asks again if another draw came between."""
        verdicts: dict[int, tuple[bool, str]] = {}
        while True:
            await self._add_verdicts(row, winners, verdicts)
            try:
                return await store(verdicts)
            except NotChecked:
                continue

    async def _add_verdicts(self, row: Giveaway, winners: int, verdicts: dict[int, tuple[bool, str]]) -> None:
        """Asks the platforms about the next viewers to be drawn, until enough may win; adds to `verdicts`."""
        fields = GiveawaySettings.model_validate(row.settings)
        while fields.needs_checks:
            async with self._kernel.database.read() as session:
                judged = await rounds.judge_next_entries(session, row, self._kernel.vault, winners, verdicts)
            unknown = rounds.without_verdict(judged, verdicts)
            if not unknown:
                return
            found = await self._checks.check(
                row.channel_id, fields.follow_days, fields.account_days, list(unknown.values())
            )
            verdicts |= {position: found[account] for position, account in unknown.items()}
