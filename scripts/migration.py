"""Writes the next migration from the difference between the models and the history: `make migration NAME=timers`."""

import asyncio
import sys
import tempfile
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.migrate import MIGRATIONS, known_versions, migrate


def write(connection: Connection, name: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    config.attributes["connection"] = connection
    next_id = f"{int(known_versions()[-1]) + 1:04}"
    command.revision(config, message=name, rev_id=next_id, autogenerate=True)


async def main(name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite+aiosqlite:///{Path(folder) / 'latest.db'}", MemoryBus().publish)
        await migrate(database.engine)
        async with database.engine.begin() as connection:
            await connection.run_sync(write, name)
        await database.close()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: make migration NAME=timers")
    asyncio.run(main(sys.argv[1]))
