"""The stand-in for Kick."""

from dataclasses import replace
from typing import Annotated, cast

import msgspec
from fastapi import Depends
from pydantic import JsonValue
from starlette.requests import HTTPConnection
from starlette.responses import Response

from rehearsal.oauth.accounts import Accounts, stable_secret
from rehearsal.oauth.tokens import TokenStore
from rehearsal.platforms.deliveries import Deliveries
from rehearsal.platforms.kick import events, viewer_actions
from rehearsal.platforms.kick.errors import ErrorDataFormat, api_failure, oauth_failure
from rehearsal.platforms.kick.event_tally import count_event
from rehearsal.platforms.kick.ids import ulid
from rehearsal.platforms.kick.limits import Limits
from rehearsal.platforms.kick.resources import Json, slug_of, viewer_of
from rehearsal.platforms.kick.rooms import Room
from rehearsal.platforms.kick.site.feed import Site, chatroom_channel
from rehearsal.platforms.kick.webhooks.dispatcher import WebhookDispatcher
from rehearsal.platforms.kick.webhooks.sender import Sender
from rehearsal.platforms.kick.webhooks.subscriptions import Subscription
from rehearsal.platforms.rate_limit import RateLimit
from rehearsal.simulation.actions import ViewerAction
from rehearsal.simulation.people import Category
from rehearsal.simulation.viewers import Viewer
from rehearsal.simulation.world import BOT_LOGIN, Channel, Person
from rehearsal.state import RehearsalState

CLIENT_ID = "01GREENR00MREHEARSALK1CK00"


