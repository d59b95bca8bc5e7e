from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from msgspec.structs import replace
from sqlalchemy import ColumnElement, and_, delete, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import Access
from greenroom.accounts.audit.record import Subject, record_change
from greenroom.accounts.stream_platforms import has_logins
from greenroom.chat.messages.models import Viewer
from greenroom.chat.messages.viewer_rows import ViewerAccount
from greenroom.features.points.imports.models import AwaitedBalance
from greenroom.features.points.imports.rules import ExportedBalance
from greenroom.features.points.imports.schemas import (
    MAX_SHOWN,
    BalanceRow,
    BalancesImported,
    BalancesIn,
    BalancesReview,
    Source,
    State,
)
from greenroom.features.points.ledger.ledger import Actor, Movement, Reason, lock_points, post
from greenroom.features.points.ledger.live import announce_points
from greenroom.features.points.ledger.models import PointEntry
from greenroom.kernel.db.bulk_rows import BulkInsert
from greenroom.kernel.db.database import Database, advisory_lock
from greenroom.kernel.tasks.cooperative import slices

ROWS_PER_STATEMENT = 500
# Shorter names are not compared with viewer ids: comparing reads all viewers, as no index has the ids in lower case.
MIN_ID_LENGTH = 20
NO_UNDO = "Imported points are changed viewer by viewer."
BOT_NAMES = {"streamelements": "StreamElements", "streamlabs": "Streamlabs", "tbot": "tbot"}
ADD_AWAITED = BulkInsert(
    AwaitedBalance,
    ("channel_id", "provider", "login", "source", "points", "imported_at"),
    "ON CONFLICT (channel_id, provider, login, source) DO NOTHING",
)


def reference_of(source: str, provider: str, login: str) -> str:
    """The reference of imported points, because of which the ledger takes each name once from each bot."""
    return f"import:{source}:{provider}:{login}"


async def review(
    session: AsyncSession, channel_id: UUID, body: BalancesIn, exported: Sequence[ExportedBalance]
) -> BalancesReview:
    """Previews an import: the state of each row, and the sum of the points that would be added."""
    rows: list[BalanceRow] = []
    async for part in slices(exported, ROWS_PER_STATEMENT):
        imported = await _imported(session, channel_id, body, _logins(part))
        known = await _viewer_ids(session, channel_id, body.provider, _logins(part))
        checked = [_checked(row, body.provider, known, imported) for row in part]
        rows += [_review_row(row, known, imported) for row in checked]
    counts = Counter(row.state for row in rows)
    added = sum(row.points or 0 for row in rows if row.state in {"known", "unknown"})
    shown = sorted(rows, key=lambda row: (row.state != "bad", row.position))[:MAX_SHOWN]
    return BalancesReview(
        rows=shown,
        known=counts["known"],
        unknown=counts["unknown"],
        imported=counts["imported"],
        bad=counts["bad"],
        points=added,
        are_names_unique=has_logins(body.provider),
    )


def _checked(
    row: ExportedBalance, provider: str, known: Mapping[str, set[str]], imported: Collection[str]
) -> ExportedBalance:
    """Marks a row as bad if several viewers have its name, or if none has it and the platform has no logins."""
    if row.problem or row.name in imported:
        return row
    found = known.get(row.name, ())
    if len(found) > 1:
        return replace(row, problem="Several viewers have this name")
    if not found and not has_logins(provider):
        # Stored points would go to any viewer who takes the name.
        return replace(row, problem="Nobody of this name has written here yet, and such names are not unique")
    return row


def _review_row(row: ExportedBalance, known: Collection[str], imported: Collection[str]) -> BalanceRow:
    state: State = "known" if row.name in known else "unknown"
    if row.problem:
        state = "bad"
    elif row.name in imported:
        state = "imported"
    points = None if row.problem else row.points
    return BalanceRow(position=row.position, name=row.name, points=points, state=state, problem=row.problem)


def _logins(rows: Sequence[ExportedBalance]) -> list[str]:
    return [row.name for row in rows if not row.problem]


async def _viewer_ids(
    session: AsyncSession, channel_id: UUID, provider: str, logins: Collection[str]
) -> dict[str, set[str]]:
    """Name → ids of the viewers who have it; on platforms without logins, the name can also be a viewer's id."""
    # SQLite lowers only ASCII letters in `login`, which is the display name too on platforms without logins.
    is_named = or_(func.lower(Viewer.login).in_(logins), Viewer.search_name.in_([login.casefold() for login in logins]))
    if not has_logins(provider) and (long := [login for login in logins if len(login) >= MIN_ID_LENGTH]):
        is_named |= func.lower(Viewer.viewer_id).in_(long)
    rows = await session.execute(
        select(Viewer.login, Viewer.viewer_id).where(
            Viewer.channel_id == channel_id, Viewer.provider == provider, is_named
        )
    )
    found: dict[str, set[str]] = {}
    ids: dict[str, set[str]] = {}
    for login, viewer_id in rows:
        found.setdefault(login.lower(), set()).add(viewer_id)
        ids[viewer_id.lower()] = {viewer_id}
    if not has_logins(provider):
        # If a name is one viewer's id and another viewer's chosen name, the id wins.
        found |= ids
    return {login: found[login] for login in logins if login in found}


