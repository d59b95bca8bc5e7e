"""Program that makes a bet and waits before the commit: `python bet_process.py DATABASE CHANNEL FOLDER`."""

import asyncio
import sys
from pathlib import Path
from threading import Event
from uuid import UUID

from pydantic import SecretStr
from sqlalchemy import event

from greenroom.assembly import build_kernel
from greenroom.kernel.clock import system_clock
from greenroom.settings import Settings
from greenroom.tables import metadata
from support.casino import ANA, casino_of

# Importing all tables gives foreign-key columns their types.
assert metadata.tables


def wait_to_be_killed(*_: object) -> None:
    print("committing", flush=True)  # for the parent process
    Event().wait()


async def main(url: str, channel_id: UUID, folder: Path) -> None:
    kernel = build_kernel(Settings(data_dir=folder, database_url=SecretStr(url)), system_clock)
    casino = casino_of(kernel, channel_id)
    for engine in kernel.database.engines:
        event.listen(engine.sync_engine, "before_cursor_execute", stop_at_commit_of_bet)
    await casino.bet("100", ANA, message_id="killed")


def stop_at_commit_of_bet(connection: object, _: object, statement: str, *__: object) -> None:
    if statement.startswith("INSERT INTO game_players"):
        event.listen(connection, "commit", wait_to_be_killed)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], UUID(sys.argv[2]), Path(sys.argv[3])))
