"""Moments: ready-made events on one or several platforms, each with the mood of the chat after it."""

import contextlib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rehearsal.simulation.actions import ActionRefused, Follow, GiftSubs, Pay, Raid, Say, Subscribe, ViewerAction
from rehearsal.simulation.audience import STREAMING
from rehearsal.simulation.people import CATEGORIES
from rehearsal.simulation.talk.moods import Mood
from rehearsal.simulation.talk.spam import advertisement
from rehearsal.simulation.viewers import Viewer
from rehearsal.simulation.world import AlreadyLive, NotLive, Person

if TYPE_CHECKING:
    from rehearsal.state import RehearsalState

GAME = CATEGORIES[0]
TITLE = "The last lighthouse, and nobody has a map"
RAIDER_LOGIN, OTHER_RAIDER_LOGIN = "odalys_", "junoplays"
RAID_VIEWERS = 214
SUPER_CHAT_CENTS = 2_000
CHEER_BITS = 500
GIFT_BOMB_SUBS = 20
FOLLOW_WAVE_FOLLOWERS = 8
SPAM_WAVE_MESSAGES = 24
# Moods that spread to the chats of all platforms.
SHARED_MOODS = frozenset({Mood.RAID, Mood.TENSE, Mood.TRIUMPH, Mood.LAUGHING, Mood.LEAVING})


@dataclass(frozen=True, slots=True)
class MomentContext:
    """The channel and platform on which a moment takes place."""

    rehearsal: "RehearsalState"
    platform: str
    person: Person

    def perform(self, action: ViewerAction) -> None:
        self.rehearsal.platforms[self.platform].perform(self.person.login, action)
        self.rehearsal.audience.after_action(self.platform, self.person.login, action)

    def viewers(self, count: int) -> list[Viewer]:
        """This many viewers who are neither moderators nor VIPs; each event in the event log changes the choice."""
        everyone = self.rehearsal.world.viewers_on(self.platform)
        plain = [viewer for viewer in everyone if not (viewer.is_moderator or viewer.is_vip)]
        start = self.rehearsal.events.seq * 7 % len(plain)
        return [plain[(start + number) % len(plain)] for number in range(count)]


@dataclass(frozen=True, slots=True)
class Moment:
    key: str
    label: str
    description: str
    # Platforms on which the moment is possible.
    platforms: tuple[str, ...]
    mood: Mood
    play: Callable[[MomentContext], None]
    # Platforms on which the moment happens unless one is chosen; empty: all of `platforms`.
    default_platforms: tuple[str, ...] = ()

    @property
    def usual_platforms(self) -> tuple[str, ...]:
        return self.default_platforms or self.platforms

    def substitute_platform(self, read_platforms: Collection[str]) -> str | None:
        """The platform to use instead if the channel's chat is read on none of the moment's usual platforms."""
        if any(platform in read_platforms for platform in self.usual_platforms):
            return None
        return next((platform for platform in self.platforms if platform in read_platforms), None)


def go_live(context: MomentContext) -> None:
    with contextlib.suppress(AlreadyLive):
        context.rehearsal.platforms[context.platform].go_live(context.person, TITLE, GAME)


def end_stream(context: MomentContext) -> None:
    with contextlib.suppress(NotLive):
        context.rehearsal.platforms[context.platform].end(context.person)


def raid(context: MomentContext) -> None:
    login = OTHER_RAIDER_LOGIN if context.person.login == RAIDER_LOGIN else RAIDER_LOGIN
    raider = context.rehearsal.world.viewer(login=login)
    assert raider is not None
    context.perform(Raid(raider, RAID_VIEWERS))


def super_chat(context: MomentContext) -> None:
    text = "A year of evenings with this channel got me through night shifts. Thank you, and light the lamp!"
    context.perform(Pay(context.viewers(1)[0], SUPER_CHAT_CENTS, text))


def cheer(context: MomentContext) -> None:
    context.perform(Pay(context.viewers(1)[0], CHEER_BITS, "for that last dodge"))


