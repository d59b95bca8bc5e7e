"""Faults that control calls ask for: failing responses, delayed requests and missing responses."""

from dataclasses import dataclass, field
from typing import Protocol

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rehearsal.clock import Clock
from rehearsal.control.events import EventLog
from rehearsal.network.request_log import is_own_path

OFFLINE_STATUS = 503


@dataclass(slots=True)
class Failure:
    """The next `left` requests under the path get this status."""

    left: int
    status: int
    path_prefix: str
    retry_after: int | None = None


@dataclass(slots=True)
class MissingResponse:
    """The next `left` requests under the path are carried out and never answered."""

    left: int
    path_prefix: str


@dataclass(slots=True)
class Faults:
    failures: list[Failure] = field(default_factory=list[Failure])
    missing_responses: list[MissingResponse] = field(default_factory=list[MissingResponse])
    # Delay of requests by path prefix.
    delays_ms: dict[str, int] = field(default_factory=dict[str, int])
    # First path segments of unplugged platforms: all their requests fail.
    offline_prefixes: set[str] = field(default_factory=set[str])

    def take_failure(self, path: str) -> Failure | None:
        if self.offline_prefixes and path.split("/")[1] in self.offline_prefixes:
            return Failure(1, OFFLINE_STATUS, path)
        for failure in self.failures:
            if failure.left > 0 and path.startswith(failure.path_prefix):
                failure.left -= 1
                return failure
        return None

    def take_missing_response(self, path: str) -> bool:
        for missing in self.missing_responses:
            if missing.left > 0 and path.startswith(missing.path_prefix):
                missing.left -= 1
                return True
        return False

    def delay_ms(self, path: str) -> int:
        return max((ms for prefix, ms in self.delays_ms.items() if path.startswith(prefix)), default=0)

    def clear(self) -> None:
        self.failures.clear()
        self.missing_responses.clear()
        self.delays_ms.clear()
        self.offline_prefixes.clear()


class Refuse(Protocol):
    """Builds a failing response in the format of the platform that owns the path."""

    def __call__(self, path: str, status: int, retry_after: int | None) -> Response: ...


class FaultsMiddleware:
    def __init__(self, app: ASGIApp, *, faults: Faults, clock: Clock, events: EventLog, refuse: Refuse) -> None:
        self._app = app
        self._faults = faults
        self._clock = clock
        self._events = events
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"} or is_own_path(str(scope["path"])):
            await self._app(scope, receive, send)
            return
        await self._delay(str(scope["path"]))
        refusal = self._refusal(str(scope["path"]))
        if refusal is None and scope["type"] == "http" and self._faults.take_missing_response(str(scope["path"])):
            await self._withhold_response(scope, receive)
            return
        await (refusal or self._app)(scope, receive, send)

    async def _withhold_response(self, scope: Scope, receive: Receive) -> None:
        """Carries the request out and keeps the connection open until the client gives up."""

        async def swallow(message: Message) -> None:
            pass

        await self._app(scope, receive, swallow)
        self._events.record("answer_withheld", path=str(scope["path"]))
        while (await receive())["type"] != "http.disconnect":
            pass

    async def _delay(self, path: str) -> None:
        delay_ms = self._faults.delay_ms(path)
        if delay_ms:
            due = self._clock.after(delay_ms / 1000)
            self._events.record("request_held", path=path, ms=delay_ms)
            await self._clock.sleep_until(due)

    def _refusal(self, path: str) -> Response | None:
        failure = self._faults.take_failure(path)
        if failure is None:
            return None
        self._events.record("request_failed", path=path, status=failure.status)
        return self._refuse(path, failure.status, failure.retry_after)
