"""A scripted evening of one channel: scenes follow each other automatically, or step by step."""

import asyncio
import contextlib
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from rehearsal.control.events import Event
from rehearsal.simulation import moments
from rehearsal.simulation.audience import STREAMING
from rehearsal.simulation.world import BOT_LOGIN, Person

if TYPE_CHECKING:
    from rehearsal.state import RehearsalState


@dataclass(frozen=True, slots=True)
class Scene:
    key: str
    label: str
    description: str
    # Moments of the scene, in order.
    moments: tuple[str, ...]
    # Time until the next scene.
    seconds: float


SCENES = (
    Scene("go-live", "Go live", "The stream starts on all platforms and viewers join.", ("go-live",), 30),
    Scene("settling", "Settling in", "Small talk, questions, the first followers.", ("follow-wave",), 45),
    Scene("boss-fight", "Boss fight", "Chat gets tense.", ("boss-fight",), 45),
    Scene("win", "Win", "The boss is down and chat celebrates.", ("win", "cheer"), 25),
    Scene("clip", "Clip", "A fail that gets clipped.", ("clip",), 35),
    Scene("raid", "Raid", "214 viewers arrive at once.", ("raid",), 45),
    Scene("super-chat", "Super Chat", "A viewer sends a $20 Super Chat.", ("super-chat",), 30),
    Scene("spam-wave", "Spam wave", "Spam bots advertise; a Shadow filter logs them.", ("spam-wave",), 40),
    Scene("gift-bomb", "Gift bomb", "A viewer gifts 20 subs.", ("gift-bomb",), 40),
)


class EveningProblem(ValueError):
    """The evening has not started, or is over."""


# Time from the first read of a channel's chat until the channel is set up and its evening can start.
SET_UP_SECONDS = 20
# The platform whose chat is read, by the type of a new subscription.
CHAT_SUBSCRIPTIONS = {"channel.chat.message": "twitch", "chat.message.sent": "kick"}
# The platform whose chat is read, by the name of an event.
CHAT_OPENINGS = {"stream_opened": "youtube", "room_entered": "tiktok"}


def platform_read_from(event: Event) -> str | None:
    """The platform whose chat Greenroom begins to read with this event; None for other events."""
    if event.event == "subscription_created":
        return CHAT_SUBSCRIPTIONS.get(str(event.facts.get("type")))
    return CHAT_OPENINGS.get(event.event)


class Evening:
    def __init__(self, rehearsal: "RehearsalState") -> None:
        self._rehearsal = rehearsal
        # Whether the evening starts automatically for the first channel whose chat is read.
        self.starts_automatically = False
        self._delayed_start: asyncio.Task[None] | None = None
        # Platforms on which a channel's chat was read, by its login.
        self._read_platforms: dict[str, set[str]] = {}
        self.person: Person | None = None
        # Index of the current scene; -1 before the first one.
        self.position = -1
        self.next_at: datetime | None = None
        self._running: asyncio.Task[None] | None = None
        rehearsal.events.observers.append(self._on_event)

    @property
    def is_automatic(self) -> bool:
        return self._running is not None

    @property
    def scene(self) -> Scene | None:
        return SCENES[self.position] if self.position >= 0 else None

    @property
    def next_scene(self) -> Scene | None:
        following = self.position + 1
        return SCENES[following] if self.person is not None and following < len(SCENES) else None

    async def start(self, person: Person, *, is_automatic: bool = True) -> None:
        """Starts with the first scene; ends an evening that runs already."""
        await self.stop()
        self.person, self.position = person, -1
        for platform in STREAMING:
            self._rehearsal.audience.set_natural(platform, on=True)
        self.step()
        if is_automatic:
            self._schedule()

    def step(self) -> Scene:
        """Plays the next scene now; an automatic evening goes on from there."""
        person, scene = self.person, self.next_scene
        if person is None or scene is None:
            raise EveningProblem(
                "The scripted stream hasn't started." if person is None else "The scripted stream is over."
            )
        self.position += 1
        self._rehearsal.events.record("scene_started", login=person.login, scene=scene.key)
        read_platforms = self._read_platforms.get(person.login, set())
        for key in scene.moments:
            moment = moments.MOMENTS_BY_KEY[key]
            moments.play(self._rehearsal, moment, person, moment.substitute_platform(read_platforms))
        self.next_at = self._rehearsal.clock.after(scene.seconds) if self.is_automatic and self.next_scene else None
        return scene

    async def stop(self) -> None:
        """Stops the automatic scenes; streams and audience stay as they are."""
        tasks, self._running, self._delayed_start, self.next_at = (self._running, self._delayed_start), None, None, None
        for task in tasks:
            if task is not None and task is not asyncio.current_task():
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task

    def _on_event(self, event: Event) -> None:
        platform = platform_read_from(event)
        person = self._channel_of(event) if platform is not None else None
        if platform is None or person is None or person.login == BOT_LOGIN:
            return
        self._read_platforms.setdefault(person.login, set()).add(platform)
        if self.starts_automatically and self.person is None and self._delayed_start is None:
            due = self._rehearsal.clock.after(SET_UP_SECONDS)
            self._delayed_start = asyncio.create_task(self._start_at(due, person), name="evening-start")

    def _channel_of(self, event: Event) -> Person | None:
        """The owner of the channel whose chat is read; on YouTube, the account that reads it."""
        channel_id, login = event.facts.get("broadcaster_user_id"), event.facts.get("login")
        world = self._rehearsal.world
        return world.find(person_id=str(channel_id)) if channel_id else world.find(login=str(login))

    async def _start_at(self, due: datetime, person: Person) -> None:
        await self._rehearsal.clock.sleep_until(due)
        if self.person is None:
            await self.start(person)

    def reset(self) -> None:
        self.person, self.position, self.next_at = None, -1, None
        self._read_platforms.clear()

    def _schedule(self) -> None:
        scene = self.scene
        assert scene is not None
        self.next_at = self._rehearsal.clock.after(scene.seconds)
        self._running = asyncio.create_task(self._run(), name="evening")

    async def _run(self) -> None:
        # A manual step delays the next scene.
        while self.next_at is not None:
            due = self.next_at
            await self._rehearsal.clock.sleep_until(due)
            if due == self.next_at:
                self.step()
        self._running = None
