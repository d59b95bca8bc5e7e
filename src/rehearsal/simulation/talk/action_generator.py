"""Generates what viewers of one channel do: mostly lines, sometimes follows, subs, gifts, payments and raids."""

from collections.abc import Callable
from random import Random

from rehearsal.simulation.actions import (
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
from rehearsal.simulation.talk.conversations import Talk
from rehearsal.simulation.talk.moods import Mood
from rehearsal.simulation.talk.spam import spam_text
from rehearsal.simulation.viewers import Viewer
from rehearsal.simulation.world import Person, World

# A spam wave is one text from many viewers.
WAVE_CHANCE = 0.002
WAVE_SIZE = 25
EVENT_SHARE = 0.03
REWARDS = ("Hydrate", "Posture check", "Pet the cat", "Pick the next song", "Say it in another language")

Choices = tuple[tuple[float, Callable[[Viewer], ViewerAction]], ...]


class ActionGenerator:
    """Generates the actions in one channel; the same seed, platform and channel give the same actions."""

    def __init__(self, world: World, platform: str, person: Person) -> None:
        # A world has to be repeatable, and nothing in it is a secret.
        random = Random(f"audience {world.seed} {platform} {person.login}")  # noqa: S311
        self._random = random
        self.talk = Talk(random, platform, world.viewers_on(platform), emote_prefix(person), person.display_name)
        self._spammers = world.spammers(platform)
        self._wave: list[Say] = []
        # Cumulative probabilities.
        self._events: Choices = (
            (0.35, Follow),
            (0.50, lambda viewer: Like(viewer, self.talk.up_to(15))),
            (0.60, Join),
            (0.66, Share),
            (0.78, lambda viewer: Subscribe(viewer, self.talk.pick((1, 1, 3, 12, 40)), text=self._text(viewer))),
            (0.85, lambda viewer: Pay(viewer, self.talk.pick((1, 50, 100, 500, 2_000)), self._text(viewer))),
            (0.92, lambda viewer: Redeem(viewer, self.talk.pick(REWARDS), self._text(viewer))),
            (0.97, lambda viewer: GiftSubs(viewer, self.talk.pick((1, 1, 5, 10)))),
            (0.98, lambda _: GiftSubs(None, self.talk.pick((1, 1, 5, 10)))),
            (1.00, lambda viewer: Raid(viewer, 4 + self.talk.up_to(396))),
        )

    @property
    def has_wave(self) -> bool:
        """Whether the next action belongs to a wave of spam."""
        return bool(self._wave)

    def next_action(self, mood: Mood) -> ViewerAction:
        """The next action; after a `Say` the caller calls `talk.sent` with the message id."""
        if self._wave:
            return self._wave.pop()
        if self._random.random() < WAVE_CHANCE:
            text = spam_text(self._random.random())
            self._wave = [Say(viewer, text) for viewer in self._random.sample(self._spammers, WAVE_SIZE)]
        if self._random.random() < EVENT_SHARE:
            return choose(self._events, self._random.random())(self.talk.random_viewer())
        return self.talk.next_line(mood)

    def _text(self, viewer: Viewer) -> str:
        return self.talk.line(Mood.CALM, viewer)


def emote_prefix(person: Person) -> str:
    """The beginning of the names of a channel's own emotes."""
    return person.login.replace("_", "")[:6]


def choose(choices: Choices, roll: float) -> Callable[[Viewer], ViewerAction]:
    return next(choice for limit, choice in choices if roll < limit)
