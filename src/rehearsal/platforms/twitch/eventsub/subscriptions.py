"""EventSub subscriptions and their transports."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

import msgspec
from pydantic import JsonValue

from rehearsal.clock import rfc3339_nanoseconds

JsonObject = dict[str, JsonValue]
Method = Literal["websocket", "webhook", "conduit"]
Topic = tuple[str, str]

PENDING = "webhook_callback_verification_pending"
VERIFICATION_FAILED = "webhook_callback_verification_failed"
FAILURES_EXCEEDED = "notification_failures_exceeded"

# Condition fields with the id of the channel that reports the event; other fields have the reader or moderator.
SUBJECTS = ("broadcaster_user_id", "to_broadcaster_user_id")


@dataclass(slots=True)
class Transport:
    """A socket, a webhook, or a conduit."""

    method: Method
    session_id: str = ""
    connected_at: datetime | None = None
    disconnected_at: datetime | None = None
    callback: str = ""
    secret: str = field(default="", repr=False)
    conduit_id: str = ""

    def frame_body(self) -> JsonObject:
        match self.method:
            case "websocket":
                return {"method": self.method, "session_id": self.session_id}
            case "webhook":
                return {"method": self.method, "callback": self.callback}
            case "conduit":
                return {"method": self.method, "conduit_id": self.conduit_id}

    def response_body(self) -> JsonObject:
        body = self.frame_body()
        if self.connected_at is not None:
            body["connected_at"] = rfc3339_nanoseconds(self.connected_at)
        if self.method == "websocket" and self.disconnected_at is not None:
            body["disconnected_at"] = rfc3339_nanoseconds(self.disconnected_at)
        return body

    @property
    def destination(self) -> tuple[str, str]:
        """Identifies the receiver, which may not have two subscriptions with the same type and condition."""
        return self.method, self.session_id or self.callback or self.conduit_id


@dataclass(slots=True)
class Subscription:
    id: str
    type: str
    version: str
    condition: dict[str, str]
    cost: int
    client_id: str
    # None for an app token.
    person_id: str | None
    created_at: datetime
    transport: Transport
    status: str = "enabled"
    disabled_at: datetime | None = None
    failures: int = 0
    _encoded: str = field(default="", repr=False)

    @property
    def topic(self) -> Topic:
        subject = next(name for name in SUBJECTS if name in self.condition)
        return self.type, self.condition[subject]

    def involves(self, person_id: str) -> bool:
        return person_id == self.person_id or person_id in self.condition.values()

    def change_status(self, status: str, at: datetime | None) -> None:
        self.status = status
        self.disabled_at = at
        self._encoded = ""

    def move(self, session_id: str, connected_at: datetime) -> None:
        self.transport.session_id, self.transport.connected_at = session_id, connected_at
        self._encoded = ""

    def frame_body(self) -> JsonObject:
        return {**self._common(), "transport": self.transport.frame_body()}

    def response_body(self) -> JsonObject:
        return {**self._common(), "transport": self.transport.response_body()}

    def encoded(self) -> str:
        """The subscription as JSON; cached, because every notification contains it."""
        if not self._encoded:
            self._encoded = encode(self.frame_body())
        return self._encoded

    def _common(self) -> JsonObject:
        condition: JsonObject = dict(self.condition)
        return {
            "id": self.id,
            "status": self.status,
            "type": self.type,
            "version": self.version,
            "condition": condition,
            "created_at": rfc3339_nanoseconds(self.created_at),
            "cost": self.cost,
        }


def encode(value: object) -> str:
    return msgspec.json.encode(value).decode()
