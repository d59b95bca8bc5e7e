"""The stand-in for Twitch as one object: its tokens, sockets, limits and switches."""

import hashlib
from typing import Annotated, cast

from fastapi import Depends
from pydantic import JsonValue
from starlette.requests import HTTPConnection
from starlette.responses import Response

from rehearsal.clock import rfc3339
from rehearsal.platforms.twitch.errors import helix_failure, oauth_failure
from rehearsal.platforms.twitch.eventsub import EventSub
from rehearsal.platforms.twitch.frames import offline_event, online_event, update_event
from rehearsal.platforms.twitch.limits import Limits
from rehearsal.platforms.twitch.rate import Buckets
from rehearsal.platforms.twitch.sessions import INTERNAL_ERROR
from rehearsal.platforms.twitch.tokens import TokenStore
from rehearsal.roster import Category
from rehearsal.stage import Stage
from rehearsal.world import Channel, Person

CLIENT_ID = "greenroom-rehearsal"
APP_NAME = "Greenroom"


class Twitch:
    """Everything Twitch remembers between two requests."""

    key = "twitch"

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.client_id = CLIENT_ID
        # The same seed gives the same secret, so that settings written down yesterday work today.
        self.client_secret = hashlib.sha256(f"rehearsal:{stage.first_seed}".encode()).hexdigest()[:30]
        self._start()

    def _start(self) -> None:
        self.limits = Limits()
        self.tokens = TokenStore(self.stage.clock, self.limits)
        self.buckets = Buckets(self.stage.clock, self.limits)
        self.eventsub = EventSub(self.stage, self.limits)

    def reset(self) -> None:
        self.eventsub.drop(INTERNAL_ERROR.code)
        self._start()

    def remember(self) -> dict[str, JsonValue]:
        return self.tokens.remember()

    def recall(self, kept: dict[str, JsonValue]) -> None:
        self.tokens.recall(kept)

    def environment(self) -> dict[str, str]:
        return {
            "GREENROOM_TWITCH__OAUTH_URL": f"{self.stage.base_url}/twitch/oauth2",
            "GREENROOM_TWITCH__API_URL": f"{self.stage.base_url}/twitch/helix",
            "GREENROOM_TWITCH__EVENTSUB_URL": f"{self.stage.socket_base_url}/twitch/ws",
            "GREENROOM_TWITCH__CLIENT_ID": self.client_id,
            "GREENROOM_TWITCH__CLIENT_SECRET": self.client_secret,
        }

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

    def channel(self, person: Person) -> Channel:
        return self.stage.world.channel(self.key, person)

    def go_live(self, person: Person) -> None:
        stream = self.stage.world.go_live(self.key, person, self.stage.clock.now())
        self.stage.happenings.tell("went_live", login=person.login, stream_id=stream.id)
        self.eventsub.publish("stream.online", person.id, online_event(person, stream))

    def end(self, person: Person) -> None:
        self.stage.world.end(self.key, person)
        self.stage.happenings.tell("ended", login=person.login)
        self.eventsub.publish("stream.offline", person.id, offline_event(person))

    def retitle(self, channel: Channel, *, title: str | None = None, category: Category | None = None) -> None:
        before = update_event(channel)
        channel.title = channel.title if title is None else title
        channel.category = channel.category if category is None else category
        self.announce_update(channel, before)

    def announce_update(self, channel: Channel, before: dict[str, JsonValue]) -> None:
        """Tell listeners what the channel shows now, unless nothing they can see has changed."""
        event = update_event(channel)
        if event != before:
            self.stage.happenings.tell("channel_updated", login=channel.person.login)
            self.eventsub.publish("channel.update", channel.person.id, event)

    def disconnect(self, person: Person) -> None:
        """The person removes the program from their connections."""
        self.tokens.disconnect(person.id)
        self.eventsub.revoke(person.id)
        self.stage.happenings.tell("access_revoked", login=person.login)

    def describe(self, person: Person) -> dict[str, JsonValue]:
        channel = self.channel(person)
        stream = channel.stream
        owner = (self.client_id, person.id)
        return {
            "is_live": stream is not None,
            "stream_id": stream.id if stream else None,
            "started_at": rfc3339(stream.started_at) if stream else None,
            "viewer_count": stream.viewer_count if stream else None,
            "title": channel.title,
            "category": channel.category.name,
            "is_connected": self.tokens.has_consented(*owner),
            "live_tokens": self.tokens.live_token_count(person.id),
            "sockets": sum(session.owner == owner for session in self.eventsub.sessions()),
        }


async def twitch_of(connection: HTTPConnection) -> Twitch:
    return cast("Twitch", connection.app.state.twitch)


OnTwitch = Annotated[Twitch, Depends(twitch_of)]
