"""Backups: the commands `greenroom backup` and `greenroom restore` in separate processes, and `make_backup`."""

import asyncio
import json
import shutil
import sqlite3
import zipfile
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy import select, text

from greenroom.accounts.models.channels import Channel
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.models.users import User
from greenroom.assembly import build_kernel
from greenroom.features.backups.archive import MANIFEST
from greenroom.features.backups.service import make_backup
from greenroom.features.points.ledger.models import PointAccount
from greenroom.kernel.clock import system_clock
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.migrate import known_versions, migrate, upgrade_to
from greenroom.settings import Settings
from greenroom.tables import metadata
from support.frozen_clock import FrozenClock
from support.installation import Installation
from support.servers import PostgresServer

TOKEN = "the-streamer's-token"
CHANNEL = UUID(int=7)


def settings_of(folder: Path, url: str) -> Settings:
    return Settings.model_validate({"data_dir": folder, "database_url": url})


def installation_of(folder: Path, url: str) -> Installation:
    return Installation(folder, {"GREENROOM_DATABASE_URL": url}, is_preloaded=True)


async def close(kernel: Kernel) -> None:
    await kernel.http.close()
    await kernel.database.close()


async def fill(folder: Path, url: str) -> None:
    """Stores a user, a channel, a credential with an encrypted token, and an uploaded picture."""
    kernel = build_kernel(settings_of(folder, url), system_clock)
    kernel.vault.save()
    now = FrozenClock()()
    async with kernel.database.write() as session:
        session.add(User(username="juno", display_name="Jüno \\N 花", avatar_url="", is_operator=True, created_at=now))
        session.add(Channel(id=CHANNEL, display_name="Late\tShift", sort_name="late shift", created_at=now))
        session.add(
            Credential(
                provider="twitch",
                provider_user_id="1",
                login="juno",
                display_name="Juno",
                avatar_url="",
                scopes=["a", "b"],
                locked_access_token=kernel.vault.encrypt(TOKEN),
                is_dead=False,
                created_at=now,
            )
        )
    await close(kernel)
    (folder / "media").mkdir()
    (folder / "media" / "picture.webp").write_bytes(b"\x00picture\xff")


async def all_rows(folder: Path, url: str) -> dict[str, list[str]]:
    """Name of the table → its rows as text; `version` → the version of the schema."""
    kernel = build_kernel(settings_of(folder, url), system_clock)
    found: dict[str, list[str]] = {}
    async with kernel.database.read() as session:
        for table in metadata.sorted_tables:
            found[table.name] = sorted(map(str, (await session.execute(select(table))).all()))
        found["version"] = [str(await session.scalar(text("SELECT version_num FROM alembic_version")))]
    await close(kernel)
    return found


@pytest.fixture
async def filled(database_url: str, tmp_path: Path) -> str:
    """Fills an installation in the test's folder; returns the URL of its database."""
    await fill(tmp_path, database_url)
    return database_url


@pytest.fixture
async def empty_url(database_kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """URL of another database, which has no tables."""
    if database_kind == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'other' / 'greenroom.db'}"
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return server.url(await server.create())


def other_folder(tmp_path: Path, *, with_key: bool = True) -> Path:
    """Creates the folder of another installation, by default with the same key."""
    folder = tmp_path / "other"
    folder.mkdir(mode=0o700)
    if with_key:
        shutil.copy(tmp_path / "secret.key", folder)
    return folder


async def token_in(folder: Path, url: str) -> str:
    kernel = build_kernel(settings_of(folder, url), system_clock)
    async with kernel.database.read() as session:
        locked = (await session.scalars(select(Credential.locked_access_token))).one()
    await close(kernel)
    return kernel.vault.decrypt(locked)


@pytest.mark.both_databases
async def test_backup_brings_every_row_secret_and_file_to_another_machine(
    filled: str, empty_url: str, tmp_path: Path
) -> None:
    result = installation_of(tmp_path, filled).run("backup", "mine.zip")
    assert (result.code, "is not in it" in result.output) == (0, True)
    assert oct((tmp_path / "mine.zip").stat().st_mode & 0o777) == "0o600"
    folder = other_folder(tmp_path)
    done = installation_of(folder, empty_url).run("restore", str(tmp_path / "mine.zip"))
    assert (done.code, "is back" in done.output) == (0, True), done.output
    assert await all_rows(folder, empty_url) == await all_rows(tmp_path, filled)
    assert await token_in(folder, empty_url) == TOKEN
    assert (folder / "media" / "picture.webp").read_bytes() == b"\x00picture\xff"


