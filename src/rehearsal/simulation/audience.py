"""Simulated audience of live channels: at a fixed rate, or at the natural pace of a chat with moods."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import cycle
from typing import TYPE_CHECKING

from rehearsal.control.events import Event
from rehearsal.simulation.actions import ActionRefused, GiftSubs, Pay, Raid, Say, ViewerAction
from rehearsal.simulation.plays import ENTER_SECONDS, Plays
from rehearsal.simulation.talk.action_generator import ActionGenerator
from rehearsal.simulation.talk.moods import EFFECTS, Mood
from rehearsal.simulation.talk.pace import Pace
from rehearsal.simulation.viewer_count import STEP_SECONDS, ViewerCount
from rehearsal.simulation.world import Channel

if TYPE_CHECKING:
    from rehearsal.state import RehearsalState

STREAMING = ("twitch", "youtube", "kick", "tiktok")
MAX_RATE = 5_000
TICK_SECONDS = 0.02
# Maximum time that a late tick catches up on.
CATCH_UP_SECONDS = 0.5
# At a fixed rate, one event is recorded for this many actions.
ACTIONS_PER_EVENT = 100
# This many bans within this time are a ban wave, which changes the mood of the chat.
BAN_WAVE_BANS = 3
BAN_WAVE_SECONDS = 15
# Gifts and payments below these values do not change the mood.
MIN_MOOD_GIFTS = 5
MIN_MOOD_PAYMENT = 500
# Events of messages that Greenroom sent.
SENT_EVENTS = frozenset({"chat_sent", "message_sent"})


@dataclass(slots=True)
class ChannelAudience:
    """The audience of one channel on one platform."""

    generator: ActionGenerator
    pace: Pace
    viewers: ViewerCount
    plays: Plays
    mood: Mood = Mood.CALM
    mood_until: datetime | None = None
    # Time of the event loop at which the next message is due.
    next_message_at: float = 0.0
    # Time of the event loop at which the number of viewers changes next.
    next_count_at: float = 0.0
    has_written: bool = False
    bans: deque[datetime] = field(default_factory=lambda: deque[datetime](maxlen=BAN_WAVE_BANS))


class Audience:
    """Performs generated actions in the live channels of each platform that has a rate or the natural pace."""

    def __init__(self, rehearsal: "RehearsalState") -> None:
        self._rehearsal = rehearsal
        # Actions per second in all live channels of a platform together.
        self.rates: dict[str, float] = {}
        # Platforms whose live channels have an audience at its natural pace.
        self.natural: set[str] = set()
        # Commands that viewers write now and then, such as `!roulette 50`.
        self.play_commands: tuple[str, ...] = ()
        # Lines that viewers of a platform write instead of generated ones.
        self._lines: dict[str, Iterator[str]] = {}
        # Fraction of an action that is left over from the last tick, by platform.
        self._remainders: dict[str, float] = {}
        # Index of the last action on each platform at a fixed rate.
        self.last_actions: dict[str, int] = {}
        self._channels: dict[tuple[str, str], ChannelAudience] = {}
        self._task: asyncio.Task[None] | None = None
        rehearsal.events.observers.append(self._on_event)

    def set_rate(self, platform: str, per_second: float) -> None:
        self.rates[platform] = per_second
        self._start_if_needed()

    def set_lines(self, platform: str, lines: Sequence[str]) -> None:
        """Sets the lines that viewers write in turn; without lines they write generated ones again."""
        self._lines[platform] = cycle(lines)

    def set_natural(self, platform: str, *, on: bool) -> None:
        """Switches the natural pace on or off: viewers write as in a real chat, and their number changes."""
        if on:
            self.natural.add(platform)
        else:
            self.natural.discard(platform)
        self._start_if_needed()

    def set_mood(self, platform: str, login: str, mood: Mood) -> None:
        channel = self.channel(platform, login)
        channel.mood = mood
        channel.mood_until = self._rehearsal.clock.after(EFFECTS[mood].seconds)
        # The chat reacts at once.
        channel.next_message_at = 0.0

    def mood_of(self, platform: str, login: str) -> Mood:
        channel = self.channel(platform, login)
        if channel.mood_until is not None and self._rehearsal.clock.now() >= channel.mood_until:
            channel.mood, channel.mood_until = Mood.CALM, None
        return channel.mood

    def after_action(self, platform: str, login: str, action: ViewerAction) -> None:
        """Changes the number of viewers after a raid, and the mood after a raid, a large gift or a large payment."""
        match action:
            case Raid(_, viewers):
                self._show_viewers(platform, login, self.channel(platform, login).viewers.raid(viewers))
                self.set_mood(platform, login, Mood.RAID)
            case GiftSubs() if action.count >= MIN_MOOD_GIFTS:
                self.set_mood(platform, login, Mood.GENEROUS)
            case Pay() if action.amount >= MIN_MOOD_PAYMENT:
                self.set_mood(platform, login, Mood.GENEROUS)
            case _:
                pass

    def channel(self, platform: str, login: str) -> ChannelAudience:
        """The audience of the channel, created on first access."""
        found = self._channels.get((platform, login))
        if found is None:
            found = self._channels[platform, login] = self._open(platform, login)
        return found

    async def stop(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def reset(self) -> None:
        self.rates.clear()
        self.natural.clear()
        self.play_commands = ()
        self._lines.clear()
        self._remainders.clear()
        self.last_actions.clear()
        self._channels.clear()

    def _open(self, platform: str, login: str) -> ChannelAudience:
        world = self._rehearsal.world
        person = world.person(login)
        generator = ActionGenerator(world, platform, person)
        # Pace and viewer count have their own seed: how fast time passes must not change what viewers say.
        seed = f"pace {world.seed} {platform} {login}"
        viewers = ViewerCount(seed, world.channel(platform, person).audience)
        plays = Plays(f"plays {world.seed} {platform} {login}", world.viewers_on(platform))
        return ChannelAudience(generator, Pace(seed, platform), viewers, plays)

    def _start_if_needed(self) -> None:
        if self._task is None and self._is_on:
            self._task = asyncio.create_task(self._run(), name="audience")

    @property
    def _is_on(self) -> bool:
        return bool(self.natural) or any(self.rates.values())

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        last = loop.time()
        while self._is_on:
            await asyncio.sleep(TICK_SECONDS)
            now = loop.time()
            elapsed, last = min(now - last, CATCH_UP_SECONDS), now
            for platform, rate in list(self.rates.items()):
                self._tick(platform, rate * elapsed)
            for platform in STREAMING:
                if platform in self.natural:
                    self._tick_naturally(platform, now)
        self._task = None

    def _tick(self, platform: str, due: float) -> None:
        live = self._live(platform)
        total = self._remainders.get(platform, 0.0) + due
        self._remainders[platform] = total % 1 if live else 0.0
        for _ in range(int(total) if live else 0):
            index = self.last_actions[platform] = self.last_actions.get(platform, -1) + 1
            self.perform_next(platform, live[index % len(live)].person.login)
            if (index + 1) % ACTIONS_PER_EVENT == 0:
                self._rehearsal.events.record("audience_played", platform=platform, scenes=index + 1)

    def _tick_naturally(self, platform: str, now: float) -> None:
        for live in self._live(platform):
            login = live.person.login
            channel = self.channel(platform, login)
            if now >= channel.next_message_at:
                self._write_naturally(platform, login, channel)
                mood = self.mood_of(platform, login)
                channel.next_message_at = now + channel.pace.next_gap(mood, is_wave=channel.generator.has_wave)
            if now >= channel.next_count_at:
                self._show_viewers(platform, login, channel.viewers.step())
                channel.next_count_at = now + STEP_SECONDS

    def _write_naturally(self, platform: str, login: str, channel: ChannelAudience) -> None:
        self.perform_next(platform, login)
        if not channel.has_written:
            channel.has_written = True
            self._rehearsal.events.record("audience_arrived", platform=platform, login=login)

    def _live(self, platform: str) -> list[Channel]:
        return [channel for channel in self._rehearsal.world.channels(platform) if channel.stream is not None]

    def perform_next(self, platform: str, login: str) -> None:
        """Performs the next action of the channel's audience."""
        generator = self.channel(platform, login).generator
        action = generator.next_action(self.mood_of(platform, login))
        if isinstance(action, Say) and platform in self._lines:
            action = replace(action, text=next(self._lines[platform], action.text))
        try:
            facts = self._rehearsal.platforms[platform].perform(login, action)
        except ActionRefused:
            facts = None
        if isinstance(action, Say):
            self.channel(platform, login).plays.add_writer(action.viewer)
            message_id = facts and facts.get("message_id")
            generator.talk.sent(action, message_id if isinstance(message_id, str) else None)
        elif facts is not None:
            self.after_action(platform, login, action)
        self._play(platform, login)

    def _play(self, platform: str, login: str) -> None:
        play = self.channel(platform, login).plays.next(self.play_commands, self._rehearsal.clock.now())
        if play is not None:
            with contextlib.suppress(ActionRefused):
                self._rehearsal.platforms[platform].perform(login, play)

    def _show_viewers(self, platform: str, login: str, count: int) -> None:
        self._rehearsal.platforms[platform].show_viewers(self._rehearsal.world.person(login), count)

    def _on_event(self, event: Event) -> None:
        """Changes the mood when a stream starts and at a ban wave; reads giveaway keywords in Greenroom's messages."""
        platform, login = event.facts.get("platform", "twitch"), event.facts.get("login")
        if not isinstance(platform, str) or not isinstance(login, str) or platform not in STREAMING:
            return
        if event.event == "went_live":
            self._begin_stream(platform, login)
        elif event.event == "banned":
            self._count_ban(platform, login)
        elif event.event in SENT_EVENTS:
            text, until = event.facts.get("text"), self._rehearsal.clock.after(ENTER_SECONDS)
            self.channel(platform, login).plays.read_message(str(text), until)

    def _begin_stream(self, platform: str, login: str) -> None:
        self.set_mood(platform, login, Mood.ARRIVING)
        if platform in self.natural:
            self._show_viewers(platform, login, self.channel(platform, login).viewers.begin())

    def _count_ban(self, platform: str, login: str) -> None:
        channel, now = self.channel(platform, login), self._rehearsal.clock.now()
        channel.bans.append(now)
        if len(channel.bans) == BAN_WAVE_BANS and now - channel.bans[0] < timedelta(seconds=BAN_WAVE_SECONDS):
            self.set_mood(platform, login, Mood.BANS)
