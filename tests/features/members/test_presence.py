"""A member is present while any of their screens of the channel is connected, to this process or to another."""

from uuid import UUID

import msgspec
import pytest
from msgspec.structs import replace

from greenroom.accounts.access.rules import Role
from greenroom.accounts.topics import PRESENCE
from greenroom.features.presence.presence import SILENCE_SECONDS, Presence, Report
from greenroom.kernel.ids import new_id
from greenroom.kernel.live.hub import Hub
from support.greenroom_server import ApiClient, GreenroomServer, LiveSocket
from support.intervals import Interval, SharedBus
from support.members import change_level, members_of, remove
from support.waiting import wait_until


async def until_presence_changes(socket: LiveSocket) -> None:
    while (await socket.receive()).get("events") != [{"type": "presence"}]:
        pass


async def present(client: ApiClient, channel_id: str) -> list[str]:
    return [one["display_name"] for one in await client.get(f"/channels/{channel_id}/presence")]


@pytest.mark.rows("P7")
async def test_member_is_present_while_any_of_their_screens_is_open(
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
async def test_time_of_a_members_last_visit_is_stored_and_a_removed_member_is_not_present(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    async with owner.socket("/live") as watching, mod.socket("/live") as mod_socket:
        await watching.subscribe(channel_id, "presence")
        await mod_socket.subscribe(channel_id, "chat")
        await until_presence_changes(watching)
        await change_level(owner, channel_id, mod, Role.EDITOR)

        async def is_stored() -> bool:
            return (await members_of(owner, channel_id))["Odalys_"]["last_seen_at"] is not None

        await wait_until(is_stored)
        await remove(owner, channel_id, mod)
        await until_presence_changes(watching)
        assert await present(owner, channel_id) == ["JunoPlays"]


class ProcessPresence:
    """The presence of this process, with reports of another process on the same bus."""

    def __init__(self, greenroom: GreenroomServer) -> None:
        self.now = 0.0
        self.interval = Interval()
        self.bus = SharedBus()
        kernel = replace(greenroom.kernel, bus=self.bus, hub=Hub())
        self.presence = Presence(kernel, self.interval.sleep, lambda: self.now)
        self.reports: list[Report] = []
        self.bus.subscribe(lambda _, payload: self.reports.append(msgspec.json.decode(payload, type=Report)), PRESENCE)

    async def receive_report(self, channels: dict[UUID, set[UUID]], *, is_full: bool, asks: bool = False) -> None:
        report = Report("another process", channels, is_full=is_full, asks=asks)
        await self.bus.publish(PRESENCE, msgspec.json.encode(report))


async def test_members_in_another_process_are_present_until_its_reports_stop(greenroom: GreenroomServer) -> None:
    process, channel_id, user_id = ProcessPresence(greenroom), new_id(), new_id()
    process.presence.start()
    await process.receive_report({channel_id: {user_id}}, is_full=False)
    assert process.presence.online(channel_id) == {user_id}
    process.now = SILENCE_SECONDS
    await process.interval.end()
    assert process.presence.online(channel_id) == {user_id}
    process.now += 0.1
    await process.interval.end()
    assert process.presence.online(channel_id) == set()
    await process.presence.stop()


async def test_full_report_replaces_all_members_of_a_process(greenroom: GreenroomServer) -> None:
    process, old, new, user_id = ProcessPresence(greenroom), new_id(), new_id(), new_id()
    process.presence.start()
    await process.receive_report({old: {user_id}}, is_full=False)
    await process.receive_report({new: {user_id}}, is_full=True)
    assert (process.presence.online(old), process.presence.online(new)) == (set(), {user_id})
    await process.receive_report({new: set()}, is_full=False)
    assert process.presence.online(new) == set()
    await process.presence.stop()


async def test_process_asks_for_reports_at_start_and_sends_its_own_until_the_end(greenroom: GreenroomServer) -> None:
    process = ProcessPresence(greenroom)
    process.presence.start()
    await process.interval.end()
    assert [report.asks for report in process.reports] == [True, False]
    await process.receive_report({}, is_full=True, asks=True)
    await process.interval.end()
    own = [report for report in process.reports if report.process == greenroom.kernel.owner]
    assert len(own) == 4
    await process.presence.stop()
    assert (process.reports[-1].is_full, process.reports[-1].channels) == (True, {})
