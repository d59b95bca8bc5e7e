"""Runs every command of an imported channel on four platforms and checks the explanations."""

import re
import socket
from collections.abc import Iterable
from typing import Any

import httpx
import pytest

from support import nightbot_channel
from support.commands import CommandChannel
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, Json
from support.moderation import LiveEvents, is_line
from support.tls import TLS
from support.waiting import MAX_WAIT_SECONDS

ARGUMENTS = "Robin snow now please"
READ_ONLY = "TikTok chat is read-only"


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> CommandChannel:
    return CommandChannel(greenroom, owner, channel_id)


@pytest.fixture(autouse=True)
def no_internet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets only local names resolve: some commands fetch URLs of real servers."""
    resolve = socket.getaddrinfo

    def resolve_locally(host: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # the signature of getaddrinfo
        if host not in {"127.0.0.1", "localhost"}:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return resolve(host, *args, **kwargs)

    monkeypatch.setattr(socket, "getaddrinfo", resolve_locally)


@pytest.fixture(autouse=True)
def without_kick_rate_limit(greenroom: GreenroomServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Removes Kick's pause of one second between messages, which would slow the test."""
    kick = next(one for one in greenroom.platforms if one.info.provider == "kick")
    monkeypatch.setattr(vars(kick)["_throttle"], "_gap_seconds", 0.0)


async def import_channel(channel: CommandChannel) -> list[Json]:
    """Imports everything that is supported; returns the commands."""
    await channel.send("DELETE", "/starter-commands")
    review = await channel.send("POST", "/imports/review", source="nightbot", content=nightbot_channel.export())
    rows = [{"kind": row["kind"], "entry": row["entry"]} for row in review.json()["rows"] if row["maps"] != "cannot"]
    assert (await channel.send("POST", "/imports", source="nightbot", rows=rows)).json()["added"] == len(rows)
    return await channel.list_commands(limit=500)


def allowed_viewer(greenroom: GreenroomServer, provider: str, level: int) -> str:
    """Login of a viewer who may use a command of this level."""
    if level >= 500:
        return "junoplays"
    return greenroom.rehearsal_state.world.viewers_on(provider)[7].login if level else "brisket99"


async def run_all(
    channel: CommandChannel, live_events: LiveEvents, commands: list[Json], provider: str
) -> dict[str, Json]:
    """Sends every command in chat, and waits until all have a result; returns the chat line of each by name."""
    names = {f"{one['cmds'][0]} {ARGUMENTS}": one["cmds"][0] for one in commands}
    found: dict[str, Json] = {}
    async with httpx.AsyncClient(
        base_url=channel.greenroom.rehearsal_state.base_url, trust_env=False, verify=TLS, timeout=MAX_WAIT_SECONDS
    ) as control:
        for text, one in zip(names, commands, strict=True):
            message = {
                "login": "junoplays",
                "text": text,
                "viewer": allowed_viewer(channel.greenroom, provider, one["access_level"]),
            }
            assert (await control.post(f"/control/{provider}/say", json=message)).status_code == 200

    def completes(event: Json) -> bool:
        if event["type"] == "line" and event["line"]["provider"] == provider and event["line"]["text"] in names:
            found[names[event["line"]["text"]]] = event["line"]
        return len(found) == len(names)

    await live_events.until(completes)
    await channel.wait_for_all_results()
    return found


async def explain_commands(channel: CommandChannel, lines: dict[str, Json]) -> dict[str, tuple[str, str]]:
    """Explains each line; returns verdict and reason by the name of the command."""
    results: dict[str, tuple[str, str]] = {}
    for name, line in lines.items():
        ((named, *explanation),) = await channel.explain(line)
        assert named == name
        results[name] = (explanation[0], explanation[1])
    return results


async def wait_for_responses(live_events: LiveEvents, provider: str, reasons: Iterable[str]) -> None:
    """Waits until all responses have arrived in the chat of the platform."""
    for reason in reasons:
        answer = re.match("responded “(.+?)”", reason)
        assert answer, reason
        await live_events.until(is_line(answer[1], provider))


async def skip_cooldowns(channel: CommandChannel, clock: FrozenClock) -> None:
    """Disconnects the platform, then moves the clocks on: an open connection would time out when the clock jumps."""
    for connection_id in channel.connections.values():
        await channel.send("DELETE", f"/providers/{connection_id}")
    channel.connections.clear()
    clock.advance(61)
    await channel.greenroom.control("/clock", seconds=61)


@pytest.mark.timeout(120)
@pytest.mark.rows("P6")
async def test_every_command_responds_or_explains_why_not_on_four_platforms(
    channel: CommandChannel, clock: FrozenClock
) -> None:
    commands = await import_channel(channel)
    assert len(commands) == 89
    async with channel.command_events() as live_events:
        for provider in ("twitch", "youtube", "kick"):
            await channel.connect(provider)
            results = await explain_commands(channel, await run_all(channel, live_events, commands, provider))
            failed = {name: reason for name, (verdict, reason) in results.items() if verdict != "acted"}
            # Only commands that fetch a URL fail.
            assert set(failed) == {"!fact", "!followage", "!joke", "!rank", "!song"}, failed
            assert all("$(urlfetch): " in reason and " was not found" in reason for reason in failed.values())
            await wait_for_responses(
                live_events, provider, (results[name][1] for name in results.keys() - failed.keys())
            )
            await skip_cooldowns(channel, clock)
        await channel.connect("tiktok")
        results = await explain_commands(channel, await run_all(channel, live_events, commands, "tiktok"))
        assert all(verdict == "skipped" and READ_ONLY in reason for verdict, reason in results.values()), results
        # A socket with unread events is slow to close.
        await live_events.socket.drain()
