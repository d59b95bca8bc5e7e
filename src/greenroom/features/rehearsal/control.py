"""Calls the rehearsal's control API, whose address is a setting and never part of a request."""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError, Conflict, NotFound
from greenroom.kernel.http.client import HttpResponse, NoResponse
from greenroom.kernel.http.parse_errors import UNREADABLE

MAX_MESSAGE_LENGTH = 300

T = TypeVar("T")


class NoRehearsal(NotFound):
    type = "no_rehearsal"
    message = "This Greenroom is not a rehearsal."


class RehearsalDown(AppError):
    status = 502
    type = "rehearsal_unavailable"
    message = "The rehearsal isn't responding. Restart `greenroom rehearse`."


class RehearsalRefused(Conflict):
    """The rehearsal refused a call, with its own message; or Greenroom refused to call it, and the message says why."""

    type = "rehearsal_refused"


class Scene(msgspec.Struct):
    key: str
    label: str
    description: str
    # done, current or upcoming.
    state: str


class Evening(msgspec.Struct):
    # The account on whose channel the evening plays; None if no evening has begun.
    login: str | None
    is_automatic: bool
    scenes: list[Scene]


class Moment(msgspec.Struct):
    key: str
    label: str
    description: str
    platforms: list[str]
    default_platforms: list[str]


class _Moments(msgspec.Struct):
    records: list[Moment]


class PlatformState(msgspec.Struct):
    key: str
    is_plugged_in: bool


class _Platforms(msgspec.Struct):
    records: list[PlatformState]


class _Failure(msgspec.Struct):
    error: str = ""


class RehearsalControl:
    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    @property
    def url(self) -> str:
        """The address of the control API; raises NoRehearsal if there is none."""
        url = self._kernel.settings.rehearsal_url
        if not url:
            raise NoRehearsal
        return url

    async def evening(self) -> Evening:
        return _decode(await self._call("GET", "/evening"), Evening)

    async def start_evening(self, login: str) -> Evening:
        return _decode(await self._call("POST", "/evening/start", {"login": login}), Evening)

    async def step_evening(self, login: str) -> Evening:
        return _decode(await self._call("POST", "/evening/step", {"login": login}), Evening)

    async def stop_evening(self) -> Evening:
        return _decode(await self._call("POST", "/evening/stop", {}), Evening)

    async def moments(self) -> list[Moment]:
        return _decode(await self._call("GET", "/moments"), _Moments).records

    async def play(self, moment: str, login: str, provider: str | None) -> None:
        """Plays the moment on this platform; without a provider, on the platforms where it usually happens."""
        await self._call("POST", f"/moments/{moment}", {"login": login, "platform": provider})

    async def platforms(self) -> list[PlatformState]:
        return _decode(await self._call("GET", "/platforms"), _Platforms).records

    async def plug(self, provider: str, *, is_on: bool) -> None:
        await self._call("POST", f"/{provider}/plug", {"on": is_on})

    async def make_moderator(self, provider: str, login: str, viewer: str) -> None:
        """Makes `viewer` a moderator in the chat of `login`."""
        await self._call("POST", f"/{provider}/moderator", {"login": login, "viewer": viewer})

    async def set_plays(self, texts: Sequence[str]) -> None:
        """Sets the texts that viewers of the rehearsal write now and then."""
        await self._call("POST", "/plays", {"texts": list(texts)})

    async def write_biography(self, provider: str, login: str, text: str) -> None:
        await self._call("POST", f"/{provider}/biography", {"login": login, "text": text})

    async def _call(self, method: str, path: str, body: dict[str, object] | None = None) -> HttpResponse:
        url, http = f"{self.url}{path}", self._kernel.http
        try:
            if body is None:
                answer = await http.request_once(method, url)
            else:
                answer = await http.request_once(method, url, json=body)
        except NoResponse as error:
            raise RehearsalDown from error
        if answer.is_success:
            return answer
        raise RehearsalRefused(_decode(answer, _Failure).error[:MAX_MESSAGE_LENGTH] or "The rehearsal rejected this.")


def _decode(answer: HttpResponse, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(answer.content, type=kind)
    except UNREADABLE as error:
        raise RehearsalDown from error
