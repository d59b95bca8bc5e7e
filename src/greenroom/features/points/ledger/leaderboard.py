"""The leaderboard with names: linked accounts are one row."""

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement, and_, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute, aliased

from greenroom.chat.messages.models import Viewer
from greenroom.features.points.ledger.account_keys import AccountKey, have_keys
from greenroom.features.points.ledger.balances import Ranking, Standing, leaderboard
from greenroom.features.points.ledger.models import PERSON, PointAccount, PointTotal


class NamedAccount(Struct, frozen=True):
    """An account of a viewer; an unknown name is replaced by the viewer id."""

    provider: str
    viewer_id: str
    login: str
    name: str
    avatar_url: str = ""
    colour: str = ""


class NamedStanding(Struct, frozen=True):
    # Id of the point account; 0 for a viewer who never had points.
    id: int
    # 1 for the highest balance; equal balances have the same rank.
    rank: int
    # For a period, the points earned in it.
    balance: int
    # All accounts of the person, the most recent writer first; never empty.
    accounts: Sequence[NamedAccount]

    @property
    def name(self) -> str:
        return self.accounts[0].name


# The columns of a NamedAccount.
NAMED = (Viewer.provider, Viewer.viewer_id, Viewer.login, Viewer.name, Viewer.avatar_url, Viewer.colour)
LAST_SEEN = (Viewer.last_seen_at.desc(), Viewer.id)


class Position(Struct, frozen=True):
    """Where a page of the leaderboard ended."""

    balance: int
    account_id: int
    rank: int
    # Number of rows on all pages up to this one.
    count: int


async def read_standings(
    session: AsyncSession, ranking: Ranking, limit: int, after: Position | None = None
) -> list[NamedStanding]:
    """A page of the highest balances; `after` is where the previous page ended."""
    rows = await leaderboard(session, ranking, limit, None if after is None else (after.balance, after.account_id))
    ranks: list[int] = []
    last_balance, rank, count = (None, 0, 0) if after is None else (after.balance, after.rank, after.count)
    for row in rows:
        count += 1
        rank = rank if row.balance == last_balance else count
        last_balance = row.balance
        ranks.append(rank)
    return await _named(session, ranking.channel_id, rows, ranks)


async def search_standings(session: AsyncSession, ranking: Ranking, text: str, limit: int) -> list[NamedStanding]:
    """Viewers, with or without points, whose name contains the text or whose id it is; the highest balances first."""
    channel_id, points = ranking.channel_id, func.coalesce(ranking.points, 0)
    own, name = aliased(PointAccount), text.strip().removeprefix("@")
    is_viewer = and_(
        Viewer.channel_id == own.channel_id, Viewer.provider == own.provider, Viewer.viewer_id == own.viewer_id
    )
    matching = (
        select(PointAccount.id, PointAccount.provider, PointAccount.viewer_id, points)
        .distinct()
        .join(own, PointAccount.id == func.coalesce(own.held_by_id, own.id))
        .join(Viewer, is_viewer, isouter=True)
        .where(own.channel_id == channel_id, own.provider != PERSON, _has_name(name, own.name))
        .order_by(points.desc(), PointAccount.id.desc())
        .limit(limit)
    )
    if ranking.period_id is not None:
        in_period = and_(ranking.rows(), ranking.account_id == PointAccount.id)
        matching = matching.join(PointTotal, in_period, isouter=True)
    rows = await session.execute(matching)
    found = [Standing(account_id, (provider, viewer_id), balance) for account_id, provider, viewer_id, balance in rows]
    ranks = await ranks_of(session, ranking, {standing.balance for standing in found} | {0})
    named = await _named(session, channel_id, found, [ranks[standing.balance] for standing in found])
    without_points = await _without_account(session, channel_id, name, limit - len(named))
    return named + [NamedStanding(0, ranks[0], 0, [account]) for account in without_points]


