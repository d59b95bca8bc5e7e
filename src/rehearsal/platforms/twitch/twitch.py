"""The stand-in for Twitch as one object: its tokens, sockets, limits and switches."""

from typing import Annotated, cast

from fastapi import Depends
from pydantic import JsonValue
from starlette.requests import HTTPConnection
from starlette.responses import Response

from rehearsal.accounts import Accounts, lasting_secret
from rehearsal.crowd import Viewer
from rehearsal.deliveries import Deliveries
from rehearsal.platforms.twitch.chat import Chat, Pace
from rehearsal.platforms.twitch.errors import helix_failure, oauth_failure
from rehearsal.platforms.twitch.events import offline_event, online_event, update_event
from rehearsal.platforms.twitch.eventsub import EventSub
from rehearsal.platforms.twitch.limits import Limits
from rehearsal.platforms.twitch.moderation import Moderation
from rehearsal.platforms.twitch.performance import Performance
from rehearsal.platforms.twitch.rate import Buckets
from rehearsal.platforms.twitch.rooms import Room, Rooms
from rehearsal.platforms.twitch.sessions import INTERNAL_ERROR
from rehearsal.roster import Category
from rehearsal.scenes import Scene
from rehearsal.stage import Stage
from rehearsal.tokens import TokenStore
from rehearsal.world import Channel, Person

CLIENT_ID = "greenroom-rehearsal"


class Twitch(Accounts):
    """Everything Twitch remembers between two requests."""

    key = "twitch"
    prefixes: tuple[str, ...] = ("twitch",)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, CLIENT_ID, lasting_secret(f"rehearsal:{stage.first_seed}", 30))
        self.deliveries = Deliveries()
        self._start()
        stage.closers.append(self._close)

    def _start(self) -> None:
        stage = self.stage
        self.limits = Limits()
        self.tokens = TokenStore(stage.clock, self.limits)
        self.buckets = Buckets(stage.clock, self.limits)
        self.eventsub = EventSub(stage, self.limits, self.deliveries)
        self.rooms = Rooms(lambda: stage.world, self.limits.messages_kept)
        self.chat = Chat(stage, self.limits, self.eventsub)
        self.pace = Pace()
        self.moderation = Moderation(stage, self.eventsub)
        self.performance = Performance(stage, self.eventsub, self.chat, self.moderation)

    def reset(self) -> None:
        self.eventsub.drop(INTERNAL_ERROR.code)
        self.eventsub.courier.stop()
        self._start()

    async def _close(self) -> None:
        await self.eventsub.courier.close()

    def addresses(self) -> dict[str, str]:
        return {
            "OAUTH_URL": f"{self.stage.base_url}/twitch/oauth2",
            "API_URL": f"{self.stage.base_url}/twitch/helix",
            "EVENTSUB_URL": f"{self.stage.socket_base_url}/twitch/ws",
            "PLAYER_URL": f"{self.stage.base_url}/twitch/player",
            "EMOTES_URL": f"{self.stage.base_url}/twitch/emoticons/v2",
        }

    def play(self, login: str, scene: Scene) -> dict[str, JsonValue]:
        return self.performance.play(self.room(self.stage.world.person(login)), scene)

    def refuse(self, path: str, status: int, retry_after: int | None) -> Response:
        fail = oauth_failure if path.startswith("/twitch/oauth2") else helix_failure
        answer = fail(status, "")
        if retry_after is not None:
            self._say_when(answer, status, retry_after)
        return answer

    def _say_when(self, answer: Response, status: int, retry_after: int) -> None:
        """Twitch says when its bucket is full again; it never sends Retry-After with a 429."""
        if status != 429:
            answer.headers["Retry-After"] = str(retry_after)
            return
        answer.headers["Ratelimit-Limit"] = str(self.limits.rate_points)
        answer.headers["Ratelimit-Remaining"] = "0"
        answer.headers["Ratelimit-Reset"] = str(int(self.stage.clock.now().timestamp()) + retry_after)

    def room(self, person: Person) -> Room:
        return self.rooms.of(person)

    def anybody(self, user_id: str) -> Viewer | None:
        """A person with a channel or one of the crowd."""
        return self.stage.world.viewer(viewer_id=user_id)

    def go_live(self, person: Person, title: str | None = None, category: Category | None = None) -> None:
        channel = self.channel(person)
        if channel.stream is None:
            self.retitle(channel, title=title, category=category)
        stream = self.stage.world.go_live(self.key, person, self.stage.clock.now())
        self.stage.happenings.tell("went_live", platform=self.key, login=person.login, stream_id=stream.id)
        self.eventsub.publish("stream.online", person.id, online_event(person, stream))

    def end(self, person: Person) -> None:
        stream = self.channel(person).stream
        self.stage.world.end(self.key, person)
        self.stage.happenings.tell("ended", platform=self.key, login=person.login)
        if stream is not None:
            self.eventsub.publish("stream.offline", person.id, offline_event(person, stream))

    def retitle(self, channel: Channel, *, title: str | None = None, category: Category | None = None) -> None:
        before = update_event(channel)
        channel.title = channel.title if title is None else title
        channel.category = channel.category if category is None else category
        self.announce_update(channel, before)

    def announce_update(self, channel: Channel, before: dict[str, JsonValue]) -> None:
        """Tell listeners what the channel shows now, unless nothing they can see has changed."""
        event = update_event(channel)
        if event != before:
            self.stage.happenings.tell("channel_updated", platform=self.key, login=channel.person.login)
            self.eventsub.publish("channel.update", channel.person.id, event)

    def drop_sockets(self, person: Person | None) -> int:
        return self.eventsub.drop(None, person.id if person else None)

    def end_with_consent(self, person: Person) -> None:
        self.eventsub.revoke_person(person.id)

    def describe(self, person: Person) -> dict[str, JsonValue]:
        owner = (self.client_id, person.id)
        return {
            **self.describe_channel(person),
            **self.describe_account(person),
            "sockets": sum(session.owner == owner for session in self.eventsub.sessions()),
        }


async def twitch_of(connection: HTTPConnection) -> Twitch:
    return cast("Twitch", connection.app.state.stage.platforms["twitch"])


OnTwitch = Annotated[Twitch, Depends(twitch_of)]
