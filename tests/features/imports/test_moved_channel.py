"""A channel that has moved here: every command is asked for on four platforms, and what became of it is explained."""

import asyncio
import re
import socket
from collections.abc import Iterable
from typing import Any

import httpx
import pytest

import nightbot_channel
from certificates import TLS
from command_desk import CommandDesk, is_line
from frozen_clock import FrozenClock
from house import PATIENCE_SECONDS, House, Json, Visitor
from house_fixtures import on_one_database
from moderation_desk import Ears

BEHIND = "Robin snow now please"
ONLY_READ = "TikTok can only be read: nothing is said there"


@pytest.fixture
def desk(house: House, owner: Visitor, channel_id: str) -> CommandDesk:
    return CommandDesk(house, owner, channel_id)


@pytest.fixture(autouse=True)
def nobody_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that fetch something name servers of the real internet."""
    look_up = socket.getaddrinfo

    def look_up_here(host: Any, *more: Any, **others: Any) -> Any:  # noqa: ANN401  # as the operating system takes it
        if host not in {"127.0.0.1", "localhost"}:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return look_up(host, *more, **others)

    monkeypatch.setattr(socket, "getaddrinfo", look_up_here)


@pytest.fixture(autouse=True)
def kick_takes_all_at_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told one message a second: so many answers would take longer than anybody has a use for them."""
    kick = next(one for one in house.platforms if one.info.provider == "kick")
    monkeypatch.setattr(vars(kick)["_turns"], "_gap_seconds", 0.0)


async def move(desk: CommandDesk) -> list[Json]:
    """The commands of the channel, once all that can be had is taken over."""
    await desk.send("DELETE", "/starter-commands")
    review = await desk.send("POST", "/imports/review", source="nightbot", content=nightbot_channel.export())
    rows = [{"kind": row["kind"], "entry": row["entry"]} for row in review.json()["rows"] if row["maps"] != "cannot"]
    assert (await desk.send("POST", "/imports", source="nightbot", rows=rows)).json()["added"] == len(rows)
    return await desk.listed(limit=500)


def fitting(house: House, level: int) -> str:
    """Whom the command is for; moderators may what subscribers and VIPs may, and are the same on every platform."""
    if level >= 500:
        return "junoplays"
    return house.stage.world.crowd.viewers[7].login if level else "brisket99"


async def ask_for_all(desk: CommandDesk, ears: Ears, commands: list[Json], provider: str) -> dict[str, Json]:
    """Each name with the line in which it was said, once all of them are answered or not."""
    names = {f"{one['cmds'][0]} {BEHIND}": one["cmds"][0] for one in commands}
    found: dict[str, Json] = {}
    async with httpx.AsyncClient(base_url=desk.house.stage.base_url, trust_env=False, verify=TLS) as control:
        for text, one in zip(names, commands, strict=True):
            scene = {"login": "junoplays", "text": text, "viewer": fitting(desk.house, one["access_level"])}
            assert (await control.post(f"/control/{provider}/say", json=scene)).status_code == 200

    def completes(event: Json) -> bool:
        if event["type"] == "line" and event["line"]["provider"] == provider and event["line"]["text"] in names:
            found[names[event["line"]["text"]]] = event["line"]
        return len(found) == len(names)

    await ears.until(completes)
    async with asyncio.timeout(PATIENCE_SECONDS):
        # Seldom: there are many answers, and whoever looks takes time from them.
        while await desk.house.rows("SELECT 1 FROM command_uses WHERE verdict = 'asked' LIMIT 1"):  # noqa: ASYNC110  # rows do not call
            await asyncio.sleep(0.1)
    return found


async def explained(desk: CommandDesk, lines: dict[str, Json]) -> dict[str, tuple[str, str]]:
    """Of each command the verdict and the reason: there is one of each."""
    told: dict[str, tuple[str, str]] = {}
    for name, line in lines.items():
        ((named, *judged),) = await desk.why(line)
        assert named == name
        told[name] = (judged[0], judged[1])
    return told


async def until_heard(ears: Ears, provider: str, reasons: Iterable[str]) -> None:
    """All that was answered stands in the chat where it was asked for."""
    for reason in reasons:
        answer = re.match("answered “(.+?)”", reason)
        assert answer, reason
        await ears.until(is_line(answer[1], provider))


async def pass_the_time(desk: CommandDesk, clock: FrozenClock) -> None:
    """Until every cooldown is over; no connection would outlive that, since nobody keeps it alive meanwhile."""
    for connection_id in desk.connections.values():
        await desk.send("DELETE", f"/providers/{connection_id}")
    desk.connections.clear()
    clock.advance(61)
    await desk.house.rehearse("/clock", seconds=61)


@on_one_database
@pytest.mark.timeout(120)
@pytest.mark.rows("P6")
async def test_every_command_is_answered_or_says_why_not_on_four_platforms(
    desk: CommandDesk, clock: FrozenClock
) -> None:
    commands = await move(desk)
    assert len(commands) == 89
    async with desk.hearing() as ears:
        for provider in ("twitch", "youtube", "kick"):
            await desk.connect(provider)
            told = await explained(desk, await ask_for_all(desk, ears, commands, provider))
            silent = {name: reason for name, (verdict, reason) in told.items() if verdict != "acted"}
            # Nothing but what a server that is not there would have said.
            assert set(silent) == {"!fact", "!followage", "!joke", "!rank", "!song"}, silent
            assert all("$(urlfetch): There is no server " in reason for reason in silent.values())
            await until_heard(ears, provider, (told[name][1] for name in told.keys() - silent.keys()))
            await pass_the_time(desk, clock)
        await desk.connect("tiktok")
        told = await explained(desk, await ask_for_all(desk, ears, commands, "tiktok"))
        assert all(verdict == "skipped" and ONLY_READ in reason for verdict, reason in told.values()), told
        # A line with much unread is slow to close.
        await ears.line.drain()