async def _imported(session: AsyncSession, channel_id: UUID, body: BalancesIn, logins: Collection[str]) -> set[str]:
    """Names whose points from this bot are in the ledger, or wait for their viewer."""
    references = {reference_of(body.source, body.provider, login): login for login in logins}
    posted = await session.scalars(
        select(PointEntry.reference).where(PointEntry.channel_id == channel_id, PointEntry.reference.in_(references))
    )
    waiting: Iterable[str] = ()
    if has_logins(body.provider):
        is_awaited = _awaited(channel_id, body.provider, logins), _from_bot(body.source)
        waiting = await session.scalars(select(AwaitedBalance.login).where(*is_awaited))
    return {references[reference] for reference in posted if reference is not None} | set(waiting)


def _awaited(channel_id: UUID, provider: str, logins: Collection[str]) -> ColumnElement[bool]:
    return and_(
        AwaitedBalance.channel_id == channel_id, AwaitedBalance.provider == provider, AwaitedBalance.login.in_(logins)
    )


def _from_bot(source: Source) -> ColumnElement[bool]:
    return AwaitedBalance.source == source


async def import_balances(
    database: Database, access: Access, body: BalancesIn, exported: Sequence[ExportedBalance], now: datetime
) -> BalancesImported:
    """Adds the points of known viewers, and stores those of other names. Skips rows that were imported before.

    Each slice of rows is a transaction: chat can move points in between, and after a crash the import can be repeated.
    """
    counts = Counter[str]()
    async for part in slices(exported, ROWS_PER_STATEMENT):
        async with database.write() as session:
            counts += await _import_slice(session, access, body, part, now)
    done = BalancesImported(
        added=counts["known"], waiting=counts["unknown"], skipped=counts["imported"], bad=counts["bad"]
    )
    async with database.write() as session:
        announce_points(session, access.channel_id)
        _record(session, access, body, done, now)
    return done


async def _import_slice(
    session: AsyncSession, access: Access, body: BalancesIn, part: Sequence[ExportedBalance], now: datetime
) -> Counter[str]:
    channel_id = access.channel_id
    # Two imports at once must not store the same name twice.
    await advisory_lock(session, f"point_imports:{channel_id}")
    imported = await _imported(session, channel_id, body, _logins(part))
    viewer_ids = await _viewer_ids(session, channel_id, body.provider, _logins(part))
    good = [row for row in part if not _checked(row, body.provider, viewer_ids, imported).problem]
    new = [row for row in good if row.name not in imported]
    known = [row for row in new if row.name in viewer_ids]
    unknown = [row for row in new if row.name not in viewer_ids]
    actor = Actor(access.person.user_id, access.person.display_name)
    movements = [
        _movement(body.source, (body.provider, _single(viewer_ids[row.name])), row.name, row.points, actor)
        for row in known
    ]
    await post(session, channel_id, movements, now, is_capped=True)
    awaited = [(channel_id, body.provider, row.name, body.source, row.points, now) for row in unknown]
    await ADD_AWAITED.run(session, awaited)
    bad = len(part) - len(good)
    return Counter(known=len(known), unknown=len(unknown), imported=len(good) - len(new), bad=bad)


def _record(session: AsyncSession, access: Access, body: BalancesIn, done: BalancesImported, now: datetime) -> None:
    record_change(
        session,
        access.channel_id,
        access.changed_by(now),
        section="points_imports",
        title=BOT_NAMES[body.source],
        new=done.model_dump(mode="json"),
        subject=Subject("", account=f"{body.provider}:"),
        no_undo=NO_UNDO,
    )


def _single(found: set[str]) -> str:
    (viewer_id,) = found
    return viewer_id


def _movement(source: str, account: tuple[str, str], login: str, points: int, actor: Actor) -> Movement:
    reference = reference_of(source, account[0], login)
    return Movement(account, points, Reason.IMPORTED, reference, f"From {BOT_NAMES[source]}", actor)


async def claim(
    session: AsyncSession, channel_id: UUID, provider: str, writers: Mapping[str, set[str]], now: datetime
) -> None:
    """Gives viewers who write for the first time the points stored for their login; `writers` has ids by login.

    If several viewers have a login, its points stay stored.
    """
    awaited = set(await session.scalars(select(AwaitedBalance.login).where(_awaited(channel_id, provider, writers))))
    if not awaited:
        return
    # Locked before the names are deleted: an import also locks the points before it writes names.
    await lock_points(session, channel_id)
    known = await _viewer_ids(session, channel_id, provider, awaited)
    holders = {login: writers[login] | known.get(login, set()) for login in awaited}
    viewer_ids = {login: _single(found) for login, found in holders.items() if len(found) == 1}
    claimed = await session.execute(
        delete(AwaitedBalance)
        .where(_awaited(channel_id, provider, viewer_ids))
        .returning(AwaitedBalance.login, AwaitedBalance.source, AwaitedBalance.points)
    )
    movements = [
        _movement(source, (provider, viewer_ids[login]), login, points, Actor()) for login, source, points in claimed
    ]
    if movements:
        await post(session, channel_id, movements, now, is_capped=True)
        announce_points(session, channel_id)


def balances_by_login(_: AsyncSession, channel_id: UUID, account: ViewerAccount) -> list[ColumnElement[bool]]:
    """Conditions for the viewer's imported points that are not claimed yet."""
    is_login = AwaitedBalance.login == account.login.lower()
    return [AwaitedBalance.channel_id == channel_id, AwaitedBalance.provider == account.provider, is_login]
