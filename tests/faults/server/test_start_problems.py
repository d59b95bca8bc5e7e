"""The message about a start problem says how to solve it, and has no traceback and no secret."""

import contextlib
import ctypes
import os
import shutil
import socket
import sqlite3
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from rehearsal.state import RehearsalState
from support.frozen_clock import FrozenClock
from support.greenroom_server import open_server, server_settings
from support.installation import CommandResult, Installation

SECRET = "hunter2"


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    return Installation(tmp_path, is_preloaded=True)


@pytest.fixture
async def used(
    rehearsal_state: RehearsalState, clock: FrozenClock, installation: Installation, migrated_file: Path
) -> Installation:
    """An installation in which a user has signed in, so that the database contains tokens."""
    shutil.copy(migrated_file, installation.folder)
    async with open_server(server_settings(rehearsal_state, installation.folder), rehearsal_state, clock) as greenroom:
        await greenroom.sign_in()
    return installation


def assert_refused(done: CommandResult, *words: str) -> None:
    assert (done.code, done.is_readable_error) == (1, True), done.output
    assert [word for word in words if word not in done.output] == []
    assert SECRET not in done.output


def test_missing_key_is_reported_with_the_hint_to_restore_or_forget_it(used: Installation) -> None:
    (used.folder / "secret.key").unlink()
    words = ("secret.key is missing", "Restore it from your backup", "`greenroom key forget`")
    assert_refused(used.run("serve"), *words)
    assert not (used.folder / "secret.key").exists()


def test_wrong_key_is_reported_with_the_hint_to_restore_or_forget_the_right_one(used: Installation) -> None:
    (used.folder / "secret.key").write_bytes(Fernet.generate_key())
    words = ("another key than the one in", "Restore that file from your backup", "`greenroom key forget`")
    assert_refused(used.run("serve"), *words)


def test_key_file_without_a_key_is_reported_with_the_hint_to_restore_or_forget_it(used: Installation) -> None:
    (used.folder / "secret.key").write_bytes(b"garbage")
    assert_refused(used.run("serve"), "secret.key", "Restore it from your backup", "`greenroom key forget`")
    assert (used.folder / "secret.key").read_bytes() == b"garbage"


def drop_file_permissions() -> None:
    """Drops the capability by which root ignores the modes of files."""
    if os.geteuid() == 0:
        drop_from_bounding_set, dac_override = 24, 1
        assert ctypes.CDLL(None).prctl(drop_from_bounding_set, dac_override, 0, 0, 0) == 0


def test_read_only_database_is_reported_with_the_hint_to_make_it_writable(used: Installation) -> None:
    paths = [*used.folder.glob("greenroom.db*"), used.folder]
    for path in paths:
        path.chmod(path.stat().st_mode & ~0o222)
    # The capability is lost with the next `exec`, which a preloaded process does not call.
    used.before, used.is_preloaded = drop_file_permissions, False
    done = used.run("serve")
    for path in paths:
        path.chmod(0o700)
    assert_refused(done, "cannot be written", "Make the file and its folder writable")


def test_data_folder_that_cannot_be_created_is_named(installation: Installation) -> None:
    (installation.folder / "file").touch()
    assert_refused(installation.run("serve", GREENROOM_DATA_DIR="file/data"), "file/data cannot be made")


def test_database_of_a_newer_greenroom_is_refused_and_not_changed(used: Installation) -> None:
    with contextlib.closing(sqlite3.connect(used.folder / "greenroom.db", isolation_level=None)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        before = list(database.iterdump())
        assert_refused(used.run("serve"), "version 9999", "Start that newer version again, or restore a backup")
        assert list(database.iterdump()) == before


def test_file_that_is_not_a_database_is_reported_as_damaged(installation: Installation) -> None:
    (installation.folder / "greenroom.db").write_bytes(b"not a database" * 100)
    assert_refused(installation.run("serve"), "is damaged", "Restore it from your backup")
    assert (installation.folder / "greenroom.db").read_bytes() == b"not a database" * 100


def test_port_in_use_is_named(installation: Installation) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = installation.run("serve", "--port", port)
    assert_refused(done, f"Cannot listen on 127.0.0.1:{port}", "Choose another with --port")


def test_unreachable_database_is_reported_without_its_password(installation: Installation) -> None:
    url = f"postgresql://somebody:{SECRET}@127.0.0.1:1/greenroom"
    assert_refused(installation.run("serve", GREENROOM_DATABASE_URL=url), "cannot be reached", "database_url")


def test_unknown_database_is_named(installation: Installation, postgres_url: str) -> None:
    url = postgres_url.replace("/template", "/nowhere")
    assert_refused(installation.run("serve", GREENROOM_DATABASE_URL=url), "nowhere", "does not exist")
