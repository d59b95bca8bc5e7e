"""The stand-in for YouTube and Google's OAuth."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, cast

import msgspec
from fastapi import Depends
from pydantic import JsonValue
from starlette.requests import HTTPConnection
from starlette.responses import Response

from rehearsal.clock import rfc3339
from rehearsal.oauth.accounts import Accounts, stable_secret
from rehearsal.oauth.tokens import TokenStore
from rehearsal.platforms.deliveries import Deliveries
from rehearsal.platforms.youtube import viewer_actions
from rehearsal.platforms.youtube.broadcasts.categories import CATEGORIES, GAMING, youtube_category_id
from rehearsal.platforms.youtube.broadcasts.studio import Broadcast, Studio
from rehearsal.platforms.youtube.chat.live_chat import Chat, Watcher
from rehearsal.platforms.youtube.chat.messages import snippet
from rehearsal.platforms.youtube.errors import ApiError, api_failure, chat_error, oauth_failure, requested_failure
from rehearsal.platforms.youtube.ids import channel_id, decode_chat_id, person_id, video_id
from rehearsal.platforms.youtube.limits import Limits
from rehearsal.platforms.youtube.quota import Quota
from rehearsal.simulation.actions import ViewerAction
from rehearsal.simulation.people import Category
from rehearsal.simulation.world import Person
from rehearsal.state import RehearsalState

CLIENT_ID = "100200300400-greenroomrehearsal.apps.googleusercontent.com"
# Last bytes of a chat stream: the array is closed, or cut in the middle.
END_OF_ARRAY, CUT_OFF = b"]", b""


@dataclass(frozen=True, slots=True)
class AuthorizeOptions:
    """Parameters of an authorize request that matter when its code is exchanged for tokens."""

    is_offline: bool
    forces_consent: bool
    includes_granted_scopes: bool


class YouTube(Accounts):
    key = "youtube"
    prefixes: tuple[str, ...] = ("google", "youtube")

    def __init__(self, rehearsal: RehearsalState) -> None:
        secret = stable_secret(f"rehearsal google {rehearsal.first_seed}", 28)
        super().__init__(rehearsal, CLIENT_ID, f"GOCSPX-{secret}")
        self.deliveries = Deliveries()
        self._start()
        rehearsal.closers.append(self.close)

    def _start(self) -> None:
        self.limits = Limits()
        self.tokens = TokenStore(self.rehearsal.clock, self.limits)
        self.tokens.access_prefix, self.tokens.refresh_prefix = "ya29.", "1//"
        self.quota = Quota(self.rehearsal.clock, self.limits)
        self._studios: dict[str, Studio] = {}
        # Keys: authorization codes.
        self.authorize_options: dict[str, AuthorizeOptions] = {}
        # Ids of people with a refresh token, who get another one with prompt=consent only.
        self.refresh_token_holders: set[str] = set()
        # The status with which message streams are refused; None while they work.
        self.stream_error_status: int | None = None
        # How readers are notified of removed messages: "nothing", "tombstone" or "event".
        self.deletion_notice = "nothing"
        self.without_channel: set[str] = set()

    def reset(self) -> None:
        self.drop_sockets(None)
        self._start()

    async def close(self) -> None:
        """Ends open message streams, which would keep the server from stopping."""
        for _, watcher in self._watchers():
            watcher.end(CUT_OFF)

    def export_state(self) -> dict[str, JsonValue]:
        return {**super().export_state(), "has_refresh_token": [*sorted(self.refresh_token_holders)]}

    def import_state(self, state: dict[str, JsonValue]) -> None:
        super().import_state(state)
        self.refresh_token_holders = set(cast("list[str]", state.get("has_refresh_token", [])))

    def addresses(self) -> dict[str, str]:
        base = self.rehearsal.base_url
        return {
            "AUTH_URL": f"{base}/google/o/oauth2/v2/auth",
            "TOKEN_URL": f"{base}/google/token",
            "REVOKE_URL": f"{base}/google/revoke",
            "API_URL": f"{base}/youtube/v3",
            "PLAYER_URL": f"{base}/youtube/embed",
        }

    def refuse(self, path: str, status: int, retry_after: int | None) -> Response:
        if path.startswith("/google"):
            response = oauth_failure(status, "internal_failure" if status >= 500 else "invalid_request", "Bad Request")
        else:
            response = api_failure(requested_failure(status), path)
        if retry_after is not None:
            response.headers["Retry-After"] = str(retry_after)
        return response

    def perform(self, login: str, action: ViewerAction) -> dict[str, JsonValue]:
        return viewer_actions.perform(self, self.studio(self.rehearsal.world.person(login)), action)

    def studio(self, person: Person) -> Studio:
        """The state of the person's YouTube channel, created on first access."""
        found = self._studios.get(person.id)
        if found is None:
            found = self._studios[person.id] = self._create_studio(person)
        return found

    def studios(self) -> list[Studio]:
        return [self.studio(person) for person in self.rehearsal.world.people]

    def _create_studio(self, person: Person) -> Studio:
        channel, now = self.channel(person), self.rehearsal.clock.now()
        # Not the world's random category, which changes when a platform is added.
        studio = Studio(person, self.deliveries, GAMING)
        viewers = self.rehearsal.world.viewers_on(self.key)
        studio.moderator_ids = [channel_id(viewer.id) for viewer in viewers if viewer.is_moderator]
        studio.members = {channel_id(viewer.id): (viewer.sub_months, 1) for viewer in viewers if viewer.sub_months}
        studio.add_past_broadcasts(channel.title, now)
        if channel.stream is not None:
            self._start_broadcast(studio)
        return studio

    def _start_broadcast(self, studio: Studio) -> Broadcast:
        """Starts the planned broadcast, or a new one."""
        channel, now = self.channel(studio.person), self.rehearsal.clock.now()
        assert channel.stream is not None
        began = channel.stream.started_at
        broadcast = studio.waiting
        if broadcast is None:
            broadcast_id = video_id("live", channel.stream.id)
            broadcast = studio.open(broadcast_id, channel.title, at=now, scheduled_at=began)
            broadcast.is_persistent = True
        studio.start(broadcast, began, channel.stream.viewer_count)
        return broadcast

    def go_live(self, person: Person, title: str | None = None, category: Category | None = None) -> None:
        studio = self.studio(person)
        stream = self.rehearsal.world.go_live(self.key, person, self.rehearsal.clock.now())
        broadcast = self._start_broadcast(studio)
        self.retitle(person, title, category)
        facts = {"broadcast_id": broadcast.id, "stream_id": stream.id}
        self.rehearsal.events.record("went_live", platform=self.key, login=person.login, **facts)

    def retitle(self, person: Person, title: str | None, category: Category | None) -> None:
        """Changes title and category of the live broadcast, if there is one, and the defaults for later ones."""
        studio = self.studio(person)
        if title is not None:
            self.channel(person).title = title
        if category is not None:
            studio.category_id = youtube_category_id(category)
        if studio.live is not None:
            studio.live.title = studio.live.title if title is None else title
            studio.live.category_id = studio.live.category_id if category is None else studio.category_id

    def end(self, person: Person) -> None:
        studio = self.studio(person)
        self.rehearsal.world.end(self.key, person)
        broadcast = studio.live
        if broadcast is None:
            return
        now = self.rehearsal.clock.now()
        if not broadcast.is_persistent:
            # Only planned broadcasts send this event.
            ended = snippet("chatEndedEvent", broadcast.chat.id, studio.channel_id, now)
            broadcast.chat.send(
                broadcast.chat.compose(ended, viewer_actions.owner_details(self, studio), studio.channel_id)
            )
        studio.stop(broadcast, now)
        self.rehearsal.events.record("ended", platform=self.key, login=person.login, broadcast_id=broadcast.id)

    def show_viewers(self, person: Person, count: int) -> None:
        super().show_viewers(person, count)
        live = self.studio(person).live
        if live is not None:
            live.viewer_count = count

    def count_viewers(self, studio: Studio, served: Iterable[Broadcast]) -> None:
        """Adds the viewer counts of the served broadcasts to the tallies of their streams."""
        for broadcast in served:
            if broadcast.is_live:
                self.rehearsal.tallies.add_viewers(self.key, studio.person.login, broadcast.viewer_count)

    def after_revocation(self, person: Person) -> None:
        self.refresh_token_holders.discard(person.id)
        denied = ApiError(401, "authError", "Request had invalid authentication credentials.").body()
        for _, watcher in self._watchers():
            if watcher.person_id == person.id:
                watcher.end(b"," + msgspec.json.encode(denied) + END_OF_ARRAY)

    def drop_sockets(self, person: Person | None) -> int:
        """Cuts open message streams in the middle of their JSON array; returns their number."""
        watchers = [each for _, each in self._watchers() if person is None or each.person_id == person.id]
        for watcher in watchers:
            watcher.end(CUT_OFF)
        return len(watchers)

    def _watchers(self) -> Iterator[tuple[Chat, Watcher]]:
        for studio in self._studios.values():
            for broadcast in studio.broadcasts:
                for watcher in list(broadcast.chat.watchers):
                    yield broadcast.chat, watcher

    def find_broadcast(self, broadcast_id: str) -> tuple[Studio, Broadcast] | None:
        for studio in self.studios():
            broadcast = studio.find(broadcast_id)
            if broadcast is not None:
                return studio, broadcast
        return None

    def find_chat(self, live_chat_id: str) -> tuple[Studio, Broadcast]:
        """The studio and broadcast of a chat; raises the API's error if there is no such chat or it is turned off."""
        ids = decode_chat_id(live_chat_id)
        person = self.rehearsal.world.find(person_id=person_id(ids[0]) or "") if ids else None
        broadcast = self.studio(person).find(ids[1]) if person and ids else None
        if person is None or broadcast is None:
            raise chat_error(404, "liveChatNotFound", "The live chat that you are trying to retrieve cannot be found.")
        if not broadcast.has_chat:
            raise chat_error(403, "liveChatDisabled", "Live chat is not enabled for the specified broadcast.")
        return self.studio(person), broadcast

    def describe(self, person: Person) -> dict[str, JsonValue]:
        studio = self.studio(person)
        live = studio.live
        category_id = live.category_id if live else studio.category_id
        return {
            "is_live": live is not None,
            "stream_id": live.id if live else None,
            "chat_id": live.chat.id if live else None,
            "channel_id": studio.channel_id,
            "started_at": rfc3339(live.started_at) if live and live.started_at else None,
            "viewer_count": live.viewer_count if live else None,
            "title": live.title if live else self.channel(person).title,
            "category": CATEGORIES[category_id],
            **self.describe_account(person),
            "sockets": sum(watcher.person_id == person.id for _, watcher in self._watchers()),
        }


async def youtube_of(connection: HTTPConnection) -> YouTube:
    return cast("YouTube", connection.app.state.rehearsal.platforms["youtube"])


YouTubeDep = Annotated[YouTube, Depends(youtube_of)]
