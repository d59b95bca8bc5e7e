"""The stand-in for Twitch."""

from dataclasses import asdict
from typing import Annotated, cast

from fastapi import Depends
from pydantic import JsonValue
from starlette.requests import HTTPConnection
from starlette.responses import Response

from rehearsal.oauth.accounts import Accounts, stable_secret
from rehearsal.oauth.tokens import TokenStore
from rehearsal.platforms.deliveries import Deliveries
from rehearsal.platforms.twitch.chat.messages import Chat, RateLimit
from rehearsal.platforms.twitch.chat.moderation import Moderation
from rehearsal.platforms.twitch.chat.rooms import Room, Rooms
from rehearsal.platforms.twitch.errors import helix_failure, oauth_failure
from rehearsal.platforms.twitch.eventsub.hub import EventSub
from rehearsal.platforms.twitch.eventsub.payloads import ad_event, offline_event, online_event, update_event
from rehearsal.platforms.twitch.eventsub.sessions import INTERNAL_ERROR
from rehearsal.platforms.twitch.limits import Limits
from rehearsal.platforms.twitch.rate_limit import Buckets
from rehearsal.platforms.twitch.viewer_actions import ViewerActions
from rehearsal.simulation.actions import ViewerAction
from rehearsal.simulation.people import Category
from rehearsal.simulation.viewers import Viewer
from rehearsal.simulation.world import Channel, Person
from rehearsal.state import RehearsalState

CLIENT_ID = "greenroom-rehearsal"


class Twitch(Accounts):
    key = "twitch"
    prefixes: tuple[str, ...] = ("twitch",)

    def __init__(self, rehearsal: RehearsalState) -> None:
        super().__init__(rehearsal, CLIENT_ID, stable_secret(f"rehearsal:{rehearsal.first_seed}", 30))
        self.deliveries = Deliveries()
        self._start()
        rehearsal.closers.append(self._close)

    def _start(self) -> None:
        rehearsal = self.rehearsal
        self.limits = Limits()
        self.tokens = TokenStore(rehearsal.clock, self.limits)
        self.buckets = Buckets(rehearsal.clock, self.limits)
        self.eventsub = EventSub(rehearsal, self.limits, self.deliveries)
        self.rooms = Rooms(lambda: rehearsal.world, self.limits.messages_kept)
        self.chat = Chat(rehearsal, self.limits, self.eventsub)
        self.chat_rate_limit = RateLimit()
        self.moderation = Moderation(rehearsal, self.eventsub)
        self.viewer_actions = ViewerActions(rehearsal, self.eventsub, self.chat, self.moderation)

    def reset(self) -> None:
        self.eventsub.drop(INTERNAL_ERROR.code)
        self.eventsub.webhook_sender.stop()
        self._start()

    async def _close(self) -> None:
        await self.eventsub.webhook_sender.close()

    def addresses(self) -> dict[str, str]:
        return {
            "OAUTH_URL": f"{self.rehearsal.base_url}/twitch/oauth2",
            "API_URL": f"{self.rehearsal.base_url}/twitch/helix",
            "EVENTSUB_URL": f"{self.rehearsal.socket_base_url}/twitch/ws",
            "PLAYER_URL": f"{self.rehearsal.base_url}/twitch/player",
            "EMOTES_URL": f"{self.rehearsal.base_url}/twitch/emoticons/v2",
        }

    def perform(self, login: str, action: ViewerAction) -> dict[str, JsonValue]:
        return self.viewer_actions.perform(self.room(self.rehearsal.world.person(login)), action)

    def refuse(self, path: str, status: int, retry_after: int | None) -> Response:
        fail = oauth_failure if path.startswith("/twitch/oauth2") else helix_failure
        response = fail(status, "")
        if retry_after is not None:
            self._add_retry_headers(response, status, retry_after)
        return response

    def _add_retry_headers(self, response: Response, status: int, retry_after: int) -> None:
        """Adds `Retry-After`, or to a 429 the headers that Twitch sends in its place."""
        if status != 429:
            response.headers["Retry-After"] = str(retry_after)
            return
        response.headers["Ratelimit-Limit"] = str(self.limits.rate_points)
        response.headers["Ratelimit-Remaining"] = "0"
        response.headers["Ratelimit-Reset"] = str(int(self.rehearsal.clock.now().timestamp()) + retry_after)

    def room(self, person: Person) -> Room:
        return self.rooms.of(person)

    def find_user(self, user_id: str) -> Viewer | None:
        """A viewer, or a person as a viewer."""
        return self.rehearsal.world.viewer(viewer_id=user_id)

    def go_live(self, person: Person, title: str | None = None, category: Category | None = None) -> None:
        channel = self.channel(person)
        if channel.stream is None:
            self.retitle(channel, title=title, category=category)
        stream = self.rehearsal.world.go_live(self.key, person, self.rehearsal.clock.now())
        self.rehearsal.events.record("went_live", platform=self.key, login=person.login, stream_id=stream.id)
        self.eventsub.publish("stream.online", person.id, online_event(person, stream))

    def end(self, person: Person) -> None:
        stream = self.channel(person).stream
        self.rehearsal.world.end(self.key, person)
        self.rehearsal.events.record("ended", platform=self.key, login=person.login)
        if stream is not None:
            self.eventsub.publish("stream.offline", person.id, offline_event(person, stream))

    def retitle(self, channel: Channel, *, title: str | None = None, category: Category | None = None) -> None:
        before = update_event(channel)
        channel.title = channel.title if title is None else title
        channel.category = channel.category if category is None else category
        self.announce_update(channel, before)

    def announce_update(self, channel: Channel, before: dict[str, JsonValue]) -> None:
        """Publishes channel.update if the event differs from `before`."""
        event = update_event(channel)
        if event != before:
            self.rehearsal.events.record("channel_updated", platform=self.key, login=channel.person.login)
            self.eventsub.publish("channel.update", channel.person.id, event)

    def begin_ad(self, room: Room, seconds: int, *, is_automatic: bool) -> None:
        room.last_ad_at = self.rehearsal.clock.now()
        self.rehearsal.events.record("commercial_started", login=room.person.login, seconds=seconds)
        event = ad_event(room.person, room.last_ad_at, seconds, is_automatic=is_automatic)
        self.eventsub.publish("channel.ad_break.begin", room.person.id, event)

    def drop_sockets(self, person: Person | None) -> int:
        return self.eventsub.drop(None, person.id if person else None)

    def after_revocation(self, person: Person) -> None:
        self.eventsub.revoke_person(person.id)

    def describe(self, person: Person) -> dict[str, JsonValue]:
        owner = (self.client_id, person.id)
        return {
            **self.describe_channel(person),
            **self.describe_account(person),
            "sockets": sum(session.owner == owner for session in self.eventsub.sessions()),
            "chat_modes": asdict(self.room(person).settings),
        }


async def twitch_of(connection: HTTPConnection) -> Twitch:
    return cast("Twitch", connection.app.state.rehearsal.platforms["twitch"])


TwitchDep = Annotated[Twitch, Depends(twitch_of)]