class Kick(Accounts):
    key = "kick"
    prefixes: tuple[str, ...] = ("kick",)

    def __init__(self, rehearsal: RehearsalState) -> None:
        super().__init__(rehearsal, CLIENT_ID, stable_secret(f"kick:{rehearsal.first_seed}"))
        self.app_id = ulid(rehearsal.clock.now())
        self.deliveries = Deliveries()
        self.sender = Sender(rehearsal, self._give_up)
        self._start()
        rehearsal.closers.append(self.close)

    def _start(self) -> None:
        self.limits = Limits()
        self.tokens = TokenStore(self.rehearsal.clock, self.limits)
        self.tokens.rotates_refresh_tokens = True
        self.tokens.reuse_grace_seconds = self.limits.reuse_grace_seconds
        self.tokens.refresh_token_seconds = self.limits.refresh_token_seconds
        self.rate_limit = RateLimit(self.rehearsal.clock)
        self.sender.reset_to(self.limits)
        self.webhooks = WebhookDispatcher(self.rehearsal, self.limits, self.deliveries, self.sender, self.app_id)
        self.site = Site(self.deliveries)
        self.chat = events.ChatWriter(self.rehearsal)
        self._rooms: dict[str, Room] = {}
        self.error_data_format: ErrorDataFormat = "natural"
        # Whether a bot is enabled in the app's settings.
        self.has_bot = True
        self.block_next = 0

    def reset(self) -> None:
        self.site.drop(None)
        # The sender skips webhooks of deleted subscriptions.
        for subscription in self.webhooks.all():
            subscription.is_deleted = True
        self._start()

    async def close(self) -> None:
        self.site.drop(None)
        await self.sender.close()

    def addresses(self) -> dict[str, str]:
        return {
            "OAUTH_URL": f"{self.rehearsal.base_url}/kick/oauth",
            "API_URL": f"{self.rehearsal.base_url}/kick/public",
            "PLAYER_URL": f"{self.rehearsal.base_url}/kick/player",
            "EMOTES_URL": f"{self.rehearsal.base_url}/kick/emotes",
            "SITE_URL": f"{self.rehearsal.base_url}/kick/site",
            "REALTIME_URL": f"{self.rehearsal.base_url}/kick/site/api/v1/realtime",
            "PUSHER_URL": f"{self.rehearsal.socket_base_url}/kick/site",
        }

    def refuse(self, path: str, status: int, retry_after: int | None) -> Response:
        if path.startswith("/kick/oauth"):
            response = oauth_failure(status, "Invalid request" if status < 500 else "server_error", "")
        else:
            response = api_failure(status, data_format=self.error_data_format)
        if retry_after is not None:
            response.headers["Retry-After"] = str(retry_after)
        return response

    def room(self, person: Person) -> Room:
        room = self._rooms.get(person.id)
        if room is None:
            # The bot account moderates every channel, as Kick's help recommends; a control call can change this.
            room = self._rooms[person.id] = Room(moderators={self.rehearsal.world.person(BOT_LOGIN).id})
        return room

    def find_slug(self, slug: str) -> Person | None:
        return next((each for each in self.rehearsal.world.people if slug_of(each.login) == slug), None)

    def as_viewer(self, person: Person, broadcaster: Person) -> Viewer:
        """The person as a viewer of the broadcaster's chat, who may be a moderator there."""
        is_moderator = person.id in self.room(broadcaster).moderators
        return replace(viewer_of(person), is_moderator=is_moderator)

    def announce(self, event: str, person: Person, body: Json) -> None:
        if not self.webhooks.has(event, person.id):
            return
        is_sent = self.webhooks.publish(event, person.id, msgspec.json.encode(body))
        tally = self.rehearsal.tallies.find(self.key, person.login)
        if is_sent and tally is not None:
            count_event(tally, event, body)

    def perform(self, login: str, action: ViewerAction) -> dict[str, JsonValue]:
        return viewer_actions.perform(self, self.rehearsal.world.person(login), action)

    def go_live(self, person: Person, title: str | None = None, category: Category | None = None) -> None:
        channel = self.channel(person)
        is_offline = channel.stream is None
        stream = self.rehearsal.world.go_live(self.key, person, self.rehearsal.clock.now())
        self.rehearsal.events.record("went_live", platform=self.key, login=person.login, stream_id=stream.id)
        if is_offline:
            self.retitle(channel, title=title, category=category)
        body = events.status_updated(self.rehearsal, channel, stream.started_at, None)
        self.announce("livestream.status.updated", person, body)
        viewer_actions.publish_stream_started(self, person, stream)

    def end(self, person: Person) -> None:
        channel = self.channel(person)
        stream = channel.stream
        self.rehearsal.world.end(self.key, person)
        self.rehearsal.events.record("ended", platform=self.key, login=person.login)
        if stream is not None:
            body = events.status_updated(self.rehearsal, channel, stream.started_at, self.rehearsal.clock.now())
            self.announce("livestream.status.updated", person, body)
            viewer_actions.publish_stream_stopped(self, person, stream)

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
            self.rehearsal.events.record("channel_updated", platform=self.key, login=channel.person.login)
            body = events.metadata_updated(self.rehearsal, channel)
            self.announce("livestream.metadata.updated", channel.person, body)

    def after_revocation(self, person: Person) -> None:
        """Deletes the subscriptions that were created with the account's tokens."""
        for subscription in self.webhooks.all():
            if subscription.created_by == person.id:
                self.webhooks.remove(subscription)

    def drop_sockets(self, person: Person | None) -> int:
        return self.site.drop(None if person is None else chatroom_channel(person))

    def describe(self, person: Person) -> dict[str, JsonValue]:
        return {
            **self.describe_channel(person),
            **self.describe_account(person),
            "sockets": sum(chatroom_channel(person) in socket.channels for socket in self.site.sockets),
            "subscriptions": sum(each.person_id == person.id for each in self.webhooks.all()),
        }

    def _give_up(self, subscription: Subscription) -> None:
        self.webhooks.remove(subscription, "subscription_dropped")


async def kick_of(connection: HTTPConnection) -> Kick:
    return cast("Kick", connection.app.state.rehearsal.platforms["kick"])


KickDep = Annotated[Kick, Depends(kick_of)]
