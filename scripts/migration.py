"""Writes the next migration from the difference between the models and the history: `make migration NAME=timers`."""

import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import Script
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
    written = command.revision(config, message=name, rev_id=next_id, autogenerate=True)
    assert isinstance(written, Script)
    # As the linters want it.
    for work in (["format", "--quiet"], ["check", "--fix", "--quiet"]):
        subprocess.run([sys.executable, "-m", "ruff", *work, written.path], check=True)


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