def key_in(folder: Path) -> bytes:
    return (folder / "secret.key").read_bytes().strip()


async def test_no_key_and_no_readable_token_is_in_the_backup(filled: str, tmp_path: Path) -> None:
    installation_of(tmp_path, filled).run("backup", "mine.zip")
    unpacked = tmp_path / "unpacked"
    shutil.unpack_archive(tmp_path / "mine.zip", unpacked)
    contents = [path.read_bytes() for path in unpacked.rglob("*") if path.is_file()]
    assert any(b"juno" in content for content in contents)
    assert not any(TOKEN.encode() in content or key_in(tmp_path) in content for content in contents)


async def test_backup_encrypted_with_another_key_is_restored_only_without_its_secrets(
    filled: str, empty_url: str, tmp_path: Path
) -> None:
    installation_of(tmp_path, filled).run("backup", "mine.zip")
    other = installation_of(other_folder(tmp_path, with_key=False), empty_url)
    refused = other.run("restore", str(tmp_path / "mine.zip"))
    assert (refused.code, refused.is_readable_error, "another key" in refused.output) == (1, True, True)
    assert not (other.folder / "greenroom.db").exists()
    done = other.run("restore", str(tmp_path / "mine.zip"), "--without-secrets")
    assert done.code == 0, done.output
    assert await token_in(other.folder, empty_url) == ""
    assert (await all_rows(other.folder, empty_url))["users"] == (await all_rows(tmp_path, filled))["users"]


@pytest.mark.both_databases
async def test_database_with_users_is_replaced_only_on_request(filled: str, tmp_path: Path) -> None:
    installation = installation_of(tmp_path, filled)
    installation.run("backup", "mine.zip")
    before = await all_rows(tmp_path, filled)
    kernel = build_kernel(settings_of(tmp_path, filled), system_clock)
    async with kernel.database.write() as session:
        session.add(Channel(id=UUID(int=8), display_name="New", sort_name="new", created_at=system_clock()))
    await close(kernel)
    refused = installation.run("restore", "mine.zip")
    assert (refused.code, refused.is_readable_error, "--replace" in refused.output) == (1, True, True)
    assert len((await all_rows(tmp_path, filled))["channels"]) == 2
    assert installation.run("restore", "mine.zip", "--replace").code == 0
    assert await all_rows(tmp_path, filled) == before


@pytest.mark.on_postgres
async def test_ids_of_new_rows_continue_after_the_restored_ones(filled: str, tmp_path: Path) -> None:
    async def add_points(viewer: str) -> None:
        kernel = build_kernel(settings_of(tmp_path, filled), system_clock)
        async with kernel.database.write() as session:
            session.add(PointAccount(channel_id=CHANNEL, provider="twitch", viewer_id=viewer, balance=5))
        await close(kernel)

    await add_points("1")
    installation = installation_of(tmp_path, filled)
    installation.run("backup", "mine.zip")
    assert installation.run("restore", "mine.zip", "--replace").code == 0
    await add_points("2")
    assert len((await all_rows(tmp_path, filled))["point_accounts"]) == 2


@pytest.mark.on_postgres
async def test_backup_of_an_older_version_is_brought_up_to_date(
    postgres_server: PostgresServer, filled: str, tmp_path: Path
) -> None:
    old = postgres_server.url(await postgres_server.create())
    kernel = build_kernel(settings_of(tmp_path, old), system_clock)
    async with kernel.database.engine.begin() as connection:
        await connection.run_sync(upgrade_to, known_versions()[-3])
    path = await make_backup(kernel, tmp_path / "old.zip")
    await close(kernel)
    done = installation_of(tmp_path, filled).run("restore", str(path), "--replace")
    assert done.code == 0, done.output
    rows = await all_rows(tmp_path, filled)
    assert (rows["version"], rows["users"]) == ([known_versions()[-1]], [])


