"""The undocumented Pusher feed of Kick's site, with chat, moderation, subs, hosts and more."""

import asyncio
import json
from dataclasses import dataclass, field
from datetime import datetime

import msgspec
from pydantic import JsonValue

from rehearsal.clock import rfc3339
from rehearsal.network.sockets import Ending, put_or_end
from rehearsal.platforms.deliveries import Deliveries
from rehearsal.platforms.kick.ids import channel_id, chatroom_id
from rehearsal.platforms.kick.resources import Json, badges_of, slug_of, username_of
from rehearsal.platforms.kick.rooms import ChatMessage
from rehearsal.simulation.viewers import Viewer
from rehearsal.simulation.world import Person

APP_KEY = "5eat5f111ed0facade00"
CLUSTER = "rehearsal1"
MAX_OUTBOX = 20_000

ENCODE = msgspec.json.Encoder().encode


CUT_OFF = Ending(None, "cut off")


@dataclass(slots=True, eq=False)
class SiteSocket:
    id: str
    channels: set[str] = field(default_factory=set[str])
    outbox: asyncio.Queue[str | Ending] = field(default_factory=lambda: asyncio.Queue[str | Ending](MAX_OUTBOX))

    def put(self, item: str | Ending) -> None:
        put_or_end(self.outbox, item, CUT_OFF)


@dataclass(slots=True)
class Site:
    deliveries: Deliveries
    sockets: set[SiteSocket] = field(default_factory=set[SiteSocket])

    def publish(self, channel: str, event: str, data: object) -> bool:
        """Sends an event to the sockets that subscribed to this Pusher channel; False if none gets it."""
        if not self.sockets:
            return False
        listeners = [socket for socket in self.sockets if channel in socket.channels]
        if not listeners:
            return False
        frame = ENCODE({"event": event, "channel": channel, "data": ENCODE(data).decode()}).decode()
        sent = [self.deliveries.send(frame, socket.put) for socket in listeners]
        return any(sent)

    def drop(self, room: str | None) -> int:
        dropped = [socket for socket in self.sockets if room is None or room in socket.channels]
        for socket in dropped:
            socket.put(CUT_OFF)
        return len(dropped)


def chatroom_channel(person: Person) -> str:
    return f"chatrooms.{chatroom_id(person)}.v2"


def pusher_frame(event: str, data: JsonValue, channel: str | None = None) -> str:
    """A frame of the Pusher protocol, in which `data` is a text that contains JSON."""
    frame: dict[str, str] = {"event": event, "data": json.dumps(data)}
    return json.dumps(frame if channel is None else {**frame, "channel": channel})


def person_part(viewer: Viewer) -> Json:
    return {
        "id": int(viewer.id),
        "username": username_of(viewer.login, viewer.display_name),
        "slug": slug_of(viewer.login),
    }


def chat_message(message: ChatMessage, broadcaster: Person) -> Json:
    identity: Json = {"color": message.sender.colour or "#75FD46", "badges": badges_of(message.sender, broadcaster)}
    quoted = message.replies_to
    metadata: Json = {"message_ref": message.id.replace("-", "")[:13]}
    if quoted is not None:
        part = person_part(quoted.sender)
        metadata["original_sender"] = {"id": part["id"], "username": part["username"]}
        metadata["original_message"] = {"id": quoted.id, "content": quoted.content}
    return {
        "id": message.id,
        "chatroom_id": chatroom_id(broadcaster),
        "content": message.content,
        "type": "message" if quoted is None else "reply",
        "created_at": rfc3339(message.created_at),
        "sender": {**person_part(message.sender), "identity": identity},
        "metadata": metadata,
    }


def message_deleted(event_id: str, message_id: str) -> Json:
    return {"id": event_id, "message": {"id": message_id}, "aiModerated": False, "violatedRules": []}


def user_banned(event_id: str, viewer: Viewer, moderator: Viewer, minutes: int | None, until: datetime | None) -> Json:
    body: Json = {"id": event_id, "user": person_part(viewer), "banned_by": person_part(moderator)}
    if until is None:
        return {**body, "permanent": True}
    return {**body, "permanent": False, "duration": minutes, "expires_at": rfc3339(until)}


def user_unbanned(event_id: str, viewer: Viewer, moderator: Viewer, *, was_permanent: bool) -> Json:
    parts: Json = {"user": person_part(viewer), "unbanned_by": person_part(moderator)}
    return {"id": event_id, **parts, "permanent": was_permanent}


def channel_lookup(person: Person, *, is_live: bool, title: str, playback_url: str) -> Json:
    livestream: Json = {"session_title": title, "is_live": True}
    return {
        "id": channel_id(person),
        "user_id": int(person.id),
        "slug": slug_of(person.login),
        "chatroom": {"id": chatroom_id(person)},
        "livestream": livestream if is_live else None,
        "playback_url": playback_url,
    }
