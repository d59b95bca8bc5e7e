"""Normalizers for the undocumented events of Kick's site socket."""

from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec

from greenroom.chat.protocol.events import (
    ActivityKind,
    ActivityReceived,
    ChatCleared,
    Chatter,
    Event,
    MessageDeleted,
    MessageReceived,
    Parent,
    ViewerBanned,
    ViewerUnbanned,
)
from greenroom.platforms.kick.api import payloads
from greenroom.platforms.kick.api.payloads import parse_time
from greenroom.platforms.kick.webhooks.normalize import chatter_of, fragments_of, text_of


class SiteIdentity(msgspec.Struct):
    color: str | None = None
    badges: list[payloads.Badge] | None = None


class SitePerson(msgspec.Struct):
    id: int
    username: str = ""
    slug: str | None = None
    identity: SiteIdentity | None = None


class OriginalMessage(msgspec.Struct):
    id: str = ""
    content: str | None = None


class ReplyMetadata(msgspec.Struct):
    original_sender: SitePerson | None = None
    original_message: OriginalMessage | None = None


class SiteMessage(msgspec.Struct):
    id: str
    content: str
    sender: SitePerson
    created_at: str | None = None
    metadata: ReplyMetadata | None = None


class DeletedMessage(msgspec.Struct):
    id: str


class SiteDeleted(msgspec.Struct):
    message: DeletedMessage


class SiteBanned(msgspec.Struct):
    user: SitePerson
    banned_by: SitePerson | None = None
    permanent: bool | None = None
    duration: int | None = None
    expires_at: str | None = None


class SiteUnbanned(msgspec.Struct):
    user: SitePerson
    unbanned_by: SitePerson | None = None


class SiteHosted(msgspec.Struct):
    host_username: str
    number_viewers: int = 0
    optional_message: str | None = None


def message(data: bytes, received_at: datetime) -> Event:
    payload = msgspec.json.decode(data, type=SiteMessage, strict=False)
    fragments, sender = fragments_of(payload.content), payload.sender
    identity = sender.identity or SiteIdentity()
    person = payloads.Person(
        user_id=sender.id,
        username=sender.username,
        channel_slug=sender.slug,
        identity=payloads.Identity(identity.color, identity.badges),
    )
    return MessageReceived(
        message_id=payload.id,
        # Only a badge identifies the broadcaster, because these events do not contain the broadcaster's id.
        chatter=chatter_of(person, ""),
        text=text_of(fragments),
        fragments=fragments,
        sent_at=parse_time(payload.created_at, received_at),
        received_at=received_at,
        reply_to=_parent(payload.metadata),
    )


def _parent(metadata: ReplyMetadata | None) -> Parent | None:
    if metadata is None or metadata.original_message is None or not metadata.original_message.id:
        return None
    sender, original = metadata.original_sender, metadata.original_message
    return Parent(
        message_id=original.id,
        text=text_of(fragments_of(original.content or "")),
        author_id=str(sender.id) if sender else "",
        author_name=sender.username if sender else "",
    )


def deleted(data: bytes, received_at: datetime) -> Event:
    return MessageDeleted(msgspec.json.decode(data, type=SiteDeleted).message.id, received_at)


def banned(data: bytes, received_at: datetime) -> Event:
    payload = msgspec.json.decode(data, type=SiteBanned, strict=False)
    is_permanent = payload.permanent if payload.permanent is not None else payload.expires_at is None
    duration = timedelta(minutes=min(max(payload.duration or 0, 0), 10_080))
    until = None if is_permanent else parse_time(payload.expires_at, received_at + duration)
    return ViewerBanned(
        viewer_id=str(payload.user.id),
        viewer_name=payload.user.username,
        until=until,
        reason="",
        moderator=payload.banned_by.username if payload.banned_by else "",
        received_at=received_at,
        made_at=until - duration if until and duration else None,
    )


def unbanned(data: bytes, received_at: datetime) -> Event:
    payload = msgspec.json.decode(data, type=SiteUnbanned, strict=False)
    moderator = payload.unbanned_by.username if payload.unbanned_by else ""
    return ViewerUnbanned(str(payload.user.id), payload.user.username, moderator, received_at)


def cleared(data: bytes, received_at: datetime) -> Event:
    return ChatCleared(received_at)


def hosted(data: bytes, received_at: datetime) -> Event:
    payload = msgspec.json.decode(data, type=SiteHosted, strict=False)
    name = payload.host_username
    return ActivityReceived(
        activity_id=f"host:{name.lower()}:{received_at:%Y%m%dT%H%M%S}",
        kind=ActivityKind.RAID,
        chatter=Chatter(id="", login=name.lower(), name=name),
        happened_at=received_at,
        received_at=received_at,
        count=payload.number_viewers,
        message=payload.optional_message or "",
    )


Normalize = Callable[[bytes, datetime], Event]

# Subs, gifts and Kicks are read by webhook only: on this socket they have no id to deduplicate by.
NORMALIZERS: dict[str, Normalize] = {
    "App\\Events\\ChatMessageEvent": message,
    "App\\Events\\MessageDeletedEvent": deleted,
    "App\\Events\\UserBannedEvent": banned,
    "App\\Events\\UserUnbannedEvent": unbanned,
    "App\\Events\\ChatroomClearEvent": cleared,
    "App\\Events\\StreamHostEvent": hosted,
}