def gift_bomb(context: MomentContext) -> None:
    context.perform(GiftSubs(context.viewers(1)[0], GIFT_BOMB_SUBS))


def subscribe(context: MomentContext) -> None:
    context.perform(Subscribe(context.viewers(1)[0], 12, text="twelve months and I still get lost in the cellar"))


def follow_wave(context: MomentContext) -> None:
    for viewer in context.viewers(FOLLOW_WAVE_FOLLOWERS):
        context.perform(Follow(viewer))


def spam_wave(context: MomentContext) -> None:
    spammers = context.rehearsal.world.spammers(context.platform)
    for number, viewer in enumerate(spammers[:SPAM_WAVE_MESSAGES]):
        # A spammer who is banned already does not end the wave.
        with contextlib.suppress(ActionRefused):
            context.perform(Say(viewer, advertisement(number)))


def change_mood(_: MomentContext) -> None:
    """The action of moments that only change the mood: does nothing."""


ON_TWITCH = ("twitch",)
EXCEPT_YOUTUBE = ("twitch", "kick", "tiktok")
MOMENTS = (
    Moment("go-live", "Go live", "The stream starts.", STREAMING, Mood.ARRIVING, go_live),
    Moment("raid", "Raid", f"{RAID_VIEWERS} viewers arrive.", ("twitch", "kick"), Mood.RAID, raid, ON_TWITCH),
    Moment("super-chat", "Super Chat", "$20.00 with a message.", ("youtube",), Mood.GENEROUS, super_chat),
    Moment("spam-wave", "Spam wave", "Many accounts send the same text.", STREAMING, Mood.SPAM, spam_wave, ON_TWITCH),
    Moment(
        "gift-bomb",
        "Gift bomb",
        f"{GIFT_BOMB_SUBS} gifted subs or memberships.",
        ("twitch", "youtube", "kick"),
        Mood.GENEROUS,
        gift_bomb,
        ON_TWITCH,
    ),
    Moment("cheer", "Cheer", f"{CHEER_BITS} bits, KICKs or diamonds.", EXCEPT_YOUTUBE, Mood.GENEROUS, cheer, ON_TWITCH),
    Moment("subscribe", "Subscription", "A 12-month sub.", STREAMING, Mood.GENEROUS, subscribe, ON_TWITCH),
    Moment("follow-wave", "New followers", "Several new followers.", EXCEPT_YOUTUBE, Mood.CALM, follow_wave),
    Moment("boss-fight", "Boss fight", "Chat gets tense.", STREAMING, Mood.TENSE, change_mood),
    Moment("win", "Win", "Chat celebrates.", STREAMING, Mood.TRIUMPH, change_mood),
    Moment("clip", "Clip", "Chat laughs at a fail.", STREAMING, Mood.LAUGHING, change_mood),
    Moment("goodbye", "Goodbye", "Chat says good night.", STREAMING, Mood.LEAVING, change_mood),
    Moment("end-stream", "End stream", "The stream ends.", STREAMING, Mood.CALM, end_stream),
)
MOMENTS_BY_KEY = {moment.key: moment for moment in MOMENTS}


class MomentUnavailable(ValueError):
    """The moment is not possible on this platform."""


def play(rehearsal: "RehearsalState", moment: Moment, person: Person, platform: str | None = None) -> list[str]:
    """Performs the moment and sets the mood; returns the platforms on which it happened."""
    if platform is not None and platform not in moment.platforms:
        raise MomentUnavailable(f"{moment.label} isn't available on {platform}.")
    played: list[str] = []
    for key in (platform,) if platform is not None else moment.usual_platforms:
        # TikTok and YouTube refuse actions without a stream, because they have no chat then.
        with contextlib.suppress(ActionRefused):
            moment.play(MomentContext(rehearsal, key, person))
            rehearsal.events.record("moment_played", platform=key, login=person.login, moment=moment.key)
            played.append(key)
    if played and moment.mood is not Mood.CALM:
        for key in STREAMING if moment.mood in SHARED_MOODS else played:
            rehearsal.audience.set_mood(key, person.login, moment.mood)
    return played
