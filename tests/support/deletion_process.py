"""Program that deletes channels in pieces, and waits at the commit of the third piece of chat lines.

`python deletion_process.py DATABASE FOLDER`
"""

import asyncio
import sys
from itertools import count
from pathlib import Path
from threading import Event

from pydantic import SecretStr
from sqlalchemy import event

from greenroom.accounts.channel_deletion.job import ChannelDeletionJob
from greenroom.assembly import build_kernel
from greenroom.kernel.clock import system_clock
from greenroom.settings import Settings
from greenroom.tables import metadata

# Importing all tables gives foreign-key columns their types.
assert metadata.tables

pieces = count(1)


def wait_to_be_killed(*_: object) -> None:
    print("deleting", flush=True)  # for the parent process
    Event().wait()


def stop_at_commit_of_third_piece(connection: object, _: object, statement: str, *__: object) -> None:
    if statement.startswith("DELETE FROM chat_messages") and next(pieces) == 3:
        event.listen(connection, "commit", wait_to_be_killed)


async def main(url: str, folder: Path) -> None:
    kernel = build_kernel(Settings(data_dir=folder, database_url=SecretStr(url)), system_clock)
    for engine in kernel.database.engines:
        event.listen(engine.sync_engine, "before_cursor_execute", stop_at_commit_of_third_piece)
    await ChannelDeletionJob(kernel, list).run()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
