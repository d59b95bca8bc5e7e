"""Pages of the leaderboard, and all balances above zero as a file."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.points.ledger.balances import Ranking
from greenroom.features.points.ledger.leaderboard import (
    NamedAccount,
    NamedStanding,
    Position,
    read_standings,
    search_standings,
)
from greenroom.features.points.ledger.models import PeriodKind
from greenroom.features.points.periods.reads import read_period
from greenroom.features.points.schemas import LeaderboardPage, LeaderboardPeriod, RankedPeriod, StandingOut
from greenroom.features.points.service import account_out
from greenroom.kernel.csv_cells import csv_file
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.pages import decode_cursor, encode_cursor
from greenroom.kernel.errors import Invalid
from greenroom.kernel.tasks.background import spawn

ROWS_AT_ONCE = 500
COLUMNS = ("rank", "name", "points", "platform", "viewer_id", "login", "linked_accounts")


# An id that no period has: until a period is added up, its leaderboard is empty.
NO_PERIOD = 0
KINDS: Mapping[RankedPeriod, PeriodKind] = {"month": PeriodKind.MONTH, "stream": PeriodKind.STREAM}


class LeaderboardQuery(Struct, frozen=True):
    """A request for a page of the leaderboard."""

    period: RankedPeriod
    # If not empty: only viewers whose name contains this text, on one page.
    q: str
    cursor: str | None
    limit: int


async def list_page(session: AsyncSession, channel_id: UUID, query: LeaderboardQuery, now: datetime) -> LeaderboardPage:
    after = None if query.cursor is None else _decode(query.cursor, query.period)
    ranking, period = Ranking(channel_id), None
    if query.period != "all":
        shown = await read_period(session, channel_id, KINDS[query.period], now)
        ranking = Ranking(channel_id, shown.id or NO_PERIOD)
        period = LeaderboardPeriod(starts_at=shown.starts_at, ends_at=shown.ends_at, is_complete=shown.is_complete)
    if query.q.strip():
        found = await search_standings(session, ranking, query.q, query.limit)
        return LeaderboardPage(records=_records(found), cursor=None, period=period)
    # One row more than the page has, which shows if another page follows.
    found = await read_standings(session, ranking, query.limit + 1, after)
    page = found[: query.limit]
    end = _encode(_position(page, after), query.period) if len(found) > query.limit else None
    return LeaderboardPage(records=_records(page), cursor=end, period=period)


def _records(found: Sequence[NamedStanding]) -> list[StandingOut]:
    return [
        StandingOut(rank=row.rank, balance=row.balance, accounts=[account_out(each) for each in row.accounts])
        for row in found
    ]


def _position(page: Sequence[NamedStanding], after: Position | None) -> Position:
    last = page[-1]
    return Position(last.balance, last.id, last.rank, (0 if after is None else after.count) + len(page))


def _encode(position: Position, period: RankedPeriod) -> str:
    values = (position.balance, position.account_id, position.rank, position.count)
    return encode_cursor(period, *map(str, values))


def _decode(cursor: str, period: RankedPeriod) -> Position:
    of_period, *parts = decode_cursor(cursor, 5)
    if of_period != period or not all(part.isascii() and part.isdigit() and len(part) <= 18 for part in parts):
        raise Invalid("cursor", "is not a valid cursor")
    return Position(*map(int, parts))


async def export_balances(database: Database, channel_id: UUID) -> AsyncIterator[bytes]:
    """Balances above zero as CSV, highest first; between two pieces no transaction is open that could block writers."""
    yield csv_file([COLUMNS])
    after: Position | None = None
    while True:
        # When the client leaves, this generator is cancelled, perhaps twice. The read is a task of its own, so that
        # its session is closed properly.
        rows = await asyncio.shield(spawn(_read(database, channel_id, after), name="points_export"))
        if rows:
            yield csv_file([_cells(row) for row in rows], byte_order_mark="")
        if len(rows) < ROWS_AT_ONCE:
            return
        after = _position(rows, after)


async def _read(database: Database, channel_id: UUID, after: Position | None) -> list[NamedStanding]:
    async with database.read() as session:
        return await read_standings(session, Ranking(channel_id), ROWS_AT_ONCE, after)


def _cells(row: NamedStanding) -> Sequence[str]:
    first, *others = row.accounts
    linked = "; ".join(map(_account, others))
    points = str(row.balance)
    return str(row.rank), first.name, points, first.provider, first.viewer_id, first.login, linked


def _account(account: NamedAccount) -> str:
    return f"{account.provider}: {account.name}"
