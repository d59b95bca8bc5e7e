"""The commands `key`, `operator`, `openapi`, `doctor` and `--version`; settings from the file and the environment."""

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from greenroom import __version__
from rehearsal.state import RehearsalState
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, open_server, server_settings
from support.installation import Installation


@pytest.fixture
def installation(tmp_path: Path, migrated_file: Path) -> Installation:
    """An installation whose database is migrated already, which makes each start a second faster."""
    shutil.copy(migrated_file, tmp_path)
    return Installation(tmp_path, is_preloaded=True)


def decrypted_tokens(greenroom: GreenroomServer, rows: list[dict[str, str]]) -> list[str]:
    return [greenroom.kernel.vault.decrypt(row["locked_access_token"]) for row in rows]


TOKENS = "SELECT locked_access_token FROM credentials ORDER BY id"


async def test_first_start_creates_a_key_that_only_its_owner_can_read(tmp_path: Path) -> None:
    installation = Installation(tmp_path)
    async with installation.serving():
        mode = (installation.folder / "secret.key").stat().st_mode
    assert oct(mode & 0o777) == "0o600"


async def test_every_token_can_be_decrypted_after_a_key_rotation(
    installation: Installation, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    settings = server_settings(rehearsal_state, installation.folder)
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        for login in ("junoplays", "odalys_"):
            await greenroom.sign_in(login)
        old, before = (
            (installation.folder / "secret.key").read_bytes(),
            decrypted_tokens(greenroom, await greenroom.rows(TOKENS)),
        )
    done = installation.run("key", "rotate")
    new = (installation.folder / "secret.key").read_bytes()
    assert (done.code, "2 accounts" in done.output, old.strip() in new) == (0, True, False)
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        assert decrypted_tokens(greenroom, await greenroom.rows(TOKENS)) == before


async def test_key_rotated_while_the_server_runs_loses_no_token(
    installation: Installation, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    async with open_server(server_settings(rehearsal_state, installation.folder), rehearsal_state, clock) as greenroom:
        juno = await greenroom.sign_in("junoplays")
        done = await asyncio.to_thread(installation.run, "key", "rotate")
        assert done.code == 0
        await greenroom.sign_in("odalys_")
        (provider,) = await juno.get("/user/providers")
        await juno.ask("DELETE", f"/user/providers/{provider['id']}")
        await greenroom.wait_for_event("token_revoked", login="junoplays")
    async with open_server(server_settings(rehearsal_state, installation.folder), rehearsal_state, clock) as greenroom:
        assert len(decrypted_tokens(greenroom, await greenroom.rows(TOKENS))) == 1


async def test_forgetting_a_lost_key_keeps_the_accounts_and_asks_to_reconnect(
    installation: Installation, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    settings = server_settings(rehearsal_state, installation.folder)
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        channel_id = await (juno := await greenroom.sign_in()).create_channel()
        await juno.connect("junoplays", channel_id=channel_id)
    (installation.folder / "secret.key").unlink()
    done = installation.run("key", "forget")
    assert (done.code, "2 accounts" in done.output) == (0, True)
    async with open_server(settings, rehearsal_state, clock) as greenroom:
        client = await greenroom.client()
        client.token = juno.token
        (provider,) = await client.get(f"/channels/{channel_id}/providers")
        assert provider["scope_needed"]
        await client.connect("junoplays", channel_id=channel_id)
        (provider,) = await client.get(f"/channels/{channel_id}/providers")
        assert not provider["scope_needed"]


def test_rotating_a_missing_key_is_refused(installation: Installation) -> None:
    done = installation.run("key", "rotate")
    assert (done.code, done.is_readable_error, "to rotate" in done.output) == (1, True, True)


async def test_operator_is_added_listed_and_removed_while_the_server_runs(
    installation: Installation, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    async with open_server(server_settings(rehearsal_state, installation.folder), rehearsal_state, clock) as greenroom:
        await greenroom.sign_in()
        odalys = await greenroom.sign_in("odalys_")
        added = await asyncio.to_thread(installation.run, "operator", "add", "odalys_")
        assert (await odalys.ask("GET", "/admin/channels")).status_code == 200
        listed = await asyncio.to_thread(installation.run, "operator", "list")
        removed = await asyncio.to_thread(installation.run, "operator", "remove", "odalys_")
        assert (await odalys.ask("GET", "/admin/channels")).status_code == 403
    assert (added.code, listed.output, removed.code) == (0, "junoplays\nodalys_\n", 0)


async def test_last_operator_cannot_be_removed(
    installation: Installation, rehearsal_state: RehearsalState, clock: FrozenClock
) -> None:
    async with open_server(server_settings(rehearsal_state, installation.folder), rehearsal_state, clock) as greenroom:
        await greenroom.sign_in_directly("junoplays")
    removed = installation.run("operator", "remove", "junoplays")
    assert (removed.code, removed.is_readable_error, "last operator" in removed.output) == (1, True, True)
    assert installation.run("operator", "list").output == "junoplays\n"


def test_unknown_user_who_should_become_an_operator_is_named(installation: Installation) -> None:
    done = installation.run("operator", "add", "nobody")
    assert (done.code, done.is_readable_error, "'nobody'" in done.output) == (1, True, True)


def test_operator_command_without_a_name_is_refused(installation: Installation) -> None:
    done = installation.run("operator", "add")
    assert (done.code, done.is_readable_error, "the name of a user" in done.output) == (1, True, True)


async def test_settings_are_read_from_the_file_and_the_environment_overrides_them(installation: Installation) -> None:
    lines = ("port = 1", 'host = "localhost"', "[twitch]", 'client_id = "from the file"')
    (installation.folder / "greenroom.toml").write_text("\n".join(lines))
    async with installation.serving() as server:
        host, _, port = server.url.rpartition(":")
        assert (host, port != "1") == ("http://localhost", True)


def test_version_needs_no_settings(tmp_path: Path) -> None:
    done = Installation(tmp_path).run("--version", GREENROOM_PORT="nonsense")
    assert (done.code, done.output) == (0, f"greenroom {__version__}\n")


def test_openapi_command_creates_no_files(tmp_path: Path) -> None:
    installation = Installation(tmp_path, is_preloaded=True)
    done = installation.run("openapi")
    assert json.loads(done.output)["info"]["title"] == "Greenroom"
    assert list(installation.folder.iterdir()) == []


def test_doctor_prints_each_problem_with_its_fix_and_exits_with_an_error(installation: Installation) -> None:
    (installation.folder / "secret.key").write_text("not a key that anyone uses")
    (installation.folder / "secret.key").chmod(0o600)
    unreadable = installation.run("doctor")
    (installation.folder / "secret.key").unlink()
    installation.run("key", "forget")
    healthy = installation.run("doctor")
    (installation.folder / "secret.key").chmod(0o644)
    done = installation.run("doctor")
    assert (unreadable.code, unreadable.is_readable_error) == (1, True)
    assert (healthy.code, "PROBLEM" in healthy.output) == (0, False), healthy.output
    assert (done.code, "PROBLEM  Key file" in done.output, "Fix: Run chmod 600" in done.output) == (1, True, True)
    assert (installation.folder / "secret.key").read_text().strip() not in done.output


def test_doctor_and_backup_create_no_database(tmp_path: Path) -> None:
    for command in ("doctor", "backup"):
        done = Installation(tmp_path, is_preloaded=True).run(command)
        assert (done.code, done.is_readable_error, "no database" in done.output) == (1, True, True)
    assert list(tmp_path.glob("*.db")) == []
