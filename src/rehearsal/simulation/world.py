"""Made-up people with their channels and streams; the same seed makes the same world."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from rehearsal.simulation.people import CATEGORIES, PEOPLE, Category, PersonSpec
from rehearsal.simulation.viewers import Viewer, spammers_of, viewers_of

DEFAULT_SEED = 7
BOT_LOGIN = "stagehandbot"


@dataclass(frozen=True, slots=True)
class Person:
    """A streamer, or the bot, with an account on every platform."""

    id: str
    login: str
    display_name: str
    description: str
    broadcaster_type: str
    created_at: datetime
    hue: int

    @property
    def email(self) -> str:
        return f"{self.login}@people.example"


@dataclass(slots=True)
class Stream:
    id: str
    started_at: datetime
    viewer_count: int


@dataclass(slots=True)
class Channel:
    """A channel on one platform."""

    person: Person
    title: str
    category: Category
    language: str
    tags: list[str]
    # Usual number of viewers.
    audience: int
    delay_seconds: int = 0
    labels: list[str] = field(default_factory=list[str])
    is_branded_content: bool = False
    stream: Stream | None = None


class UnknownPerson(LookupError):
    def __init__(self, login: str) -> None:
        super().__init__(f"There is no account {login!r}.")


class AlreadyLive(ValueError):
    pass


class NotLive(ValueError):
    pass


class World:
    """All people and viewers, and the channels of each platform."""

    def __init__(self, seed: int, platforms: Iterable[str], now: datetime) -> None:
        self.seed = seed
        # A world has to be repeatable, and nothing in it is a secret.
        self._random = Random(seed)  # noqa: S311
        self.people = [self._create_person(spec, number) for number, spec in enumerate(PEOPLE)]
        self._viewers_by_platform = viewers_of(seed)
        self.viewers = [viewer for viewers in self._viewers_by_platform.values() for viewer in viewers]
        self._spammers = spammers_of(seed)
        accounts = [*self.viewers, *(viewer for spammers in self._spammers.values() for viewer in spammers)]
        self._viewers_by_id = {viewer.id: viewer for viewer in accounts}
        self._viewers_by_login = {viewer.login: viewer for viewer in accounts}
        self._by_id = {person.id: person for person in self.people}
        self._by_login = {person.login: person for person in self.people}
        self._channels = {platform: self._open_channels(now) for platform in platforms}

    def person(self, login: str) -> Person:
        person = self._by_login.get(login.lower())
        if person is None:
            raise UnknownPerson(login)
        return person

    def find(self, *, login: str | None = None, person_id: str | None = None) -> Person | None:
        if person_id is not None:
            return self._by_id.get(person_id)
        return self._by_login.get((login or "").lower())

    def viewer(self, *, login: str | None = None, viewer_id: str | None = None) -> Viewer | None:
        """The viewer or spammer with this login or id; a person who has it is returned as a viewer."""
        person = self.find(login=login, person_id=viewer_id)
        if person is None:
            return self.find_viewer(login=login, viewer_id=viewer_id)
        return Viewer(person.id, person.login, person.display_name, "", "en", is_bot=person.login == BOT_LOGIN)

    def find_viewer(self, *, login: str | None = None, viewer_id: str | None = None) -> Viewer | None:
        if viewer_id is not None:
            return self._viewers_by_id.get(viewer_id)
        return self._viewers_by_login.get((login or "").lower())

    def viewers_on(self, platform: str) -> list[Viewer]:
        """The viewers with an account on this platform; all viewers for a service without a chat."""
        return self._viewers_by_platform.get(platform, self.viewers)

    def spammers(self, platform: str) -> list[Viewer]:
        """Accounts that write nothing but spam."""
        return self._spammers[platform]

    def channel(self, platform: str, person: Person) -> Channel:
        return self._channels[platform][person.id]

    def channels(self, platform: str) -> list[Channel]:
        return list(self._channels[platform].values())

    def go_live(self, platform: str, person: Person, now: datetime) -> Stream:
        channel = self.channel(platform, person)
        if channel.stream is not None:
            raise AlreadyLive(f"{person.login} is already live.")
        channel.stream = self._start_stream(channel.audience, now)
        return channel.stream

    def end(self, platform: str, person: Person) -> None:
        channel = self.channel(platform, person)
        if channel.stream is None:
            raise NotLive(f"{person.login} is not live.")
        channel.stream = None

    def _create_person(self, spec: PersonSpec, number: int) -> Person:
        return Person(
            id=str(self._random.randint(100_000_000, 999_999_999)),
            login=spec.login,
            display_name=spec.display_name,
            description=spec.description,
            broadcaster_type=spec.broadcaster_type,
            created_at=datetime(2014, 1, 1, tzinfo=UTC) + timedelta(minutes=self._random.randint(0, 5_000_000)),
            # The golden angle gives neighbours different colours.
            hue=number * 137 % 360,
        )

    def _open_channels(self, now: datetime) -> dict[str, Channel]:
        channels = [self._open_channel(spec, person) for spec, person in zip(PEOPLE, self.people, strict=True)]
        for spec, channel in zip(PEOPLE, channels, strict=True):
            if spec.is_live_at_start:
                channel.stream = self._start_stream(channel.audience, now - timedelta(minutes=47))
        return {channel.person.id: channel for channel in channels}

    def _open_channel(self, spec: PersonSpec, person: Person) -> Channel:
        return Channel(
            person=person,
            title=self._random.choice(spec.titles),
            category=self._random.choice(CATEGORIES),
            language=spec.language,
            tags=list(spec.tags),
            audience=self._random.randint(3, 900),
        )

    def _start_stream(self, audience: int, started_at: datetime) -> Stream:
        return Stream(str(self._random.randint(40_000_000_000, 49_999_999_999)), started_at, audience)
