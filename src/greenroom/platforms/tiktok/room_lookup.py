"""Profile and live state of TikTok users, read from TikTok's web pages and their API."""

import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from urllib.parse import quote

import msgspec
from msgspec import Struct

from greenroom.accounts.platforms import Gone, Identity, PlatformUnavailable
from greenroom.kernel.http.client import HttpClient
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.kernel.logs import get_logger
from greenroom.platforms.tiktok.answers import call, raise_for_status, read
from greenroom.platforms.tiktok.settings import TikTokSettings

log = get_logger(__name__)

# `status` of a user or room; every other status counts as live.
OFFLINE = 4
# JSON in a script element of the live page (STATE) and of the profile page (PROFILE).
STATE = re.compile(rb'<script[^>]{0,500}\bid="SIGI_STATE"[^>]{0,500}>(.*?)</script>', re.DOTALL)
PROFILE = re.compile(
    rb'<script[^>]{0,500}\bid="__UNIVERSAL_DATA_FOR_REHYDRATION__"[^>]{0,500}>(.*?)</script>', re.DOTALL
)
# Users may paste the URL of the profile or of the stream instead of the handle.
PROFILE_URL = re.compile(r"(?:https?://)?(?:www\.|m\.)?tiktok\.com/@?([^/?#\s]+)", re.IGNORECASE)
HANDLE = re.compile(r"[A-Za-z0-9_.]{1,24}")
ROOM_ID = re.compile(r"[1-9][0-9]{0,18}")
CAPTCHA = "TikTok shows a captcha instead of the channel"


class LiveUser(msgspec.Struct):
    # Empty, missing or "0" for a user who has never been live.
    roomId: str | None = None  # noqa: N815
    uniqueId: str = ""  # noqa: N815
    status: int | None = None
    nickname: str | None = None
    avatarThumb: str | None = None  # noqa: N815


class LiveRoom(msgspec.Struct):
    status: int | None = None
    title: str | None = None
    # Unix time in seconds.
    startTime: int | None = None  # noqa: N815


class UserInfo(msgspec.Struct):
    user: LiveUser
    liveRoom: LiveRoom | None = None  # noqa: N815


class StateRoom(msgspec.Struct):
    liveRoomUserInfo: UserInfo  # noqa: N815


class PageState(msgspec.Struct):
    LiveRoom: StateRoom


class ProfileUser(msgspec.Struct):
    uniqueId: str = ""  # noqa: N815
    # The biography.
    signature: str = ""


class ProfileInfo(msgspec.Struct):
    user: ProfileUser


class ProfileDetail(msgspec.Struct):
    userInfo: ProfileInfo  # noqa: N815


class ProfileScope(msgspec.Struct):
    detail: ProfileDetail = msgspec.field(name="webapp.user-detail")


class ProfileState(msgspec.Struct):
    scope: ProfileScope = msgspec.field(name="__DEFAULT_SCOPE__")


class RoomAnswer(msgspec.Struct):
    data: msgspec.Raw = msgspec.Raw(b"null")
    message: str | None = None


class Alive(msgspec.Struct):
    alive: bool = False


class AliveAnswer(msgspec.Struct):
    data: list[Alive]


class Room(Struct, frozen=True):
    handle: str
    # None for a user who has never been live.
    room_id: str | None
    is_live: bool
    name: str = ""
    avatar_url: str = ""
    title: str | None = None
    started_at: datetime | None = None


def handle_of(text: str) -> str:
    """The handle in a typed or pasted text; raises Gone if there is none."""
    typed = text.strip()
    address = PROFILE_URL.match(typed)
    handle = (address.group(1) if address else typed).removeprefix("@")
    if not HANDLE.fullmatch(handle):
        raise Gone("Not a valid TikTok handle")
    return handle.lower()


def room_of(info: UserInfo, handle: str) -> Room:
    user, room = info.user, info.liveRoom or LiveRoom()
    status, started = room.status if room.status is not None else user.status, room.startTime or 0
    room_id = user.roomId if user.roomId and _is_room_id(user.roomId) else None
    return Room(
        handle=handle,
        room_id=room_id,
        is_live=room_id is not None and status is not None and status != OFFLINE,
        name=user.nickname or handle,
        avatar_url=user.avatarThumb or "",
        title=room.title,
        started_at=datetime.fromtimestamp(started, UTC) if 0 < started < 2**33 else None,
    )


