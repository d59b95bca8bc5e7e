from datetime import timedelta

from sqlalchemy import delete, or_

from greenroom.features.games.kinds.game import MAX_COOLDOWN_SECONDS
from greenroom.features.games.models import GameCooldown
from greenroom.kernel.context import Kernel


async def delete_cooldowns(kernel: Kernel) -> None:
    """Deletes cooldowns that are over, and cooldowns that end too late because a clock was ahead."""
    now = kernel.clock()
    latest = now + timedelta(seconds=MAX_COOLDOWN_SECONDS)
    async with kernel.database.write() as session:
        over = or_(GameCooldown.ends_at <= now, GameCooldown.ends_at > latest)
        await session.execute(delete(GameCooldown).where(over))
