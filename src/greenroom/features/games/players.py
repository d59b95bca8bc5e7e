"""What viewers have bet and won: written with each bet, read for the screen."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement, Row, Select, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.games.kinds.game import AnyGame
from greenroom.features.games.models import GamePlayer
from greenroom.features.games.schemas import GameTotals, PlayerOrder, PlayerOut, PlayersOut, ViewerGame, ViewerGames
from greenroom.features.points.ledger.ledger import AccountKey
from greenroom.features.points.ledger.models import PointAccount
from greenroom.features.points.ledger.rules import MAX_BALANCE
from greenroom.kernel.db.bulk_rows import BulkInsert


class SettledBet(Struct, frozen=True):
    """A bet and its payout, which includes the stake; 0 if the bet was lost."""

    account_id: int
    name: str
    bet: int
    payout: int
    at: datetime

    @property
    def won(self) -> int:
        return max(self.payout - self.bet, 0)


COLUMNS = (
    *("channel_id", "game", "account_id", "name", "bets", "wins", "staked", "paid", "biggest_win", "last_bet_at"),
)


def _limited_sum(column: str) -> str:
    total = f"game_players.{column} + excluded.{column}"
    return f"{column} = CASE WHEN {total} > {MAX_BALANCE} THEN {MAX_BALANCE} ELSE {total} END"


RECORD = BulkInsert(
    GamePlayer,
    COLUMNS,
    f"""ON CONFLICT (channel_id, game, account_id) DO UPDATE SET
        name = excluded.name,
        bets = game_players.bets + excluded.bets,
        wins = game_players.wins + excluded.wins,
        {_limited_sum("staked")},
        {_limited_sum("paid")},
        biggest_win = CASE WHEN game_players.biggest_win > excluded.biggest_win
            THEN game_players.biggest_win ELSE excluded.biggest_win END,
        last_bet_at = excluded.last_bet_at""",
)


async def record_bet(session: AsyncSession, channel_id: UUID, game: str, settled: SettledBet) -> None:
    wins = 1 if settled.payout else 0
    sums = (settled.bet, min(settled.payout, MAX_BALANCE), settled.won)
    await RECORD.run(session, [(channel_id, game, settled.account_id, settled.name, 1, wins, *sums, settled.at)])


# The account that holds the points; linked accounts have the same one.
HOLDER_ID = func.coalesce(PointAccount.held_by_id, PointAccount.id)
BETS, WINS, STAKED, PAID = (
    func.sum(column) for column in (GamePlayer.bets, GamePlayer.wins, GamePlayer.staked, GamePlayer.paid)
)
BIGGEST_WIN = func.max(GamePlayer.biggest_win)
ORDERS: dict[PlayerOrder, ColumnElement[int]] = {"net": PAID - STAKED, "biggest_win": BIGGEST_WIN, "bets": BETS}
PlayerRow = Row[int, int, int, int, int, int]


async def top_players(session: AsyncSession, channel_id: UUID, game: str, order: PlayerOrder, limit: int) -> PlayersOut:
    best = _by_person(channel_id, game).order_by(ORDERS[order].desc(), HOLDER_ID).limit(limit)
    rows: Sequence[PlayerRow] = (await session.execute(best)).all()
    last = await _last_accounts(session, channel_id, game, [row[0] for row in rows])
    records = [_player(row, *last[row[0]]) for row in rows if row[0] in last]
    return PlayersOut(records=records, totals=await _totals(session, channel_id, game))


async def read_player(session: AsyncSession, channel_id: UUID, game: str, viewer: AccountKey) -> PlayerOut:
    """Statistics of a viewer with all linked accounts; zeros for a viewer who has never bet."""
    holder_id = await session.scalar(
        select(HOLDER_ID).where(
            PointAccount.channel_id == channel_id,
            PointAccount.provider == viewer[0],
            PointAccount.viewer_id == viewer[1],
        )
    )
    of_person = _by_person(channel_id, game).where(GamePlayer.account_id.in_(_held_by([holder_id])))
    row: PlayerRow | None = (await session.execute(of_person)).one_or_none()
    if holder_id is None or row is None:
        return PlayerOut(
            provider=viewer[0],
            viewer_id=viewer[1],
            name="",
            bets=0,
            wins=0,
            staked=0,
            paid=0,
            biggest_win=0,
            net=0,
            last_bet_at=None,
        )
    return _player(row, *(await _last_accounts(session, channel_id, game, [holder_id]))[holder_id])


async def games_of_viewer(
    session: AsyncSession, channel_id: UUID, games: Iterable[AnyGame], viewer: AccountKey
) -> ViewerGames:
    found = [(game, await read_player(session, channel_id, game.key, viewer)) for game in games]
    return ViewerGames(
        records=[ViewerGame(game=game.key, title=game.title, **player.model_dump()) for game, player in found]
    )


def _held_by(holder_ids: Sequence[int | None]) -> Select[int]:
    """Query for the ids of these accounts and of the linked accounts whose points they hold; it can use an index."""
    return select(PointAccount.id).where(or_(PointAccount.id.in_(holder_ids), PointAccount.held_by_id.in_(holder_ids)))


def _by_person(channel_id: UUID, game: str) -> Select[int, int, int, int, int, int]:
    return (
        select(HOLDER_ID, BETS, WINS, STAKED, PAID, BIGGEST_WIN)
        .join(PointAccount, PointAccount.id == GamePlayer.account_id)
        .where(GamePlayer.channel_id == channel_id, GamePlayer.game == game)
        .group_by(HOLDER_ID)
    )


async def _last_accounts(
    session: AsyncSession, channel_id: UUID, game: str, holder_ids: Sequence[int]
) -> dict[int, tuple[GamePlayer, PointAccount]]:
    """Id of the account that holds the points → the linked account that bet last."""
    accounts = await session.execute(
        select(GamePlayer, PointAccount)
        .join(PointAccount, PointAccount.id == GamePlayer.account_id)
        .where(
            GamePlayer.channel_id == channel_id,
            GamePlayer.game == game,
            GamePlayer.account_id.in_(_held_by(holder_ids)),
        )
        .order_by(GamePlayer.last_bet_at, GamePlayer.account_id)
    )
    return {account.held_by_id or account.id: (player, account) for player, account in accounts}


def _player(row: PlayerRow, last: GamePlayer, account: PointAccount) -> PlayerOut:
    # PostgreSQL returns sums as Decimal.
    _, bets, wins, staked, paid, biggest_win = map(int, row)
    return PlayerOut(
        provider=account.provider,
        viewer_id=account.viewer_id,
        name=last.name,
        bets=bets,
        wins=wins,
        staked=staked,
        paid=paid,
        biggest_win=biggest_win,
        net=paid - staked,
        last_bet_at=last.last_bet_at,
    )


async def _totals(session: AsyncSession, channel_id: UUID, game: str) -> GameTotals:
    found = await session.execute(
        select(BETS, WINS, STAKED, PAID, func.count(HOLDER_ID.distinct()))
        .join(PointAccount, PointAccount.id == GamePlayer.account_id)
        .where(GamePlayer.channel_id == channel_id, GamePlayer.game == game)
    )
    bets, wins, staked, paid, players = (int(value or 0) for value in found.one())
    return GameTotals(bets=bets, wins=wins, staked=staked, paid=paid, players=players)
