from collections.abc import Sequence
from datetime import timedelta
from functools import partial

from sqlalchemy import delete, or_

from greenroom.features.games.kinds.game import MAX_COOLDOWN_SECONDS
from greenroom.features.games.models import GameCooldown
from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import Job

EVERY_SECONDS = 3_600


def jobs(kernel: Kernel) -> Sequence[Job]:
    return [
        Job(
            name="delete_game_cooldowns",
            every_seconds=EVERY_SECONDS,
            run=partial(delete_cooldowns, kernel),
            title="Delete ended game cooldowns",
            note="of viewers",
        )
    ]


async def delete_cooldowns(kernel: Kernel) -> None:
    """Those that are over, and those that end too late because a clock ran ahead."""
    now = kernel.clock()
    latest = now + timedelta(seconds=MAX_COOLDOWN_SECONDS)
    async with kernel.database.write() as session:
        over = or_(GameCooldown.ends_at <= now, GameCooldown.ends_at > latest)
        await session.execute(delete(GameCooldown).where(over))
