"""Cooldowns of bets, shared by all processes through the database."""

from datetime import datetime, timedelta
from functools import cache
from uuid import UUID

from sqlalchemy import BigInteger, String, TextualSelect, Uuid, bindparam, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.games.models import GameCooldown
from greenroom.kernel.db.database import UtcDateTime


async def claim_cooldown(
    session: AsyncSession, channel_id: UUID, game: str, account_id: int, seconds: int, now: datetime
) -> datetime | None:
    """Starts the cooldown in this transaction; if it is already active, returns when it ends.

    One statement claims it: of two processes that claim at once, the second waits and finds the cooldown active.
    """
    if not seconds:
        return None
    values = {"channel": channel_id, "game": game, "account": account_id, "now": now}
    claimed = await session.execute(_claim(), {**values, "end": now + timedelta(seconds=seconds)})
    if claimed.first() is not None:
        return None
    of_account = GameCooldown.account_id == account_id
    return await session.scalar(
        select(GameCooldown.ends_at).where(GameCooldown.channel_id == channel_id, GameCooldown.game == game, of_account)
    )


@cache
def _claim() -> TextualSelect:
    # Written as SQL, because SQLAlchemy takes longer to build the statement than the database to run it.
    # An end further away than the whole cooldown was written before the clock was set back, or with a longer cooldown.
    statement = text(
        """INSERT INTO game_cooldowns (channel_id, game, account_id, ends_at) VALUES (:channel, :game, :account, :end)
        ON CONFLICT (channel_id, game, account_id) DO UPDATE SET ends_at = excluded.ends_at
        WHERE game_cooldowns.ends_at <= :now OR game_cooldowns.ends_at > excluded.ends_at
        RETURNING account_id"""
    )
    kinds = {"channel": Uuid(), "game": String(), "account": BigInteger(), "now": UtcDateTime(), "end": UtcDateTime()}
    typed = statement.bindparams(*(bindparam(name, type_=kind) for name, kind in kinds.items()))
    return typed.columns(account_id=BigInteger())
