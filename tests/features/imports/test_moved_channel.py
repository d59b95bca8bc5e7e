"""A channel that has moved here: every command is asked for on four platforms, and what became of it is explained."""

import asyncio
import re
import socket
from collections.abc import Iterable
from typing import Any

import httpx
import pytest

from support import nightbot_channel
from support.commands import CommandEditor, is_line
from support.frozen_clock import FrozenClock
from support.greenroom_server import PATIENCE_SECONDS, ApiClient, GreenroomServer, Json
from support.moderation import LiveEvents
from support.server_fixtures import on_one_database
from support.tls import TLS

BEHIND = "Robin snow now please"
ONLY_READ = "TikTok can only be read: nothing is said there"


@pytest.fixture
def editor(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> CommandEditor:
    return CommandEditor(greenroom, owner, channel_id)


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
def kick_takes_all_at_once(greenroom: GreenroomServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told one message a second: so many answers would take longer than anybody has a use for them."""
    kick = next(one for one in greenroom.platforms if one.info.provider == "kick")
    monkeypatch.setattr(vars(kick)["_turns"], "_gap_seconds", 0.0)


async def move(editor: CommandEditor) -> list[Json]:
    """The commands of the channel, once all that can be had is taken over."""
    await editor.send("DELETE", "/starter-commands")
    review = await editor.send("POST", "/imports/review", source="nightbot", content=nightbot_channel.export())
    rows = [{"kind": row["kind"], "entry": row["entry"]} for row in review.json()["rows"] if row["maps"] != "cannot"]
    assert (await editor.send("POST", "/imports", source="nightbot", rows=rows)).json()["added"] == len(rows)
    return await editor.listed(limit=500)


def fitting(greenroom: GreenroomServer, level: int) -> str:
    """Whom the command is for; moderators may what subscribers and VIPs may, and are the same on every platform."""
    if level >= 500:
        return "junoplays"
    return greenroom.stage.world.crowd.viewers[7].login if level else "brisket99"


async def ask_for_all(
    editor: CommandEditor, live_events: LiveEvents, commands: list[Json], provider: str
) -> dict[str, Json]:
    """Each name with the line in which it was said, once all of them are answered or not."""
    names = {f"{one['cmds'][0]} {BEHIND}": one["cmds"][0] for one in commands}
    found: dict[str, Json] = {}
    async with httpx.AsyncClient(base_url=editor.greenroom.stage.base_url, trust_env=False, verify=TLS) as control:
        for text, one in zip(names, commands, strict=True):
            scene = {"login": "junoplays", "text": text, "viewer": fitting(editor.greenroom, one["access_level"])}
            assert (await control.post(f"/control/{provider}/say", json=scene)).status_code == 200

    def completes(event: Json) -> bool:
        if event["type"] == "line" and event["line"]["provider"] == provider and event["line"]["text"] in names:
            found[names[event["line"]["text"]]] = event["line"]
        return len(found) == len(names)

    await live_events.until(completes)
    async with asyncio.timeout(PATIENCE_SECONDS):
        # Seldom: there are many answers, and whoever looks takes time from them.
        while await editor.greenroom.rows("SELECT 1 FROM command_uses WHERE verdict = 'asked' LIMIT 1"):  # noqa: ASYNC110  # rows do not call
            await asyncio.sleep(0.1)
    return found


async def explained(editor: CommandEditor, lines: dict[str, Json]) -> dict[str, tuple[str, str]]:
    """Of each command the verdict and the reason: there is one of each."""
    told: dict[str, tuple[str, str]] = {}
    for name, line in lines.items():
        ((named, *judged),) = await editor.why(line)
        assert named == name
        told[name] = (judged[0], judged[1])
    return told


async def until_heard(live_events: LiveEvents, provider: str, reasons: Iterable[str]) -> None:
    """All that was answered stands in the chat where it was asked for."""
    for reason in reasons:
        answer = re.match("answered “(.+?)”", reason)
        assert answer, reason
        await live_events.until(is_line(answer[1], provider))


async def pass_the_time(editor: CommandEditor, clock: FrozenClock) -> None:
    """Until every cooldown is over; no connection would outlive that, since nobody keeps it alive meanwhile."""
    for connection_id in editor.connections.values():
        await editor.send("DELETE", f"/providers/{connection_id}")
    editor.connections.clear()
    clock.advance(61)
    await editor.greenroom.control("/clock", seconds=61)


@on_one_database
@pytest.mark.timeout(120)
@pytest.mark.rows("P6")
async def test_every_command_is_answered_or_says_why_not_on_four_platforms(
    editor: CommandEditor, clock: FrozenClock
) -> None:
    commands = await move(editor)
    assert len(commands) == 89
    async with editor.hearing() as live_events:
        for provider in ("twitch", "youtube", "kick"):
            await editor.connect(provider)
            told = await explained(editor, await ask_for_all(editor, live_events, commands, provider))
            silent = {name: reason for name, (verdict, reason) in told.items() if verdict != "acted"}
            # Nothing but what a server that is not there would have said.
            assert set(silent) == {"!fact", "!followage", "!joke", "!rank", "!song"}, silent
            assert all("$(urlfetch): There is no server " in reason for reason in silent.values())
            await until_heard(live_events, provider, (told[name][1] for name in told.keys() - silent.keys()))
            await pass_the_time(editor, clock)
        await editor.connect("tiktok")
        told = await explained(editor, await ask_for_all(editor, live_events, commands, "tiktok"))
        assert all(verdict == "skipped" and ONLY_READ in reason for verdict, reason in told.values()), told
        # A line with much unread is slow to close.
        await live_events.line.drain()
