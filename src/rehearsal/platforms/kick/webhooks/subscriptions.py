"""Subscriptions and deliveries of webhooks."""

from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue

from rehearsal.clock import rfc3339

CHAT = "chat.message.sent"
EVENTS = (
    CHAT,
    "channel.followed",
    "channel.subscription.new",
    "channel.subscription.renewal",
    "channel.subscription.gifts",
    "channel.reward.redemption.updated",
    "livestream.status.updated",
    "livestream.metadata.updated",
    "moderation.banned",
    "kicks.gifted",
)
VERSION = 1


@dataclass(slots=True)
class Subscription:
    id: str
    app_id: str
    person_id: str
    event: str
    created_at: datetime
    # The account whose token created it; None for an app token.
    created_by: str | None
    failing_since: datetime | None = None
    is_deleted: bool = False

    def response_body(self) -> dict[str, JsonValue]:
        return {
            "id": self.id,
            "app_id": self.app_id,
            "broadcaster_user_id": int(self.person_id),
            "event": self.event,
            "version": VERSION,
            "method": "webhook",
            "created_at": rfc3339(self.created_at),
            "updated_at": rfc3339(self.created_at),
        }


@dataclass(frozen=True, slots=True)
class Delivery:
    """One webhook; retries keep its id and timestamp."""

    message_id: str
    subscription: Subscription
    timestamp: str
    body: bytes
    attempt: int = 0
