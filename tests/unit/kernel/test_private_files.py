"""Files with data are readable for their owner alone, whatever the permissions of the folder and the umask."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest

from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.crypto.vault import Vault, add_key
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.migrate import migrate, protect_files


@pytest.fixture(autouse=True)
def open_umask() -> Generator[None]:
    before = os.umask(0o000)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    return {path.name: oct(path.stat().st_mode & 0o777) for path in folder.iterdir()}


def make_readable(folder: Path) -> None:
    for path in folder.iterdir():
        path.chmod(0o664)


async def start(path: Path) -> Database:
    database = Database(f"sqlite+aiosqlite:///{path}", MemoryBus().publish)
    await migrate(database.engine)
    return database


async def test_new_database_and_its_write_ahead_log_are_readable_by_the_owner_alone(tmp_path: Path) -> None:
    database = await start(tmp_path / "greenroom.db")
    found = modes(tmp_path)
    await database.close()
    assert found == dict.fromkeys(("greenroom.db", "greenroom.db-wal", "greenroom.db-shm"), "0o600")


async def test_database_of_an_earlier_version_becomes_readable_by_the_owner_alone(tmp_path: Path) -> None:
    running = await start(tmp_path / "greenroom.db")
    make_readable(tmp_path)
    database = await start(tmp_path / "greenroom.db")
    found = modes(tmp_path)
    await database.close()
    await running.close()
    assert set(found.values()) == {"0o600"}


def test_key_file_becomes_readable_by_the_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "secret.key"
    Vault(path).save()
    path.chmod(0o644)
    Vault(path).save()
    assert modes(tmp_path) == {"secret.key": "0o600"}


def test_new_key_file_is_private_despite_a_left_over_readable_temporary_file(tmp_path: Path) -> None:
    path = tmp_path / "secret.key"
    Vault(path).save()
    left_over = path.with_name(f"{path.name}.{os.getpid()}")
    left_over.touch()
    left_over.chmod(0o666)
    add_key(path)
    assert modes(tmp_path) == {"secret.key": "0o600"}


async def test_read_only_database_stays_read_only(tmp_path: Path) -> None:
    (tmp_path / "greenroom.db").touch(mode=0o444)
    protect_files(tmp_path / "greenroom.db")
    assert modes(tmp_path) == {"greenroom.db": "0o400"}
