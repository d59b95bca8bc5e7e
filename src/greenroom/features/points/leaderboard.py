"""Pages of the leaderboard, and all balances as a file."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.economy.leaderboard import NamedAccount, NamedStanding, Position, read_standings, search_standings
from greenroom.features.points.schemas import LeaderboardPage, StandingOut
from greenroom.features.points.service import account_out
from greenroom.kernel.csv_cells import csv_file
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.pages import decode_cursor, encode_cursor
from greenroom.kernel.errors import Invalid
from greenroom.kernel.tasks.background import spawn

ROWS_AT_ONCE = 500
COLUMNS = ("rank", "name", "points", "platform", "viewer_id", "login", "linked_accounts")


async def list_page(session: AsyncSession, channel_id: UUID, q: str, cursor: str | None, limit: int) -> LeaderboardPage:
    """With a text only the viewers whose name contains it, in one page."""
    if q.strip():
        return LeaderboardPage(records=_records(await search_standings(session, channel_id, q, limit)), cursor=None)
    after = None if cursor is None else _decode(cursor)
    # One more than shown says whether another page follows.
    found = await read_standings(session, channel_id, limit + 1, after)
    page = found[:limit]
    end = _encode(_position(page, after)) if len(found) > limit else None
    return LeaderboardPage(records=_records(page), cursor=end)


def _records(found: Sequence[NamedStanding]) -> list[StandingOut]:
    return [
        StandingOut(rank=one.rank, balance=one.balance, accounts=[account_out(each) for each in one.accounts])
        for one in found
    ]


def _position(page: Sequence[NamedStanding], after: Position | None) -> Position:
    last = page[-1]
    return Position(last.balance, last.id, last.rank, (0 if after is None else after.count) + len(page))


def _encode(position: Position) -> str:
    return encode_cursor(str(position.balance), str(position.account_id), str(position.rank), str(position.count))


def _decode(cursor: str) -> Position:
    parts = decode_cursor(cursor, 4)
    if not all(part.isascii() and part.isdigit() and len(part) <= 18 for part in parts):
        raise Invalid("cursor", "is not a valid cursor")
    return Position(*map(int, parts))


async def export_balances(database: Database, channel_id: UUID) -> AsyncIterator[bytes]:
    """Highest first. No transaction is open between two pieces, so a slow download blocks no writer."""
    yield csv_file([COLUMNS])
    after: Position | None = None
    while True:
        # Cancellation can arrive a second time during clean-up; the shield lets a started read finish.
        rows = await asyncio.shield(spawn(_read(database, channel_id, after), name="points_export"))
        if rows:
            yield csv_file([_cells(row) for row in rows], mark="")
        if len(rows) < ROWS_AT_ONCE:
            return
        after = _position(rows, after)


async def _read(database: Database, channel_id: UUID, after: Position | None) -> list[NamedStanding]:
    async with database.read() as session:
        return await read_standings(session, channel_id, ROWS_AT_ONCE, after)


def _cells(row: NamedStanding) -> Sequence[str]:
    first, *others = row.accounts
    linked = "; ".join(map(_account, others))
    points = str(row.balance)
    return str(row.rank), first.name, points, first.provider, first.viewer_id, first.login, linked


def _account(account: NamedAccount) -> str:
    return f"{account.provider}: {account.name}"
