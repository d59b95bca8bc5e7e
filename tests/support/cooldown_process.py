"""Program that claims cooldowns on request: `python cooldown_process.py DATABASE CHANNEL COMMAND`.

For each timestamp on its input it prints `won` if it could claim the cooldowns, otherwise `lost`.
"""

import asyncio
import sys
from datetime import datetime
from uuid import UUID

from greenroom.features.commands.responding.cooldowns import EVERYONE, claim_cooldowns
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db.database import Database
from greenroom.tables import metadata

# Importing all tables gives foreign-key columns their types.
assert metadata.tables
SECONDS = 5


async def main(url: str, channel_id: UUID, command_id: UUID) -> None:
    database = Database(url, MemoryBus().publish)
    lengths = {(command_id, EVERYONE): SECONDS, (command_id, "twitch:7"): SECONDS}
    print("ready", flush=True)  # read by the parent process
    while line := await asyncio.to_thread(sys.stdin.readline):
        async with database.write() as session:
            remaining = await claim_cooldowns(session, channel_id, lengths, datetime.fromisoformat(line.strip()))
        print("lost" if remaining else "won", flush=True)  # read by the parent process
    await database.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], UUID(sys.argv[2]), UUID(sys.argv[3])))