def _is_room_id(text: str) -> bool:
    """Whether this is a room id that fits into the 64-bit integers of the socket's frames."""
    return ROOM_ID.fullmatch(text) is not None and int(text) < 2**63


def read_page(page: bytes, handle: str) -> Room | None:
    """Reads the live page of this handle; None if `page` is something else, for example a captcha."""
    found = STATE.search(page)
    if found is None:
        return None
    try:
        info = msgspec.json.decode(found.group(1), type=PageState, strict=False).LiveRoom.liveRoomUserInfo
    except UNREADABLE:
        return None
    return room_of(info, handle) if info.user.uniqueId.lower() == handle else None


def read_biography(page: bytes, handle: str) -> str | None:
    """Reads the profile page of this handle; None if `page` is something else, for example a captcha."""
    found = PROFILE.search(page)
    if found is None:
        return None
    try:
        user = msgspec.json.decode(found.group(1), type=ProfileState, strict=False).scope.detail.userInfo.user
    except UNREADABLE:
        return None
    return user.signature if user.uniqueId.lower() == handle else None


class RoomLookup:
    def __init__(self, settings: TikTokSettings, http: HttpClient) -> None:
        self._settings = settings
        self._http = http
        self._headers = {"User-Agent": settings.user_agent}

    async def find(self, handle: str) -> Identity:
        """Identity of a handle; raises Gone when the account does not exist."""
        # The handle is also used as the id, because the user's id is not on every page.
        room = await self._first(handle_of(handle), self._by_page, self._by_api)
        return Identity(room.handle, room.handle, room.name, room.avatar_url)

    async def biography(self, handle: str) -> str:
        name = handle_of(handle)
        answer = await call(self._http, "GET", f"{self._settings.app_url}/@{quote(name)}", headers=self._headers)
        raise_for_status(answer)
        text = read_biography(answer.content, name)
        if text is None:
            raise PlatformUnavailable(CAPTCHA)
        return text

    async def live_state(self, handle: str) -> Room:
        """Current live state from the API; from the live page, which is larger, only if the API fails."""
        return await self._first(handle_of(handle), self._by_api, self._by_page)

    async def is_alive(self, room_id: str) -> bool:
        url = f"{self._settings.webcast_url}/room/check_alive/"
        answer = await call(self._http, "GET", url, params=[("room_ids", room_id)], headers=self._headers)
        raise_for_status(answer)
        return any(room.alive for room in read(answer, AliveAnswer).data[:1])

    async def _first(self, handle: str, *lookups: Callable[[str], Awaitable[Room | None]]) -> Room:
        failure = PlatformUnavailable(CAPTCHA)
        for lookup in lookups:
            try:
                room = await lookup(handle)
            except PlatformUnavailable as error:
                failure = error
            else:
                if room is not None:
                    return room
        raise failure

    async def _by_page(self, handle: str) -> Room | None:
        answer = await call(self._http, "GET", f"{self._settings.app_url}/@{quote(handle)}/live", headers=self._headers)
        if answer.status_code == 404:
            return None
        raise_for_status(answer)
        return read_page(answer.content, handle)

    async def _by_api(self, handle: str) -> Room | None:
        url = f"{self._settings.app_url}/api-live/user/room/"
        params = [("uniqueId", handle), ("sourceType", "54")]
        answer = await call(self._http, "GET", url, params=params, headers=self._headers)
        raise_for_status(answer)
        found = read(answer, RoomAnswer)
        if found.message == "user_not_found":
            raise Gone("No TikTok account with this handle")
        try:
            return room_of(msgspec.json.decode(found.data, type=UserInfo, strict=False), handle)
        except UNREADABLE as error:
            log.warning("tiktok_room_unreadable", handle=handle, error=str(error), message=(found.message or "")[:100])
            return None
