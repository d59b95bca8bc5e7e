"""Migrated databases that are made once and copied, because migrating takes longer than most tests."""

import asyncio
import shutil
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.migrate import migrate
from support.servers import PostgresServer

__all__ = ["migrated_file", "migrated_template", "postgres_url", "sqlite_url"]


async def _migrate(url: str) -> None:
    database = Database(url, MemoryBus().publish)
    await migrate(database.engine)
    await database.close()


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("migrated") / "greenroom.db"
    asyncio.run(_migrate(f"sqlite+aiosqlite:///{path}"))
    return path


@pytest.fixture(scope="session")
def migrated_template(postgres_server: PostgresServer) -> str:
    name = asyncio.run(postgres_server.create())
    asyncio.run(_migrate(postgres_server.url(name)))
    return name


@pytest.fixture
def sqlite_url(migrated_file: Path, tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{shutil.copy(migrated_file, tmp_path / 'greenroom.db')}"


@pytest.fixture
async def postgres_url(postgres_server: PostgresServer, migrated_template: str) -> AsyncGenerator[str]:
    name = await postgres_server.create(migrated_template)
    yield postgres_server.url(name)
    await postgres_server.drop(name)
