"""The migrations run on both databases and end at the tables of the models."""

import asyncio
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from greenroom import tables
from greenroom.app import create_app
from greenroom.feature import Features
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db import database as db
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.migrate import MIGRATIONS, DatabaseProblem, current_version, known_versions, migrate
from greenroom.kernel.services import services_of
from greenroom.settings import Settings

pytestmark = pytest.mark.both_databases


def alembic_config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


# SQLite does not report expression indexes; test_impostors.py and test_watch.py check that they exist.
@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection of expression-based index ix_viewers_channel_login")
@pytest.mark.filterwarnings(
    "ignore:Skipped unsupported reflection of expression-based index ix_channel_providers_provider_name"
)
@pytest.mark.filterwarnings("ignore:autogenerate skipping metadata-specified expression-based index")
async def test_migrated_database_matches_the_models(database: Database) -> None:
    await migrate(database.engine)
    async with database.engine.begin() as connection:
        differences = await connection.run_sync(
            lambda link: compare_metadata(
                MigrationContext.configure(link, opts={"compare_type": True, "include_name": tables.is_described}),
                tables.metadata,
            )
        )
    assert differences == []


def test_every_table_is_declared_by_one_feature(tmp_path: Path) -> None:
    features = services_of(create_app(Settings(data_dir=tmp_path))).get(Features)
    declared = [table for feature in features for table in feature.tables]
    assert len(set(declared)) == len(declared) > 30
    assert set(tables.metadata.tables) == {table.__tablename__ for table in declared}


async def test_downgrade_and_upgrade_end_at_the_latest_version(database: Database) -> None:
    await migrate(database.engine)
    async with database.engine.begin() as connection:
        await connection.run_sync(lambda link: command.downgrade(alembic_config(link), "base"))
        left = await connection.run_sync(lambda link: inspect(link).get_table_names())
    assert left == ["alembic_version"]
    await migrate(database.engine)
    async with database.engine.begin() as connection:
        assert await connection.run_sync(current_version) == known_versions()[-1]


async def test_migrations_that_start_together_all_succeed(database: Database, database_url: str) -> None:
    others = [Database(database_url, MemoryBus().publish) for _ in range(3)]
    await asyncio.gather(*(migrate(one.engine) for one in (database, *others)))
    async with database.engine.begin() as connection:
        assert await connection.run_sync(current_version) == known_versions()[-1]
    for one in others:
        await one.close()


async def test_waiting_for_a_migration_has_a_longer_timeout_than_a_statement(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(db, "BUSY_TIMEOUT_MS", 1)
    all_at_once = [Database(sqlite_url, MemoryBus().publish) for _ in range(4)]
    await asyncio.gather(*(migrate(one.engine) for one in all_at_once))
    async with all_at_once[0].engine.begin() as connection:
        assert await connection.run_sync(current_version) == known_versions()[-1]
    for one in all_at_once:
        await one.close()


async def test_locked_database_file_is_reported(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(db, "BUSY_TIMEOUT_MS", 1)
    monkeypatch.setattr("greenroom.kernel.db.migrate.MAX_WAIT_SECONDS", 0)
    holding, waiting = (Database(sqlite_url, MemoryBus().publish) for _ in range(2))
    async with holding.engine.begin() as connection:
        await connection.execute(text("CREATE TABLE held (id INTEGER)"))
        with pytest.raises(DatabaseProblem, match="database is locked"):
            await migrate(waiting.engine)
    await holding.close()
    await waiting.close()
