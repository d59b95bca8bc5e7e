"""One history of migrations for both databases, ending where the models are."""

import asyncio

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect

from greenroom import tables
from greenroom.kernel.bus import MemoryBus
from greenroom.kernel.db import Database
from greenroom.kernel.migrate import MIGRATIONS, current_version, known_versions, migrate


def history(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


async def test_migrated_database_is_what_the_models_say(database: Database) -> None:
    await migrate(database.engine)
    async with database.engine.begin() as connection:
        differences = await connection.run_sync(
            lambda link: compare_metadata(
                MigrationContext.configure(link, opts={"compare_type": True, "include_name": tables.is_described}),
                tables.metadata,
            )
        )
    assert differences == []


async def test_going_down_and_up_again_ends_at_the_same_place(database: Database) -> None:
    await migrate(database.engine)
    async with database.engine.begin() as connection:
        await connection.run_sync(lambda link: command.downgrade(history(link), "base"))
        left = await connection.run_sync(lambda link: inspect(link).get_table_names())
    assert left == ["alembic_version"]
    await migrate(database.engine)
    async with database.engine.begin() as connection:
        assert await connection.run_sync(current_version) == known_versions()[-1]


async def test_processes_that_start_together_migrate_once(database: Database, database_url: str) -> None:
    others = [Database(database_url, MemoryBus().publish) for _ in range(3)]
    await asyncio.gather(*(migrate(one.engine) for one in (database, *others)))
    async with database.engine.begin() as connection:
        assert await connection.run_sync(current_version) == known_versions()[-1]
    for one in others:
        await one.close()
