"""The state file keeps refresh tokens and the play commands of the audience over a restart."""

import asyncio
from pathlib import Path

import httpx
from oauth_client import Tokens
from twitch_client import TwitchClient, tokens_in

from rehearsal.server import running
from support.tls import TLS
from support.waiting import MAX_WAIT_SECONDS


async def sign_in_once(file: Path, seed: int = 7) -> Tokens:
    async with (
        running(seed=seed, state_file=file) as rehearsal,
        httpx.AsyncClient(base_url=rehearsal.base_url, verify=TLS, timeout=MAX_WAIT_SECONDS) as http,
    ):
        return await TwitchClient(rehearsal, http).sign_in("junoplays", "user:read:email")


async def test_after_a_restart_the_refresh_token_still_works_and_the_access_token_does_not(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "state.json"
    before = await sign_in_once(file)
    async with (
        running(state_file=file) as rehearsal,
        httpx.AsyncClient(base_url=rehearsal.base_url, verify=TLS, timeout=MAX_WAIT_SECONDS) as http,
    ):
        twitch = TwitchClient(rehearsal, http)
        assert (await twitch.validate(before.access)).status_code == 401
        renewed = tokens_in(await twitch.refresh(before.refresh))
        assert (await twitch.validate(renewed.access)).json()["scopes"] == ["user:read:email"]


async def test_stored_state_is_ignored_with_another_seed(tmp_path: Path) -> None:
    before = await sign_in_once(tmp_path / "state.json")
    async with (
        running(seed=8, state_file=tmp_path / "state.json") as rehearsal,
        httpx.AsyncClient(base_url=rehearsal.base_url, verify=TLS, timeout=MAX_WAIT_SECONDS) as http,
    ):
        assert (await TwitchClient(rehearsal, http).refresh(before.refresh)).status_code == 400


def test_the_state_file_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    # A temporary file that an interrupted run has left.
    (tmp_path / "state.json.new").touch()
    (tmp_path / "state.json.new").chmod(0o666)
    asyncio.run(sign_in_once(file))
    assert file.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["state.json"]


async def test_play_commands_of_the_audience_are_kept_over_a_restart(tmp_path: Path) -> None:
    async with running(state_file=tmp_path / "state.json") as rehearsal:
        rehearsal.audience.play_commands = ("!roulette 5", "!join")
    async with running(state_file=tmp_path / "state.json") as rehearsal:
        assert rehearsal.audience.play_commands == ("!roulette 5", "!join")
