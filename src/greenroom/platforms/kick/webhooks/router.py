"""Webhook endpoint for Kick: verifies the signature and publishes the event on the bus."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from http import HTTPStatus

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from starlette.datastructures import Headers

from greenroom.accounts.platforms import PlatformFailure
from greenroom.kernel.api.access import PUBLIC
from greenroom.kernel.bus.bus import Bus
from greenroom.kernel.clock import Clock
from greenroom.kernel.errors import ErrorBody
from greenroom.kernel.http.client import HttpClient
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.kernel.ids import RecentIds
from greenroom.kernel.logs import get_logger
from greenroom.platforms.kick.settings import KickSettings
from greenroom.platforms.kick.webhooks.deliveries import MAX_REMEMBERED_IDS, Delivery, broadcaster_id_of, topic_of
from greenroom.platforms.kick.webhooks.signatures import PublishedKey, signed_text

log = get_logger(__name__)

FORGERY_LOG_INTERVAL = timedelta(minutes=1)

# For all headers except the signature; ids have 26 characters and timestamps about 30.
MAX_HEADER_LENGTH = 100


class EventHeaders(msgspec.Struct, frozen=True):
    message_id: str
    timestamp: str
    signature: str
    kind: str
    version: str

    @classmethod
    def of(cls, headers: Headers) -> "EventHeaders | None":
        found = cls(
            message_id=headers.get("Kick-Event-Message-Id", ""),
            timestamp=headers.get("Kick-Event-Message-Timestamp", ""),
            signature=headers.get("Kick-Event-Signature", ""),
            kind=headers.get("Kick-Event-Type", ""),
            version=headers.get("Kick-Event-Version", ""),
        )
        limited = (found.message_id, found.timestamp, found.kind, found.version)
        is_complete = all(limited) and found.signature
        return found if is_complete and all(len(value) <= MAX_HEADER_LENGTH for value in limited) else None


class WebhookReceiver:
    def __init__(self, settings: KickSettings, http: HttpClient, clock: Clock, bus: Bus) -> None:
        self._is_enabled = bool(settings.client_id)
        self._window = timedelta(minutes=settings.webhook_minutes)
        self._key = PublishedKey(settings, http, clock)
        self._clock = clock
        self._bus = bus
        # Twice the window, because a timestamp may be that far in the past or in the future.
        self._seen = RecentIds[str](max_age=2 * self._window, limit=MAX_REMEMBERED_IDS)
        self._forged = 0
        self._forgery_logged_at = datetime.min.replace(tzinfo=UTC)

    async def receive(self, raw_headers: Headers, read_body: Callable[[], Awaitable[bytes]]) -> HTTPStatus:
        """Handles a webhook; returns the status to respond with. Reads the body only if the headers are complete."""
        if not self._is_enabled:
            return HTTPStatus.NOT_FOUND
        headers = EventHeaders.of(raw_headers)
        if headers is None:
            return HTTPStatus.BAD_REQUEST
        body = await read_body()
        try:
            text = signed_text(headers.message_id, headers.timestamp, body)
            if not await self._key.verifies(headers.signature, text):
                self._log_forgery()
                return HTTPStatus.FORBIDDEN
        except PlatformFailure as error:
            log.warning("kick_webhook_verification_failed", error=str(error))
            return HTTPStatus.SERVICE_UNAVAILABLE
        return await self._accept(headers, body)

    def _log_forgery(self) -> None:
        """Counts a forged request; logs the count at most once in FORGERY_LOG_INTERVAL."""
        self._forged += 1
        if self._clock() - self._forgery_logged_at >= FORGERY_LOG_INTERVAL:
            log.warning("kick_webhooks_forged", count=self._forged)
            self._forged, self._forgery_logged_at = 0, self._clock()

    async def _accept(self, headers: EventHeaders, body: bytes) -> HTTPStatus:
        """Publishes a webhook with a valid signature, unless it is expired, repeated or unreadable."""
        now, sent_at = self._clock(), _time(headers.timestamp)
        if sent_at is None or abs(now - sent_at) > self._window:
            log.warning("kick_webhook_expired", type=headers.kind, sent_at=headers.timestamp)
            return HTTPStatus.FORBIDDEN
        # Kick repeats an event with the same id until we respond, and sometimes after that.
        if not self._seen.is_new(headers.message_id, now):
            return HTTPStatus.NO_CONTENT
        delivery = Delivery(headers.message_id, headers.kind, headers.version, sent_at, now, msgspec.Raw(body))
        try:
            topic, payload = topic_of(broadcaster_id_of(body)), msgspec.json.encode(delivery)
        except UNREADABLE as error:
            # Signed but unreadable: an error status would only make Kick repeat the event.
            log.warning("kick_webhook_unreadable", type=headers.kind, error=str(error))
            return HTTPStatus.NO_CONTENT
        await self._bus.publish(topic, payload)
        return HTTPStatus.NO_CONTENT


def _time(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


# Kick reads only the status; other callers get the usual error body.
REFUSAL = ErrorBody(type="webhook_refused", message="Webhook delivery refused.")


def webhook_router(settings: KickSettings, http: HttpClient, clock: Clock, bus: Bus) -> APIRouter:
    router, receiver = APIRouter(include_in_schema=False), WebhookReceiver(settings, http, clock, bus)

    @router.post("/webhooks/kick", dependencies=[PUBLIC])
    async def receive(request: Request) -> Response:
        status = await receiver.receive(request.headers, request.body)
        if status >= HTTPStatus.BAD_REQUEST:
            return JSONResponse(REFUSAL.model_dump(exclude_none=True), status_code=status)
        return Response(status_code=status)

    return router