async def _without_account(session: AsyncSession, channel_id: UUID, name: str, limit: int) -> list[NamedAccount]:
    """Viewers who wrote and never had points, the most recent writer first."""
    has_account = exists().where(
        PointAccount.channel_id == Viewer.channel_id,
        PointAccount.provider == Viewer.provider,
        PointAccount.viewer_id == Viewer.viewer_id,
    )
    rows = await session.execute(
        select(*NAMED)
        .where(Viewer.channel_id == channel_id, _has_name(name), ~has_account)
        .order_by(*LAST_SEEN)
        .limit(limit)
    )
    return [NamedAccount(*row) for row in rows]


def _has_name(name: str, *further_names: InstrumentedAttribute[str]) -> ColumnElement[bool]:
    return or_(
        Viewer.search_name.contains(name.casefold(), autoescape=True),
        *(func.lower(each).contains(name.lower(), autoescape=True) for each in (Viewer.login, *further_names)),
        Viewer.viewer_id == name,
    )


async def ranks_of(session: AsyncSession, ranking: Ranking, balances: Collection[int]) -> dict[int, int]:
    """Balance → rank."""
    ranks: dict[int, int] = {}
    higher, above = 0, None
    for balance in sorted(balances, reverse=True):
        between = and_(ranking.rows(), ranking.points > balance)
        if above is not None:
            between &= ranking.points <= above
        higher += await session.scalar(select(func.count(ranking.account_id)).where(between)) or 0
        ranks[balance], above = higher + 1, balance
    return ranks


async def _named(
    session: AsyncSession, channel_id: UUID, rows: Sequence[Standing], ranks: Sequence[int]
) -> list[NamedStanding]:
    held = await _held_accounts(session, [row.id for row in rows if row.account[0] == PERSON])
    holders = {key: row.id for row in rows for key in held.get(row.id, [row.account])}
    accounts: dict[int, list[NamedAccount]] = {row.id: [] for row in rows}
    for account in await named_accounts(session, channel_id, holders.keys()):
        accounts[holders[account.provider, account.viewer_id]].append(account)
    return [NamedStanding(row.id, rank, row.balance, accounts[row.id]) for row, rank in zip(rows, ranks, strict=True)]


async def _held_accounts(session: AsyncSession, person_ids: Collection[int]) -> dict[int, list[AccountKey]]:
    """Id of a person's account → the linked accounts whose points it holds."""
    if not person_ids:
        return {}
    held: dict[int, list[AccountKey]] = {}
    rows = await session.execute(
        select(PointAccount.held_by_id, PointAccount.provider, PointAccount.viewer_id).where(
            PointAccount.held_by_id.in_(person_ids)
        )
    )
    for holder_id, provider, viewer_id in rows:
        held.setdefault(holder_id or 0, []).append((provider, viewer_id))
    return held


async def named_accounts(session: AsyncSession, channel_id: UUID, keys: Collection[AccountKey]) -> list[NamedAccount]:
    """These accounts with names, the most recent writer first; viewers who never wrote come last."""
    rows = await session.execute(select(*NAMED).where(have_keys(Viewer, channel_id, keys)).order_by(*LAST_SEEN))
    known = [NamedAccount(*row) for row in rows]
    unknown = sorted(set(keys) - {(account.provider, account.viewer_id) for account in known})
    names = await _account_names(session, channel_id, unknown)
    return known + [NamedAccount(*key, login="", name=names.get(key) or key[1]) for key in unknown]


async def _account_names(
    session: AsyncSession, channel_id: UUID, keys: Collection[AccountKey]
) -> Mapping[AccountKey, str]:
    """Names that are stored in these point accounts; empty if unknown."""
    if not keys:
        return {}
    rows = await session.execute(
        select(PointAccount.provider, PointAccount.viewer_id, PointAccount.name).where(
            have_keys(PointAccount, channel_id, keys)
        )
    )
    return {(provider, viewer_id): name for provider, viewer_id, name in rows}
