"""Webhook endpoint for Twitch: verifies the signature and publishes the event on the bus."""

import hashlib
import hmac
from collections.abc import Mapping

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from greenroom.kernel.api.access import PUBLIC
from greenroom.kernel.bus.bus import Bus
from greenroom.kernel.clock import Clock
from greenroom.kernel.errors import AppError, NotFound
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.kernel.logs import get_logger
from greenroom.platforms.twitch.eventsub.frames import MAX_FRAME_AGE, Frame, Metadata, read_payload
from greenroom.platforms.twitch.eventsub.subscriptions import WEBHOOK_PATH
from greenroom.platforms.twitch.eventsub.webhook_feed import VERIFICATION, topic_of
from greenroom.platforms.twitch.normalize.context import Timestamp
from greenroom.platforms.twitch.settings import TwitchSettings

log = get_logger(__name__)


class NotFromTwitch(AppError):
    status = 403
    type = "not_from_twitch"
    message = "This is not signed by Twitch, or it is too old."


class Envelope(msgspec.Struct, frozen=True):
    """Frame metadata from Twitch's headers."""

    message_id: str
    timestamp: str
    message_type: str
    subscription_type: str
    subscription_version: str
    signature: str


class SubscriptionPart(msgspec.Struct):
    condition: dict[str, str | None] = {}


class Body(msgspec.Struct):
    """Body of a webhook; without a subscription when Twitch verifies a conduit's shard."""

    subscription: SubscriptionPart | None = None
    challenge: str | None = None


def sign(secret: str, envelope: Envelope, body: bytes) -> str:
    message = envelope.message_id.encode() + envelope.timestamp.encode() + body
    return f"sha256={hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()}"


def is_signed(secret: str, envelope: Envelope, body: bytes) -> bool:
    return hmac.compare_digest(sign(secret, envelope, body).encode(), envelope.signature.encode())


def frame_of(envelope: Envelope, body: bytes) -> Frame:
    """Converts a webhook into the frame that the socket would receive."""
    metadata = Metadata(
        message_id=envelope.message_id,
        message_type=envelope.message_type,
        message_timestamp=msgspec.convert(envelope.timestamp, Timestamp),
        subscription_type=envelope.subscription_type,
        subscription_version=envelope.subscription_version,
    )
    return Frame(metadata, read_payload(body))


def channel_of(body: Body) -> str | None:
    condition = {} if body.subscription is None else body.subscription.condition
    return condition.get("broadcaster_user_id") or condition.get("to_broadcaster_user_id")


def webhook_router(settings: TwitchSettings, bus: Bus, clock: Clock) -> APIRouter:
    router = APIRouter()
    secret = settings.webhook_secret

    # The body is not a parameter of the route, because the signature is that of the unparsed bytes.
    @router.post(WEBHOOK_PATH, dependencies=[PUBLIC], include_in_schema=False)
    async def receive_webhook(request: Request) -> Response:
        if not settings.receives_webhooks:
            raise NotFound("Twitch webhooks are not enabled.")
        envelope = envelope_of(request.headers)
        if not envelope.signature:
            raise NotFromTwitch
        body = await request.body()
        if not is_signed(secret, envelope, body):
            raise NotFromTwitch
        return await _publish(envelope, body, bus, clock)

    return router


def envelope_of(headers: Mapping[str, str]) -> Envelope:
    def header(name: str) -> str:
        return headers.get(f"Twitch-Eventsub-{name}", "")

    return Envelope(
        message_id=header("Message-Id"),
        timestamp=header("Message-Timestamp"),
        message_type=header("Message-Type"),
        subscription_type=header("Subscription-Type"),
        subscription_version=header("Subscription-Version"),
        signature=header("Message-Signature"),
    )


async def _publish(envelope: Envelope, body: bytes, bus: Bus, clock: Clock) -> Response:
    """Publishes the event on the bus, even a repeated one: the connection deduplicates events of all processes."""
    try:
        frame, parsed = frame_of(envelope, body), msgspec.json.decode(body, type=Body)
    except UNREADABLE as error:
        log.warning("twitch_webhook_invalid", type=envelope.message_type, error=str(error))
        # An error status would only make Twitch repeat the event.
        return Response(status_code=204)
    if clock() - frame.metadata.message_timestamp > MAX_FRAME_AGE:
        raise NotFromTwitch
    if (channel_id := channel_of(parsed)) is not None:
        await bus.publish(topic_of(channel_id), msgspec.json.encode(frame))
    if envelope.message_type == VERIFICATION:
        return PlainTextResponse(parsed.challenge or "")
    return Response(status_code=204)