@pytest.mark.parametrize("share", [0.0, 0.3, 0.999])
async def test_truncated_backup_is_refused_and_changes_nothing(filled: str, tmp_path: Path, share: float) -> None:
    installation = installation_of(tmp_path, filled)
    installation.run("backup", "mine.zip")
    before, content = await all_rows(tmp_path, filled), (tmp_path / "mine.zip").read_bytes()
    (tmp_path / "mine.zip").write_bytes(content[: int(len(content) * share)])
    refused = installation.run("restore", "mine.zip", "--replace")
    assert (refused.code, refused.is_readable_error) == (1, True), refused.output
    assert await all_rows(tmp_path, filled) == before


async def test_backup_with_one_changed_byte_is_refused(filled: str, tmp_path: Path) -> None:
    installation = installation_of(tmp_path, filled)
    installation.run("backup", "mine.zip")
    content = bytearray((tmp_path / "mine.zip").read_bytes())
    position = content.index(b"\x00picture\xff")
    content[position + 1] ^= 1
    (tmp_path / "mine.zip").write_bytes(content)
    refused = installation.run("restore", "mine.zip", "--replace")
    assert (refused.code, refused.is_readable_error, "damaged" in refused.output) == (1, True, True)


async def test_backup_into_a_folder_creates_a_new_file(filled: str, tmp_path: Path) -> None:
    result = await asyncio.to_thread(installation_of(tmp_path, filled).run, "backup", ".")
    assert result.code == 0, result.output
    assert "The backup is greenroom-" in result.output


def test_restore_of_an_archive_without_a_database_is_refused(tmp_path: Path) -> None:
    manifest = {"app_version": "1", "revision": known_versions()[0], "created_at": "2030-01-02T03:04:05Z"}
    facts: dict[str, object] = {"database": "sqlite", "key_fingerprints": [], "has_media": False}
    with zipfile.ZipFile(tmp_path / "mine.zip", "w") as archive:
        archive.writestr(MANIFEST, json.dumps(manifest | facts))
    refused = Installation(tmp_path, is_preloaded=True).run("restore", "mine.zip")
    assert (refused.code, refused.is_readable_error, "damaged" in refused.output) == (1, True, True), refused.output


def test_restore_of_a_missing_file_or_of_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text(MANIFEST)
    for name in ("notes.txt", "missing.zip"):
        refused = Installation(tmp_path, is_preloaded=True).run("restore", name)
        assert (refused.code, refused.is_readable_error, name in refused.output) == (1, True, True)


@pytest.mark.both_databases
@pytest.mark.parametrize("role", ["worker", "web"])
async def test_restore_beside_a_running_process_is_refused(filled: str, tmp_path: Path, role: str) -> None:
    installation = installation_of(tmp_path, filled)
    async with installation.serving("serve", "--role", role):
        result = await asyncio.to_thread(installation.run, "backup", "mine.zip")
        refused = await asyncio.to_thread(installation.run, "restore", "mine.zip", "--replace")
    assert result.code == 0
    assert (refused.code, refused.is_readable_error, "Stop it first" in refused.output) == (1, True, True)


async def test_backup_made_while_rows_arrive_ends_and_is_consistent(filled: str, tmp_path: Path) -> None:
    kernel = build_kernel(settings_of(tmp_path, filled), system_clock)
    backup = asyncio.create_task(make_backup(kernel, tmp_path / "mine.zip"))
    number = 100
    while not backup.done():
        async with kernel.database.write() as session:
            for _ in range(2):
                number += 1
                now = system_clock()
                session.add(Channel(id=UUID(int=number), display_name="New", sort_name="new", created_at=now))
    await backup
    await close(kernel)
    shutil.unpack_archive(tmp_path / "mine.zip", tmp_path / "unpacked")
    copy = sqlite3.connect(tmp_path / "unpacked" / "database.sqlite")
    stored = copy.execute("SELECT count(*) FROM channels").fetchone()[0]
    intact = copy.execute("PRAGMA integrity_check").fetchone()[0]
    copy.close()
    # One channel existed before, and each transaction adds two, so a consistent copy has an odd number.
    assert (intact, stored % 2) == ("ok", 1)


async def test_restore_fills_a_migrated_database_without_users(tmp_path: Path, filled: str) -> None:
    installation_of(tmp_path, filled).run("backup", "mine.zip")
    folder = other_folder(tmp_path)
    url = f"sqlite+aiosqlite:///{folder / 'greenroom.db'}"
    kernel = build_kernel(settings_of(folder, url), system_clock)
    await migrate(kernel.database.engine)
    await close(kernel)
    assert installation_of(folder, url).run("restore", str(tmp_path / "mine.zip")).code == 0
