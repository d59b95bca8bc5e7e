"""Frames and webhook bodies of EventSub."""

import os
from dataclasses import dataclass
from datetime import datetime

from rehearsal.clock import rfc3339_nanoseconds
from rehearsal.platforms.twitch.eventsub.sessions import Session
from rehearsal.platforms.twitch.eventsub.subscriptions import JsonObject, Subscription, encode


@dataclass(frozen=True, slots=True)
class Notification:
    """One notification; duplicates have the same id."""

    subscription: Subscription
    message_id: str
    stamp: str
    # Already JSON, because the same event goes to every subscription.
    event: str

    def as_frame(self) -> str:
        subscription = self.subscription
        return (
            f'{{"metadata":{{"message_id":"{self.message_id}","message_type":"notification",'
            f'"message_timestamp":"{self.stamp}","subscription_type":"{subscription.type}",'
            f'"subscription_version":"{subscription.version}"}},"payload":{self.as_body()}}}'
        )

    def as_body(self) -> str:
        return f'{{"subscription":{self.subscription.encoded()},"event":{self.event}}}'


def message_id() -> str:
    """A random UUID, made three times faster than with the standard library."""
    digits = os.urandom(16).hex()
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"


def envelope(kind: str, at: datetime, payload: JsonObject, subscription: Subscription | None = None) -> str:
    metadata: JsonObject = {
        "message_id": message_id(),
        "message_type": kind,
        "message_timestamp": rfc3339_nanoseconds(at),
    }
    if subscription is not None:
        metadata["subscription_type"] = subscription.type
        metadata["subscription_version"] = subscription.version
    return encode({"metadata": metadata, "payload": payload})


def welcome(session: Session, at: datetime) -> str:
    details: JsonObject = {
        "id": session.id,
        "status": "connected",
        "connected_at": rfc3339_nanoseconds(session.connected_at),
        "keepalive_timeout_seconds": session.keepalive_seconds,
        "reconnect_url": None,
        "recovery_url": None,
    }
    return envelope("session_welcome", at, {"session": details})


def keepalive(at: datetime) -> str:
    return envelope("session_keepalive", at, {})


def reconnect(session: Session, at: datetime, url: str) -> str:
    details: JsonObject = {
        "id": session.id,
        "status": "reconnecting",
        "keepalive_timeout_seconds": None,
        "reconnect_url": url,
        "connected_at": rfc3339_nanoseconds(session.connected_at),
    }
    return envelope("session_reconnect", at, {"session": details})


def revocation(subscription: Subscription, at: datetime) -> str:
    return envelope("revocation", at, {"subscription": subscription.frame_body()}, subscription)
