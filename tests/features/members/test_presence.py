"""Who has a channel open right now, in this process and in others."""

import asyncio
from uuid import UUID

import msgspec
import pytest
from msgspec.structs import replace

from greenroom.kernel.ids import new_id
from greenroom.kernel.live.hub import Hub
from greenroom.tenancy.access.rules import Role
from greenroom.tenancy.presence.presence import SILENCE_SECONDS, Presence, Report
from greenroom.tenancy.topics import PRESENCE
from support.greenroom_server import ApiClient, GreenroomServer, LiveSocket
from support.intervals import Interval, SharedBus
from support.members import change_level, members_of, remove
from support.waiting import MAX_WAIT_SECONDS


async def until_presence_changes(socket: LiveSocket) -> None:
    while (await socket.receive()).get("events") != [{"type": "presence"}]:
        pass


async def present(client: ApiClient, channel_id: str) -> list[str]:
    return [one["display_name"] for one in await client.get(f"/channels/{channel_id}/presence")]


@pytest.mark.rows("P7")
async def test_member_is_present_from_the_first_open_screen_to_the_last(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    async with owner.socket("/live") as watching:
        await watching.subscribe(channel_id, "presence")
        assert await present(owner, channel_id) == ["JunoPlays"]
        async with mod.socket("/live") as first:
            await first.subscribe(channel_id, "chat", "state")
            await until_presence_changes(watching)
            async with mod.socket("/live") as second:
                await second.subscribe(channel_id, "chat")
            assert await present(mod, channel_id) == ["JunoPlays", "Odalys_"]
            assert (await members_of(owner, channel_id))["Odalys_"]["is_online"]
        await until_presence_changes(watching)
        assert await present(owner, channel_id) == ["JunoPlays"]


@pytest.mark.rows("P7")
async def test_removed_member_is_no_longer_present_and_was_last_seen_now(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    async with owner.socket("/live") as watching, mod.socket("/live") as theirs:
        await watching.subscribe(channel_id, "presence")
        await theirs.subscribe(channel_id, "chat")
        await until_presence_changes(watching)
        await change_level(owner, channel_id, mod, Role.EDITOR)
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            while (await members_of(owner, channel_id))["Odalys_"]["last_seen_at"] is None:  # noqa: ASYNC110  # stored after the event
                await asyncio.sleep(0.01)
        await remove(owner, channel_id, mod)
        await until_presence_changes(watching)
        assert await present(owner, channel_id) == ["JunoPlays"]


class Neighbours:
    """This process, and reports of another one on the same bus."""

    def __init__(self, greenroom: GreenroomServer) -> None:
        self.now = 0.0
        self.interval = Interval()
        self.bus = SharedBus()
        kernel = replace(greenroom.kernel, bus=self.bus, hub=Hub())
        self.presence = Presence(kernel, self.interval.sleep, lambda: self.now)
        self.reports: list[Report] = []
        self.bus.subscribe(lambda _, payload: self.reports.append(msgspec.json.decode(payload, type=Report)), PRESENCE)

    async def hear(self, channels: dict[UUID, set[UUID]], *, is_full: bool, asks: bool = False) -> None:
        report = Report("another process", channels, is_full=is_full, asks=asks)
        await self.bus.publish(PRESENCE, msgspec.json.encode(report))


async def test_members_in_another_process_are_present_until_it_falls_silent(greenroom: GreenroomServer) -> None:
    here, channel_id, user_id = Neighbours(greenroom), new_id(), new_id()
    here.presence.start()
    await here.hear({channel_id: {user_id}}, is_full=False)
    assert here.presence.online(channel_id) == {user_id}
    here.now = SILENCE_SECONDS
    await here.interval.end()
    assert here.presence.online(channel_id) == {user_id}
    here.now += 0.1
    await here.interval.end()
    assert here.presence.online(channel_id) == set()
    await here.presence.stop()


async def test_full_report_replaces_what_a_process_had(greenroom: GreenroomServer) -> None:
    here, old, new, user_id = Neighbours(greenroom), new_id(), new_id(), new_id()
    here.presence.start()
    await here.hear({old: {user_id}}, is_full=False)
    await here.hear({new: {user_id}}, is_full=True)
    assert (here.presence.online(old), here.presence.online(new)) == (set(), {user_id})
    await here.hear({new: set()}, is_full=False)
    assert here.presence.online(new) == set()
    await here.presence.stop()


async def test_process_asks_when_it_starts_answers_others_and_says_goodbye(greenroom: GreenroomServer) -> None:
    here = Neighbours(greenroom)
    here.presence.start()
    await here.interval.end()
    assert [report.asks for report in here.reports] == [True, False]
    await here.hear({}, is_full=True, asks=True)
    await here.interval.end()
    own = [report for report in here.reports if report.process == greenroom.kernel.owner]
    assert len(own) == 4
    await here.presence.stop()
    assert (here.reports[-1].is_full, here.reports[-1].channels) == (True, {})
