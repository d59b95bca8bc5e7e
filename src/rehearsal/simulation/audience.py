"""Simulated audience: random viewer actions in live channels at a given rate."""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, TypeVar

from rehearsal.simulation.actions import (
    ActionRefused,
    Follow,
    GiftSubs,
    Join,
    Like,
    Pay,
    Raid,
    Redeem,
    Say,
    Share,
    Subscribe,
    ViewerAction,
)
from rehearsal.simulation.chat_lines import ANSWERS, COMMANDS, EMOJI, EMOTES, LINKS, OPENERS, SPAM
from rehearsal.simulation.viewers import Viewer

if TYPE_CHECKING:
    from rehearsal.state import RehearsalState

MAX_RATE = 5_000
TICK_SECONDS = 0.02
# Maximum time that a late tick catches up on.
CATCH_UP_SECONDS = 0.5
# Spam comes in waves of many viewers with one text.
WAVE_CHANCE = 0.002
WAVE_SIZE = 25
ACTIONS_PER_EVENT = 100
MAX_RECENT_MESSAGES = 20

T = TypeVar("T")


@dataclass(slots=True)
class ChannelChat:
    """Recent message ids and pending spam of one channel."""

    recent: list[str] = field(default_factory=list[str])
    wave: list[Say] = field(default_factory=list[Say])


class ActionGenerator:
    """Generates random viewer actions; the same seed generates the same ones."""

    def __init__(self, seed: int, viewers: list[Viewer]) -> None:
        self._random = Random(f"audience {seed}")  # noqa: S311
        self._viewers = viewers
        # Cumulative probabilities of messages; a reply replaces the first 0.08 once there is a message.
        self._lines: tuple[tuple[float, Callable[[Viewer], str]], ...] = (
            (0.30, lambda _: " ".join(self._pick(EMOTES) for _ in range(self._up_to(4)))),
            (0.40, lambda _: self._pick(EMOJI) * self._up_to(5)),
            (0.44, lambda _: self._pick(LINKS)),
            (0.48, lambda _: self._pick(COMMANDS)),
            (0.54, lambda _: f"@{self._random_viewer().display_name} {self._pick(ANSWERS)}"),
            (0.70, lambda viewer: f"{self._pick(OPENERS[viewer.language])} {self._pick(EMOTES)}"),
            (1.00, lambda viewer: self._pick(OPENERS[viewer.language])),
        )
        # Cumulative probabilities of other actions.
        self._events: tuple[tuple[float, Callable[[Viewer], ViewerAction]], ...] = (
            (0.35, Follow),
            (0.50, lambda viewer: Like(viewer, self._up_to(15))),
            (0.60, Join),
            (0.66, Share),
            (0.78, lambda viewer: Subscribe(viewer, self._pick((1, 1, 3, 12, 40)), text=self._pick(OPENERS["en"]))),
            (0.85, lambda viewer: Pay(viewer, self._pick((1, 50, 100, 500, 2_000)), self._pick(OPENERS["en"]))),
            (0.92, lambda viewer: Redeem(viewer, "Hydrate", "drink some water please")),
            (0.97, lambda viewer: GiftSubs(viewer, self._pick((1, 1, 5, 10)))),
            (0.98, lambda _: GiftSubs(None, self._pick((1, 1, 5, 10)))),
            (1.00, lambda viewer: Raid(viewer, 4 + self._up_to(396))),
        )

    def next_action(self, chat: ChannelChat) -> ViewerAction:
        if chat.wave:
            return chat.wave.pop()
        if self._random.random() < WAVE_CHANCE:
            text = self._random.choice(SPAM)
            chat.wave = [Say(viewer, text) for viewer in self._random.sample(self._viewers, WAVE_SIZE)]
        roll = self._random.random()
        return self._event() if roll > 0.97 else self._line(chat)

    def _line(self, chat: ChannelChat) -> Say:
        viewer = self._random_viewer()
        roll = self._random.random()
        if roll < 0.08 and chat.recent:
            return Say(viewer, self._pick(ANSWERS), reply_to=self._pick(chat.recent))
        return Say(viewer, chosen(self._lines, roll)(viewer))

    def _event(self) -> ViewerAction:
        return chosen(self._events, self._random.random())(self._random_viewer())

    def _random_viewer(self) -> Viewer:
        # Few viewers write most messages.
        return self._viewers[int(len(self._viewers) * self._random.random() ** 2.2)]

    def _pick(self, options: Sequence[T]) -> T:
        return options[int(len(options) * self._random.random())]

    def _up_to(self, maximum: int) -> int:
        return 1 + int(maximum * self._random.random())


def chosen(choices: Iterable[tuple[float, T]], roll: float) -> T:
    return next(choice for limit, choice in choices if roll < limit)


class Audience:
    """Performs generated actions in every live channel."""

    def __init__(self, rehearsal: "RehearsalState") -> None:
        self._rehearsal = rehearsal
        # Actions per second in all live channels of a platform together.
        self.rates: dict[str, float] = {}
        self._owed: dict[str, float] = {}
        # Index of the last action on each platform.
        self.last_actions: dict[str, int] = {}
        self._chats: dict[tuple[str, str], ChannelChat] = {}
        self._generators: dict[str, ActionGenerator] = {}
        self._task: asyncio.Task[None] | None = None

    def set_rate(self, platform: str, per_second: float) -> None:
        self.rates[platform] = per_second
        if self._task is None and any(self.rates.values()):
            self._task = asyncio.create_task(self._run(), name="audience")

    async def stop(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def reset(self) -> None:
        self.rates.clear()
        self._owed.clear()
        self.last_actions.clear()
        self._chats.clear()
        self._generators.clear()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        last = loop.time()
        while any(self.rates.values()):
            await asyncio.sleep(TICK_SECONDS)
            now = loop.time()
            elapsed, last = min(now - last, CATCH_UP_SECONDS), now
            for platform, rate in list(self.rates.items()):
                self._tick(platform, rate * elapsed)
        self._task = None

    def _tick(self, platform: str, due: float) -> None:
        live = [channel for channel in self._rehearsal.world.channels(platform) if channel.stream is not None]
        owed = self._owed.get(platform, 0.0) + due
        self._owed[platform] = owed % 1 if live else 0.0
        for _ in range(int(owed) if live else 0):
            turn = self.last_actions[platform] = self.last_actions.get(platform, -1) + 1
            self._perform_next(platform, live[turn % len(live)].person.login)
            if (turn + 1) % ACTIONS_PER_EVENT == 0:
                self._rehearsal.events.record("audience_played", platform=platform, scenes=turn + 1)

    def _perform_next(self, platform: str, login: str) -> None:
        chat = self._chats.get((platform, login))
        if chat is None:
            chat = self._chats[platform, login] = ChannelChat()
        action = self._generator(platform).next_action(chat)
        with contextlib.suppress(ActionRefused):
            facts = self._rehearsal.platforms[platform].perform(login, action)
            message_id = facts.get("message_id")
            if isinstance(message_id, str):
                chat.recent.append(message_id)
                del chat.recent[:-MAX_RECENT_MESSAGES]

    def _generator(self, platform: str) -> ActionGenerator:
        generator = self._generators.get(platform)
        if generator is None:
            world = self._rehearsal.world
            generator = self._generators[platform] = ActionGenerator(world.seed, world.viewers)
        return generator
