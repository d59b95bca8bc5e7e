"""Repeated checks end the access of open sockets if a change of access was not announced on the bus."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from uuid import UUID

from msgspec.structs import replace
from sqlalchemy import delete, update

from greenroom.accounts.access.rules import Role
from greenroom.accounts.models.channels import Channel, ChannelUser
from greenroom.accounts.models.sessions import Session
from greenroom.accounts.sessions.service import Unauthenticated
from greenroom.features.watch.access_rechecks import (
    OUTAGE_CHECK_SECONDS,
    PUBLIC_CHECK_SECONDS,
    STAFF_CHECK_SECONDS,
    AccessRechecks,
)
from greenroom.kernel.bus.bus import BusHealth, MemoryBus
from support.greenroom_server import GreenroomServer
from support.sql_statements import observe_statements, statements
from support.waiting import MAX_WAIT_SECONDS


class BusWithOutages(MemoryBus):
    """The bus of one of several processes, with the health that the test sets."""

    is_shared = True
    is_healthy = True

    def health(self) -> BusHealth:
        return BusHealth(ok=self.is_healthy, detail="")


class Intervals:
    """Intervals between checks; each lasts until the test ends it."""

    def __init__(self) -> None:
        self._begun = {
            seconds: asyncio.Queue[asyncio.Event]()
            for seconds in (OUTAGE_CHECK_SECONDS, PUBLIC_CHECK_SECONDS, STAFF_CHECK_SECONDS)
        }
        self._current: dict[float, asyncio.Event] = {}

    async def sleep(self, seconds: float) -> None:
        over = asyncio.Event()
        self._begun[seconds].put_nowait(over)
        await over.wait()

    def has_begun(self, seconds: float) -> bool:
        return not self._begun[seconds].empty()

    async def end(self, seconds: float) -> None:
        """Ends the interval, and returns when the check after it is done."""
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            over = self._current.pop(seconds, None) or await self._begun[seconds].get()
            over.set()
            self._current[seconds] = await self._begun[seconds].get()


@contextlib.asynccontextmanager
async def rechecks(greenroom: GreenroomServer, bus: BusWithOutages) -> AsyncGenerator[Intervals]:
    intervals = Intervals()
    access_rechecks = AccessRechecks(replace(greenroom.kernel, bus=bus), intervals.sleep)
    access_rechecks.start()
    yield intervals
    await access_rechecks.stop()


async def make_private_unannounced(greenroom: GreenroomServer, channel_id: str) -> None:
    async with greenroom.kernel.database.write() as session:
        await session.execute(update(Channel).where(Channel.id == UUID(channel_id)).values(is_chat_public=False))


async def remove_moderators_unannounced(greenroom: GreenroomServer) -> None:
    async with greenroom.kernel.database.write() as session:
        await session.execute(delete(ChannelUser).where(ChannelUser.level == Role.MOD))


async def test_public_chat_made_private_unannounced_is_closed_to_viewers_while_the_bus_is_healthy(
    greenroom: GreenroomServer, channel_id: str
) -> None:
    async with (
        (await greenroom.client()).socket("/public-live") as socket,
        rechecks(greenroom, BusWithOutages()) as intervals,
    ):
        await socket.subscribe(channel_id, "public-chat", "public-streams")
        await intervals.end(PUBLIC_CHECK_SECONDS)
        assert await socket.drain() == []
        await make_private_unannounced(greenroom, channel_id)
        await intervals.end(PUBLIC_CHECK_SECONDS)
        assert await socket.receive() == {"type": "denied", "topic": f"{channel_id}:public-chat"}


async def test_public_topic_is_checked_once_for_all_its_viewers(greenroom: GreenroomServer, channel_id: str) -> None:
    viewers = [await greenroom.keep_open((await greenroom.client()).socket("/public-live")) for _ in range(4)]
    for viewer in viewers:
        await viewer.subscribe(channel_id, "public-chat")
    async with rechecks(greenroom, BusWithOutages()) as intervals:
        with statements(greenroom.kernel.database) as executed:
            await intervals.end(PUBLIC_CHECK_SECONDS)
    # The server's own check may run at the same time.
    assert len([one for one in executed if "is_chat_public" in one]) in {1, 2}


async def test_role_lost_unannounced_ends_the_subscription_while_the_bus_is_healthy(
    greenroom: GreenroomServer, channel_id: str
) -> None:
    """The process that removed the role has lost the bus, which this process cannot see."""
    moderator = await greenroom.staff("odalys_", channel_id, Role.MOD)
    async with moderator.socket("/live") as socket, rechecks(greenroom, BusWithOutages()) as intervals:
        await socket.subscribe(channel_id, "chat", "moderation")
        await intervals.end(STAFF_CHECK_SECONDS)
        assert await socket.drain() == []
        await remove_moderators_unannounced(greenroom)
        await intervals.end(STAFF_CHECK_SECONDS)
        denied = [await socket.receive(), await socket.receive()]
        assert denied == [{"type": "denied", "topic": f"{channel_id}:{subject}"} for subject in ("chat", "moderation")]


async def test_session_ended_unannounced_closes_the_socket_while_the_bus_is_healthy(
    greenroom: GreenroomServer, channel_id: str
) -> None:
    moderator = await greenroom.staff("odalys_", channel_id, Role.MOD)
    async with moderator.socket("/live") as socket, rechecks(greenroom, BusWithOutages()) as intervals:
        await socket.subscribe(channel_id, "chat")
        async with greenroom.kernel.database.write() as session:
            await session.execute(delete(Session))
        await intervals.end(STAFF_CHECK_SECONDS)
        assert (await socket.wait_closed())[0] == Unauthenticated.close_code


async def test_topics_of_one_socket_are_checked_with_one_query_per_channel(
    greenroom: GreenroomServer, channel_id: str
) -> None:
    moderator = await greenroom.staff("odalys_", channel_id, Role.MOD)
    async with moderator.socket("/live") as socket, rechecks(greenroom, BusWithOutages()) as intervals:
        await socket.subscribe(channel_id, "chat", "moderation", "providers", "quotes")
        with statements(greenroom.kernel.database) as executed:
            await intervals.end(STAFF_CHECK_SECONDS)
    # The presence of the moderator may be written meanwhile.
    reads = [one for one in executed if one.startswith("SELECT")]
    assert len([one for one in reads if "channel_users" in one]) == 1
    assert len([one for one in reads if "sessions" in one]) == 1


async def test_staff_of_a_single_process_are_not_rechecked(greenroom: GreenroomServer) -> None:
    intervals = Intervals()
    access_rechecks = AccessRechecks(replace(greenroom.kernel, bus=MemoryBus()), intervals.sleep)
    access_rechecks.start()
    await intervals.end(PUBLIC_CHECK_SECONDS)
    await access_rechecks.stop()
    assert intervals.has_begun(OUTAGE_CHECK_SECONDS)
    assert not intervals.has_begun(STAFF_CHECK_SECONDS)


async def test_role_lost_unannounced_during_an_outage_ends_the_subscription(
    greenroom: GreenroomServer, channel_id: str
) -> None:
    bus, moderator = BusWithOutages(), await greenroom.staff("odalys_", channel_id, Role.MOD)
    async with moderator.socket("/live") as socket, rechecks(greenroom, bus) as intervals:
        await socket.subscribe(channel_id, "chat")
        bus.is_healthy = False
        await intervals.end(OUTAGE_CHECK_SECONDS)
        assert await socket.drain() == []
        await remove_moderators_unannounced(greenroom)
        await intervals.end(OUTAGE_CHECK_SECONDS)
        assert await socket.receive() == {"type": "denied", "topic": f"{channel_id}:chat"}


async def test_outage_checks_end_with_one_check_after_the_outage(greenroom: GreenroomServer, channel_id: str) -> None:
    bus, moderator = BusWithOutages(), await greenroom.staff("odalys_", channel_id, Role.MOD)
    user_id = (await moderator.get("/user"))["id"]
    async with moderator.socket("/live") as socket, rechecks(greenroom, bus) as intervals:
        await socket.subscribe(channel_id, "chat")
        bus.is_healthy = False
        await intervals.end(OUTAGE_CHECK_SECONDS)
        await remove_moderators_unannounced(greenroom)
        bus.is_healthy = True
        await intervals.end(OUTAGE_CHECK_SECONDS)
        assert (await socket.receive())["type"] == "denied"
        await greenroom.set_level(channel_id, user_id, Role.MOD)
        await socket.subscribe(channel_id, "chat")
        await remove_moderators_unannounced(greenroom)
        await intervals.end(OUTAGE_CHECK_SECONDS)
        assert await socket.drain() == []


async def test_checks_go_on_after_a_failed_check(greenroom: GreenroomServer, channel_id: str) -> None:
    failed: list[str] = []

    def fail(statement: str, _: object) -> None:
        if "is_chat_public" in statement:
            failed.append(statement)
            raise ConnectionError("the database does not answer")

    async with (
        (await greenroom.client()).socket("/public-live") as socket,
        rechecks(greenroom, BusWithOutages()) as intervals,
    ):
        await socket.subscribe(channel_id, "public-chat")
        await make_private_unannounced(greenroom, channel_id)
        with observe_statements(greenroom.kernel.database, fail):
            await intervals.end(PUBLIC_CHECK_SECONDS)
        assert failed
        await intervals.end(PUBLIC_CHECK_SECONDS)
        assert (await socket.receive())["type"] == "denied"
