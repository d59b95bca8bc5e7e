"""A subathon keeps its end after the server process was killed, and counts each activity once."""

import contextlib
import signal
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from greenroom.features.widgets.models import Countdown
from greenroom.kernel.clock import system_clock
from greenroom.settings import Settings
from rehearsal.state import RehearsalState
from support.greenroom_server import ApiClient, GreenroomServer, Json, LiveSocket, open_server
from support.installation import Installation, RunningServer
from support.row_locks import until_transaction_waits
from support.server_fixtures import shared_loop_fixture


@dataclass
class SubathonChannel:
    """A channel on Twitch whose follows prolong its subathons by a minute."""

    greenroom: GreenroomServer
    owner: ApiClient
    channel_id: str
    installation: Installation
    # Sequence number of the last follow in the event log of the rehearsal.
    seq: int = 0

    async def add_subathon(self, *actions: str) -> Json:
        """Creates a subathon and changes its countdown by actions such as `start`; returns the widget with its key."""
        settings = {"seconds": 3_600, "seconds_per_follow": 60}
        body = {"name": f"Subathon {' '.join(actions)}", "type": "subathon", "settings": settings}
        widget = (await self.owner.ask("POST", f"/channels/{self.channel_id}/widgets", json=body)).json()
        path = f"/channels/{self.channel_id}/widgets/{widget['id']}"
        for action in actions:
            response = await self.owner.ask("POST", f"{path}/countdown", json={"action": action, "seconds": 0})
            assert response.status_code == 200, response.text
        return widget | {"key": (await self.owner.get(f"{path}/key"))["key"]}

    async def follow(self, viewer: str) -> None:
        """Twitch reports a follow of this viewer; a second call repeats the report."""
        event = {
            "broadcaster_user_id": "1000",
            "broadcaster_user_login": "junoplays",
            "broadcaster_user_name": "JunoPlays",
            "user_id": viewer,
            "user_login": viewer,
            "user_name": viewer,
            "followed_at": "2026-01-02T03:04:05.6Z",
        }
        self.seq = await self.greenroom.control("/twitch/event", login="junoplays", type="channel.follow", event=event)

    @contextlib.asynccontextmanager
    async def process(self) -> AsyncGenerator[RunningServer]:
        """A second server on the same database, which reads Twitch and which the test may kill."""
        async with self.installation.serving() as running:
            await self.greenroom.wait_for_event("subscription_created", type="channel.follow", after=str(self.seq))
            yield running

    @contextlib.asynccontextmanager
    async def holding_follow(self, viewer: str) -> AsyncGenerator[None]:
        """Reports a follow that the server process cannot commit before the block ends."""
        async with self.greenroom.kernel.database.write() as session:
            await session.execute(select(Countdown).with_for_update())
            await self.follow(viewer)
            await until_transaction_waits(self.greenroom)
            yield

    async def activity_count(self) -> int:
        return len(await self.greenroom.rows("SELECT id FROM activities"))


@contextlib.asynccontextmanager
async def page_of(running: RunningServer, widget: Json) -> AsyncGenerator[tuple[LiveSocket, Json]]:
    """The page of a widget, and the first countdown that it receives."""
    async with LiveSocket(f"{running.url.replace('http', 'ws')}/api/2/widgets/{widget['id']}/live", []) as page:
        await page.send({"key": widget["key"]})
        yield page, (await page.receive())["state"]["countdown"]


def minute_later(ends_at: str) -> datetime:
    return datetime.fromisoformat(ends_at) + timedelta(minutes=1)


@shared_loop_fixture()
async def channel(
    settings: Settings, rehearsal_state: RehearsalState, tmp_path: Path
) -> AsyncGenerator[SubathonChannel]:
    database = {"GREENROOM_DATABASE_URL": settings.database_url.get_secret_value()}
    installation = Installation(tmp_path, rehearsal_state.environment() | database, is_preloaded=True)
    only_web = settings.model_copy(update={"role": "web"})
    async with open_server(only_web, rehearsal_state, system_clock) as greenroom:
        owner = await greenroom.sign_in()
        channel_id = await owner.create_channel()
        await owner.connect("junoplays", channel_id=channel_id)
        yield SubathonChannel(greenroom, owner, channel_id, installation)


@pytest.mark.both_databases
async def test_subathon_keeps_its_end_or_remaining_time_after_a_kill(channel: SubathonChannel) -> None:
    started, paused = await channel.add_subathon("start"), await channel.add_subathon("start", "stop")
    async with (
        channel.process() as running,
        page_of(running, started) as (page, began),
        page_of(running, paused) as (paused_page, stopped),
    ):
        await channel.follow("ana")
        added, added_in_pause = await page.receive(), await paused_page.receive()
        await running.stop(signal.SIGKILL)
    assert datetime.fromisoformat(added["ends_at"]) == minute_later(began["ends_at"])
    assert added_in_pause["left_ms"] == stopped["left_ms"] + 60_000
    async with (
        channel.process() as running,
        page_of(running, started) as (_, shown),
        page_of(running, paused) as (_, shown_in_pause),
    ):
        assert (shown["is_running"], shown["ends_at"]) == (True, added["ends_at"])
        assert shown_in_pause | {"added_ms": 60_000, "added_by": "ana"} == {**added_in_pause, "ends_at": None}


@pytest.mark.both_databases
async def test_follow_that_a_killed_process_had_not_stored_counts_once_when_repeated(channel: SubathonChannel) -> None:
    subathon = await channel.add_subathon("start")
    async with (
        channel.process() as running,
        page_of(running, subathon) as (_, began),
        channel.holding_follow("ana"),
    ):
        await running.stop(signal.SIGKILL)
    # The follow is neither stored nor counted, so the repeated report of Twitch is new.
    assert await channel.activity_count() == 0
    async with channel.process() as running, page_of(running, subathon) as (page, shown):
        assert shown["ends_at"] == began["ends_at"]
        await channel.follow("ana")
        first = await page.receive()
        await channel.follow("ana")
        await channel.follow("bea")
        second = await page.receive()
    assert datetime.fromisoformat(first["ends_at"]) == minute_later(began["ends_at"])
    assert datetime.fromisoformat(second["ends_at"]) == minute_later(first["ends_at"])
