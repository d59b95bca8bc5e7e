"""Connection to one TikTok channel: waits for a stream, then reads its room."""

import asyncio
import random
from collections.abc import Iterable
from datetime import datetime
from typing import NoReturn

from greenroom.accounts.platforms import PlatformFailure, PlatformUnavailable, RateLimited
from greenroom.chat.protocol.events import ChannelUpdated, Connected, Event, StreamOffline, StreamOnline
from greenroom.chat.protocol.platform import Account, Emit
from greenroom.kernel.clock import Clock
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.groups import until_one_fails
from greenroom.platforms.tiktok.pace import Pace, Retries
from greenroom.platforms.tiktok.room.aggregator import RoomAggregator
from greenroom.platforms.tiktok.room.sign_server import SignServer
from greenroom.platforms.tiktok.room.socket import RoomSocket, open_room
from greenroom.platforms.tiktok.room_lookup import Room, RoomLookup
from greenroom.platforms.tiktok.webcast_pb2 import FetchResult

log = get_logger(__name__)

# Key in the adapter state.
FIRST_SEEN = "live"


class StreamEnded(Exception):
    """The stream has ended and its room is closed."""


class TikTokConnection:
    def __init__(
        self,
        account: Account,
        emit: Emit,
        *,
        rooms: RoomLookup,
        sign_server: SignServer,
        clock: Clock,
        pace: Pace,
        aggregator: RoomAggregator,
        retries: Retries,
    ) -> None:
        self._account = account
        self._emit = emit
        self._handle = account.provider_channel_name
        self._rooms = rooms
        self._sign_server = sign_server
        self._clock = clock
        self._pace = pace
        self._aggregator = aggregator
        self._retries = retries
        self._is_offline_emitted = False
        self._title: str | None = None

    async def run(self) -> NoReturn:
        await self._retries.wait(self._account.pause)
        try:
            while True:
                await self._read_if_live()
                await asyncio.sleep(_with_jitter(self._pace.poll_seconds, self._pace.poll_spread_seconds))
        except (PlatformUnavailable, RateLimited):
            self._retries.record_failure()
            raise

    async def _read_if_live(self) -> None:
        requested_at = self._clock()
        room = await self._rooms.live_state(self._handle)
        # The lookup lags behind: it may report an ended stream as live.
        if room.is_live and room.room_id is not None and await self._rooms.is_alive(room.room_id):
            await self._read_room(room, room.room_id, requested_at)
        else:
            await self._emit_offline(requested_at)
        self._retries.record_success()

    async def _emit_offline(self, as_of: datetime) -> None:
        """Emits StreamOffline and Connected, unless already emitted since the last stream."""
        if self._is_offline_emitted:
            return
        self._is_offline_emitted = True
        await self._emit(StreamOffline(as_of=as_of, received_at=self._clock()))
        await self._emit(Connected())

    async def _read_room(self, room: Room, room_id: str, requested_at: datetime) -> None:
        """Reads the room until its stream is over; raises if the socket fails."""
        ticket = await self._sign_server.ticket(room_id)
        socket = await open_room(ticket, room_id, self._pace)
        try:
            await socket.enter(ticket.first.cursor)
            await self._emit_online(room, room_id, requested_at)
            await self._read_socket(socket, room_id, ticket.first)
        except StreamEnded:
            await self._emit_all(self._aggregator.end())
            await self._emit_offline(self._clock())
        except PlatformFailure:
            # Flush held-back events before the connection ends.
            await self._emit_all(self._aggregator.end())
            raise
        finally:
            await socket.close()

    async def _read_socket(self, socket: RoomSocket, room_id: str, first: FetchResult) -> None:
        # `first` has the messages from before we joined the room, which the socket does not repeat.
        await self._emit_all(self._aggregator.add(first, self._clock(), is_backlog=True))
        await until_one_fails(
            self._read_results(socket), socket.send_heartbeats(), self._tick(), self._poll_live_state(room_id)
        )

    async def _emit_online(self, room: Room, room_id: str, requested_at: datetime) -> None:
        self._is_offline_emitted = False
        started_at = room.started_at or await self._first_seen(room_id, requested_at)
        await self._emit(StreamOnline(room_id, started_at, requested_at))
        if room.title is not None and room.title != self._title:
            self._title = room.title
            await self._emit(ChannelUpdated(room.title, "", requested_at))
        await self._emit(Connected())

    async def _first_seen(self, room_id: str, now: datetime) -> datetime:
        """Time when this stream was first seen, used when TikTok does not report its start."""
        known, _, since = (await self._account.adapter_state.get(FIRST_SEEN) or "").partition(" ")
        if known == room_id:
            return datetime.fromisoformat(since)
        await self._account.adapter_state.put(FIRST_SEEN, f"{room_id} {now.isoformat()}")
        return now

    async def _read_results(self, socket: RoomSocket) -> None:
        async for result in socket.results():
            await self._emit_all(self._aggregator.add(result, self._clock()))

    async def _tick(self) -> NoReturn:
        stable_after = asyncio.get_running_loop().time() + self._pace.stable_seconds
        while True:
            await asyncio.sleep(self._pace.tick_seconds)
            await self._emit_all(self._aggregator.tick(self._clock()))
            if asyncio.get_running_loop().time() >= stable_after:
                self._retries.record_success()

    async def _poll_live_state(self, room_id: str) -> NoReturn:
        """Polls the live state; raises StreamEnded when the stream is over, which the socket does not always report."""
        while True:
            await asyncio.sleep(_with_jitter(self._pace.alive_seconds, self._pace.poll_spread_seconds))
            try:
                is_alive = await self._rooms.is_alive(room_id)
            except (PlatformUnavailable, RateLimited) as error:
                # A failed check must not close a working socket.
                log.warning("tiktok_check_failed", handle=self._handle, error=str(error))
            else:
                if not is_alive:
                    raise StreamEnded

    async def _emit_all(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, StreamOffline):
                raise StreamEnded
            await self._emit(event)


def _with_jitter(seconds: float, spread: float) -> float:
    return seconds + random.uniform(0.0, spread)  # noqa: S311  # jitter, not a secret
