"""The stand-in for TikTok: Login Kit, site, sign server and live rooms."""

from typing import Annotated, cast

from fastapi import Depends
from pydantic import JsonValue
from starlette.requests import HTTPConnection
from starlette.responses import Response

from rehearsal.oauth.accounts import Accounts, stable_secret
from rehearsal.oauth.tokens import TokenStore
from rehearsal.platforms.deliveries import Deliveries
from rehearsal.platforms.rate_limit import RateLimit
from rehearsal.platforms.tiktok import viewer_actions
from rehearsal.platforms.tiktok.errors import (
    API_CODES,
    log_id,
    open_failure,
    sign_failure,
    token_failure,
    webcast_failure,
)
from rehearsal.platforms.tiktok.ids import room_id
from rehearsal.platforms.tiktok.limits import Limits
from rehearsal.platforms.tiktok.webcast import messages
from rehearsal.platforms.tiktok.webcast.rooms import LiveRoom
from rehearsal.platforms.tiktok.webcast.sessions import CUT_OFF, ROOM_OVER
from rehearsal.platforms.tiktok.webcast.tickets import TicketIssuer
from rehearsal.simulation.actions import ViewerAction
from rehearsal.simulation.people import Category
from rehearsal.simulation.world import Person, Stream
from rehearsal.state import RehearsalState

CLIENT_KEY = "awrehearsalgreenroom"
PUSH_PATH = "/tiktok/webcast/im/ws"


class TikTok(Accounts):
    key = "tiktok"
    prefixes: tuple[str, ...] = ("tiktok",)
    client_setting = "CLIENT_KEY"

    def __init__(self, rehearsal: RehearsalState) -> None:
        super().__init__(rehearsal, CLIENT_KEY, stable_secret(f"tiktok:{rehearsal.first_seed}", 32))
        self.sign_key = f"euler_{stable_secret(f'sign:{rehearsal.first_seed}', 40)}"
        self.deliveries = Deliveries()
        self._rooms: dict[str, LiveRoom] = {}
        self._start()

    def _start(self) -> None:
        self.limits = Limits()
        self.tokens = TokenStore(self.rehearsal.clock, self.limits)
        self.tokens.rotates_refresh_tokens = True
        self.tokens.access_prefix, self.tokens.refresh_prefix = "act.", "rft."
        self.tokens.refresh_token_seconds = self.limits.refresh_token_seconds
        self.rate_limit = RateLimit(self.rehearsal.clock)
        self.ticket_issuer = TicketIssuer(self.rehearsal.clock, self.limits)
        self._rooms = {}
        # Room ids by person id: the site shows the last room of an offline channel.
        self.last_rooms: dict[str, int] = {}
        # Biographies that a control call has changed, by person id.
        self.biographies: dict[str, str] = {}
        self.shows_captcha = False
        self.refuse_next_handshakes = 0

    def reset(self) -> None:
        self.drop_sockets(None)
        self._start()

    def addresses(self) -> dict[str, str]:
        base = f"{self.rehearsal.base_url}/tiktok"
        return {
            "APP_URL": f"{base}/app",
            "WEBCAST_URL": f"{base}/webcast",
            "SIGN_URL": f"{base}/sign",
            "AUTH_URL": f"{base}/auth/authorize/",
            "API_URL": f"{base}/open",
        }

    @property
    def push_server(self) -> str:
        return f"{self.rehearsal.socket_base_url}{PUSH_PATH}"

    def refuse(self, path: str, status: int, retry_after: int | None) -> Response:
        now = self.rehearsal.clock.now()
        if path.startswith("/tiktok/sign"):
            reset = int(now.timestamp()) + (retry_after or 60)
            response = sign_failure(status, "This failure was requested on the control page.", reset=reset)
        elif path.startswith("/tiktok/open/v2/oauth"):
            response = token_failure("invalid_request" if status < 500 else "server_error", "", log_id(now), status)
        elif path.startswith("/tiktok/open"):
            response = open_failure(status, API_CODES.get(status, "internal_error"), "", log_id(now))
        else:
            response = webcast_failure(status)
        if retry_after is not None:
            response.headers["Retry-After"] = str(retry_after)
        return response

    def room(self, person: Person) -> LiveRoom | None:
        """The room of the current broadcast; None if the person is not live."""
        stream = self.channel(person).stream
        if stream is None:
            return None
        room = self._rooms.get(person.id)
        return room if room is not None and room.id == room_id(stream.id) else self._open_room(person, stream)

    def _open_room(self, person: Person, stream: Stream) -> LiveRoom:
        rehearsal = self.rehearsal
        number, viewers = room_id(stream.id), stream.viewer_count
        room = LiveRoom(number, person, viewers, rehearsal.clock, self.deliveries, rehearsal.tallies)
        self._rooms[person.id] = room
        return room

    def biography(self, person: Person) -> str:
        return self.biographies.get(person.id, person.description)

    def rooms(self) -> list[LiveRoom]:
        found = (self.room(person) for person in self.rehearsal.world.people)
        return [room for room in found if room is not None]

    def find_room(self, number: str) -> LiveRoom | None:
        return next((room for room in self.rooms() if str(room.id) == number), None)

    def perform(self, login: str, action: ViewerAction) -> dict[str, JsonValue]:
        return viewer_actions.perform(self, self.rehearsal.world.person(login), action)

    def go_live(self, person: Person, title: str | None = None, category: Category | None = None) -> None:
        stream = self.rehearsal.world.go_live(self.key, person, self.rehearsal.clock.now())
        channel = self.channel(person)
        channel.title = channel.title if title is None else title
        channel.category = channel.category if category is None else category
        self._open_room(person, stream)
        self.rehearsal.events.record("went_live", platform=self.key, login=person.login, stream_id=stream.id)

    def end(self, person: Person) -> None:
        self.close_room(person, messages.ENDED)

    def close_room(self, person: Person, action: int | None) -> None:
        """Ends the broadcast with a control message; without an action, none is sent and the sockets stay open."""
        room = self.room(person)
        self.rehearsal.world.end(self.key, person)
        self.rehearsal.events.record("ended", platform=self.key, login=person.login)
        if room is None:
            return
        self.last_rooms[person.id] = room.id
        if action is None:
            return
        room.send(messages.control(room.stamp(), action))
        room.flush()
        for session in room.sessions:
            session.send(ROOM_OVER)

    def show_viewers(self, person: Person, count: int) -> None:
        super().show_viewers(person, count)
        room = self.room(person)
        if room is not None:
            room.viewers = count

    def drop_sockets(self, person: Person | None) -> int:
        chosen = [room for key, room in self._rooms.items() if person is None or key == person.id]
        sessions = [session for room in chosen for session in room.sessions]
        for session in sessions:
            session.send(CUT_OFF)
        return len(sessions)

    def describe(self, person: Person) -> dict[str, JsonValue]:
        stream, room = self.channel(person).stream, self._rooms.get(person.id)
        return {
            **self.describe_channel(person),
            "stream_id": str(room_id(stream.id)) if stream else None,
            **self.describe_account(person),
            "sockets": 0 if room is None else len(room.sessions),
        }


async def tiktok_of(connection: HTTPConnection) -> TikTok:
    return cast("TikTok", connection.app.state.rehearsal.platforms["tiktok"])


TikTokDep = Annotated[TikTok, Depends(tiktok_of)]
