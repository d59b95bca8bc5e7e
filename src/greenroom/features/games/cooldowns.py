"""Cooldowns of bets, shared by all processes through the database."""

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.games.models import GameCooldown
from greenroom.kernel.db.database import insert_into


async def claim_cooldown(
    session: AsyncSession, channel_id: UUID, game: str, account_id: int, seconds: int, now: datetime
) -> datetime | None:
    """Starts the cooldown, which the end of the transaction keeps or undoes; if it is active: when it ends.

    One statement: of two processes that claim at once the second waits, and finds the cooldown active.
    """
    if not seconds:
        return None
    new = insert_into(GameCooldown, session).values(
        channel_id=channel_id, game=game, account_id=account_id, ends_at=now + timedelta(seconds=seconds)
    )
    keys = [GameCooldown.channel_id, GameCooldown.game, GameCooldown.account_id]
    # An end beyond the full length was written before the clock was set back, or with a longer cooldown.
    is_over = (GameCooldown.ends_at <= now) | (GameCooldown.ends_at > new.excluded.ends_at)
    claim = new.on_conflict_do_update(index_elements=keys, set_={"ends_at": new.excluded.ends_at}, where=is_over)
    if await session.scalar(claim.returning(GameCooldown.account_id)) is not None:
        return None
    of_account = GameCooldown.account_id == account_id
    return await session.scalar(
        select(GameCooldown.ends_at).where(GameCooldown.channel_id == channel_id, GameCooldown.game == game, of_account)
    )
