"""The stand-in for Kick as one object: its tokens, rooms, webhooks and switches."""

from dataclasses import replace
from typing import Annotated, cast

import msgspec
from fastapi import Depends
from pydantic import JsonValue
from starlette.requests import HTTPConnection
from starlette.responses import Response

from rehearsal.accounts import Accounts, lasting_secret
from rehearsal.crowd import Viewer
from rehearsal.deliveries import Deliveries
from rehearsal.pace import Pace
from rehearsal.platforms.kick import acts, events
from rehearsal.platforms.kick.errors import Shape, api_failure, oauth_failure
from rehearsal.platforms.kick.hooks import Hooks
from rehearsal.platforms.kick.ids import ulid
from rehearsal.platforms.kick.limits import Limits
from rehearsal.platforms.kick.objects import Json, slug_of, viewer_of
from rehearsal.platforms.kick.rooms import Room
from rehearsal.platforms.kick.sender import Sender
from rehearsal.platforms.kick.site import Site, room_of
from rehearsal.platforms.kick.subscriptions import Subscription
from rehearsal.roster import Category
from rehearsal.scenes import Scene
from rehearsal.stage import Stage
from rehearsal.tokens import TokenStore
from rehearsal.world import BOT_LOGIN, Channel, Person

CLIENT_ID = "01GREENR00MREHEARSALK1CK00"


class Kick(Accounts):
    """Everything Kick remembers between two requests."""

    key = "kick"
    prefixes: tuple[str, ...] = ("kick",)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, CLIENT_ID, lasting_secret(f"kick:{stage.first_seed}"))
        self.app_id = ulid(stage.clock.now())
        self.deliveries = Deliveries()
        self.sender = Sender(stage, self._give_up)
        self._start()
        stage.closers.append(self.close)

    def _start(self) -> None:
        self.limits = Limits()
        self.tokens = TokenStore(self.stage.clock, self.limits)
        self.tokens.rotates_refresh_tokens = True
        self.tokens.reuse_grace_seconds = self.limits.reuse_grace_seconds
        self.tokens.refresh_token_seconds = self.limits.refresh_token_seconds
        self.pace = Pace(self.stage.clock)
        self.sender.start_over(self.limits)
        self.hooks = Hooks(self.stage, self.limits, self.deliveries, self.sender, self.app_id)
        self.site = Site(self.deliveries)
        self.chat = events.ChatWriter(self.stage)
        self._rooms: dict[str, Room] = {}
        self.error_shape: Shape = "natural"
        # Whether a bot is enabled in the app's settings.
        self.has_bot = True
        self.block_next = 0

    def reset(self) -> None:
        self.site.drop(None)
        # What is still on its way belongs to subscriptions that are no more.
        for subscription in self.hooks.all():
            subscription.is_over = True
        self._start()

    async def close(self) -> None:
        self.site.drop(None)
        await self.sender.close()

    def addresses(self) -> dict[str, str]:
        return {
            "OAUTH_URL": f"{self.stage.base_url}/kick/oauth",
            "API_URL": f"{self.stage.base_url}/kick/public",
            "PLAYER_URL": f"{self.stage.base_url}/kick/player",
            "SITE_URL": f"{self.stage.base_url}/kick/site",
            "REALTIME_URL": f"{self.stage.base_url}/kick/site/api/v1/realtime",
            "PUSHER_URL": f"{self.stage.socket_base_url}/kick/site",
        }

    def refuse(self, path: str, status: int, retry_after: int | None) -> Response:
        if path.startswith("/kick/oauth"):
            answer = oauth_failure(status, "Invalid request" if status < 500 else "server_error", "")
        else:
            answer = api_failure(status, shape=self.error_shape)
        if retry_after is not None:
            answer.headers["Retry-After"] = str(retry_after)
        return answer

    def room(self, person: Person) -> Room:
        room = self._rooms.get(person.id)
        if room is None:
            # The bot account was made a moderator everywhere, as its help text asks; the desk can take that back.
            room = self._rooms[person.id] = Room(moderators={self.stage.world.person(BOT_LOGIN).id})
        return room

    def find_slug(self, slug: str) -> Person | None:
        return next((each for each in self.stage.world.people if slug_of(each.login) == slug), None)

    def in_room(self, person: Person, broadcaster: Person) -> Viewer:
        """A person with a channel as somebody in a chat."""
        is_moderator = person.id in self.room(broadcaster).moderators
        return replace(viewer_of(person), is_moderator=is_moderator)

    def announce(self, event: str, person: Person, body: Json) -> None:
        if self.hooks.has(event, person.id):
            self.hooks.publish(event, person.id, msgspec.json.encode(body))

    def play(self, login: str, scene: Scene) -> dict[str, JsonValue]:
        return acts.play(self, self.stage.world.person(login), scene)

    def go_live(self, person: Person, title: str | None = None, category: Category | None = None) -> None:
        channel = self.channel(person)
        is_offline = channel.stream is None
        stream = self.stage.world.go_live(self.key, person, self.stage.clock.now())
        self.stage.happenings.tell("went_live", platform=self.key, login=person.login, stream_id=stream.id)
        if is_offline:
            self.retitle(channel, title=title, category=category)
        body = events.status_updated(self.stage, channel, stream.started_at, None)
        self.announce("livestream.status.updated", person, body)
        acts.say_stream_started(self, person, stream)

    def end(self, person: Person) -> None:
        channel = self.channel(person)
        stream = channel.stream
        self.stage.world.end(self.key, person)
        self.stage.happenings.tell("ended", platform=self.key, login=person.login)
        if stream is not None:
            body = events.status_updated(self.stage, channel, stream.started_at, self.stage.clock.now())
            self.announce("livestream.status.updated", person, body)
            acts.say_stream_stopped(self, person, stream)

    def retitle(
        self,
        channel: Channel,
        *,
        title: str | None = None,
        category: Category | None = None,
        tags: list[str] | None = None,
    ) -> None:
        before = (channel.title, channel.category)
        channel.title = channel.title if title is None else title
        channel.category = channel.category if category is None else category
        channel.tags = channel.tags if tags is None else tags
        if (channel.title, channel.category) != before:
            self.stage.happenings.tell("channel_updated", platform=self.key, login=channel.person.login)
            body = events.metadata_updated(self.stage, channel)
            self.announce("livestream.metadata.updated", channel.person, body)

    def end_with_consent(self, person: Person) -> None:
        """The subscriptions that were made with the person's tokens."""
        for subscription in self.hooks.all():
            if subscription.made_by == person.id:
                self.hooks.remove(subscription)

    def drop_sockets(self, person: Person | None) -> int:
        return self.site.drop(None if person is None else room_of(person))

    def describe(self, person: Person) -> dict[str, JsonValue]:
        return {
            **self.describe_channel(person),
            **self.describe_account(person),
            "sockets": sum(room_of(person) in socket.channels for socket in self.site.sockets),
            "subscriptions": sum(each.person_id == person.id for each in self.hooks.all()),
        }

    def _give_up(self, subscription: Subscription) -> None:
        self.hooks.remove(subscription, "subscription_dropped")


async def kick_of(connection: HTTPConnection) -> Kick:
    return cast("Kick", connection.app.state.stage.platforms["kick"])


OnKick = Annotated[Kick, Depends(kick_of)]
