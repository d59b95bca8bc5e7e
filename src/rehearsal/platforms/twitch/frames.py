"""The shapes of EventSub: envelopes, subscriptions and events."""

import json
import uuid
from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue

from rehearsal.clock import rfc3339, rfc3339_nanoseconds
from rehearsal.platforms.twitch.sessions import Session
from rehearsal.world import Channel, Person, Stream

JsonObject = dict[str, JsonValue]


@dataclass(slots=True)
class Subscription:
    """What somebody asked to be told, and over which socket."""

    id: str
    type: str
    version: str
    condition: dict[str, str]
    cost: int
    client_id: str
    person_id: str
    created_at: datetime
    session_id: str
    connected_at: datetime
    status: str = "enabled"
    disabled_at: datetime | None = None

    def in_frame(self) -> JsonObject:
        return {**self._common(), "transport": {"method": "websocket", "session_id": self.session_id}}

    def in_answer(self) -> JsonObject:
        transport: JsonObject = {
            "method": "websocket",
            "session_id": self.session_id,
            "connected_at": rfc3339_nanoseconds(self.connected_at),
        }
        if self.disabled_at is not None:
            transport["disconnected_at"] = rfc3339_nanoseconds(self.disabled_at)
        return {**self._common(), "transport": transport}

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


def envelope(kind: str, at: datetime, payload: JsonObject, subscription: Subscription | None = None) -> str:
    metadata: JsonObject = {
        "message_id": str(uuid.uuid4()),
        "message_type": kind,
        "message_timestamp": rfc3339_nanoseconds(at),
    }
    if subscription is not None:
        metadata["subscription_type"] = subscription.type
        metadata["subscription_version"] = subscription.version
    return json.dumps({"metadata": metadata, "payload": payload}, ensure_ascii=False)


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


def notification(subscription: Subscription, at: datetime, event: JsonObject) -> str:
    return envelope("notification", at, {"subscription": subscription.in_frame(), "event": event}, subscription)


def revocation(subscription: Subscription, at: datetime) -> str:
    return envelope("revocation", at, {"subscription": subscription.in_frame()}, subscription)


def online_event(person: Person, stream: Stream) -> JsonObject:
    started_at = rfc3339(stream.started_at)
    return {"id": stream.id, **_broadcaster(person), "type": "live", "started_at": started_at}


def offline_event(person: Person) -> JsonObject:
    return _broadcaster(person)


def update_event(channel: Channel) -> JsonObject:
    return {
        **_broadcaster(channel.person),
        "title": channel.title,
        "language": channel.language,
        "category_id": channel.category.id,
        "category_name": channel.category.name,
        "content_classification_labels": list[JsonValue](channel.labels),
    }


def _broadcaster(person: Person) -> JsonObject:
    return {
        "broadcaster_user_id": person.id,
        "broadcaster_user_login": person.login,
        "broadcaster_user_name": person.display_name,
    }
