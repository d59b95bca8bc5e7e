"""Schedule of streams: channels go live and end automatically, with a simulated audience."""

import asyncio
import contextlib
from datetime import datetime, timedelta
from random import Random
from typing import TYPE_CHECKING

from rehearsal.simulation.audience import STREAMING
from rehearsal.simulation.world import BOT_LOGIN, AlreadyLive, NotLive, Person

if TYPE_CHECKING:
    from rehearsal.state import Platform, RehearsalState

LIVE_MINUTES = (40, 120)
PAUSE_MINUTES = (4, 15)
# Platforms that report the start of a stream at once.
REPORTING = frozenset({"twitch", "kick"})
# Channels that go live at the start in any case, so that there are channels to raid and to watch.
LIVE_AT_START = frozenset({"odalys_", "pixelharbor", "hanamori"})

# Platform key and login.
ChannelKey = tuple[str, str]


class StreamSchedule:
    """Starts and ends streams on every platform at times given by the seed, except those of the bot and the evening."""

    def __init__(self, rehearsal: "RehearsalState") -> None:
        self._rehearsal = rehearsal
        self._next_changes: dict[ChannelKey, datetime] = {}
        self._running: asyncio.Task[None] | None = None
        self._random = Random()  # noqa: S311

    @property
    def is_on(self) -> bool:
        return self._running is not None

    def start(self, *, keeps_evening_channels_offline: bool = False) -> None:
        """Lets all channels except the bot's go live, with an audience.

        With `keeps_evening_channels_offline`, only `LIVE_AT_START` channels go live at first on Twitch and Kick, so
        that an evening of another channel can begin by going live there. On YouTube and TikTok all channels go live,
        because Greenroom may notice the start of a stream there a minute late.
        """
        if self._running is not None:
            return
        self._random = Random(f"season {self._rehearsal.world.seed}")  # noqa: S311  # a world has to be repeatable
        for key in STREAMING:
            self._rehearsal.audience.set_natural(key, on=True)
            for person in self._people():
                if keeps_evening_channels_offline and key in REPORTING and person.login not in LIVE_AT_START:
                    self._schedule_next(self._rehearsal.platforms[key], person, PAUSE_MINUTES)
                else:
                    self._go_live(self._rehearsal.platforms[key], person)
        self._running = asyncio.create_task(self._run(), name="stream-schedule")

    async def stop(self) -> None:
        """Stops the schedule; streams stay as they are."""
        running, self._running = self._running, None
        self._next_changes.clear()
        if running is not None:
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running

    def _people(self) -> list[Person]:
        return [person for person in self._rehearsal.world.people if person.login != BOT_LOGIN]

    async def _run(self) -> None:
        while True:
            channel_key = min(self._next_changes, key=lambda one: self._next_changes[one])
            await self._rehearsal.clock.sleep_until(self._next_changes[channel_key])
            platform, person = self._rehearsal.platforms[channel_key[0]], self._rehearsal.world.person(channel_key[1])
            if person is self._rehearsal.evening.person:
                # The evening decides when this channel is live.
                self._schedule_next(platform, person, LIVE_MINUTES)
            elif self._rehearsal.world.channel(platform.key, person).stream is None:
                self._go_live(platform, person)
            else:
                self._end(platform, person)

    def _go_live(self, platform: "Platform", person: Person) -> None:
        # A control call may have started the stream already.
        with contextlib.suppress(AlreadyLive):
            platform.go_live(person)
        self._schedule_next(platform, person, LIVE_MINUTES)

    def _end(self, platform: "Platform", person: Person) -> None:
        with contextlib.suppress(NotLive):
            platform.end(person)
        self._schedule_next(platform, person, PAUSE_MINUTES)

    def _schedule_next(self, platform: "Platform", person: Person, minutes: tuple[int, int]) -> None:
        wait = timedelta(minutes=self._random.uniform(*minutes))
        self._next_changes[platform.key, person.login] = self._rehearsal.clock.now() + wait
