"""Normalizers for chat messages and notices."""

from functools import lru_cache
from typing import Literal
from urllib.parse import quote

import msgspec

from greenroom.chat.protocol.events import (
    LOCAL_NOTICE_PREFIX,
    ChatCleared,
    Event,
    Fragment,
    MessageDeleted,
    MessageReceived,
    NoticeReceived,
    Parent,
)
from greenroom.platforms.twitch.normalize.badges import Author, chatter_of
from greenroom.platforms.twitch.normalize.context import FrameContext, Normalize

MESSAGE_TOPIC, MESSAGE_VERSION = "channel.chat.message", "1"
# End of an emote's URL: animated if available, for dark themes, in double size.
EMOTE_PICTURE = "/default/dark/2.0"

# Twitch wraps a message that was typed as `/me …` in these.
ACTION_PREFIX, ACTION_SUFFIX = "\x01ACTION ", "\x01"

GIFT_TO_SEVERAL = "community_sub_gift"

Kind = Literal["text", "action", "highlight", "announcement", "first", "paid"]
KINDS: dict[str, Kind] = {"channel_points_highlighted": "highlight", "user_intro": "first"}


class EmotePart(msgspec.Struct, gc=False):
    id: str


class CheermotePart(msgspec.Struct, gc=False):
    prefix: str = ""
    bits: int = 0


class MentionPart(msgspec.Struct, gc=False):
    user_id: str


class GifPart(msgspec.Struct, gc=False):
    gif_id: str = ""
    url: str = ""


class FragmentPart(msgspec.Struct, gc=False):
    text: str
    emote: EmotePart | None = None
    cheermote: CheermotePart | None = None
    mention: MentionPart | None = None
    gif: GifPart | None = None


class MessagePart(msgspec.Struct, gc=False):
    text: str = ""
    fragments: list[FragmentPart] | None = None


class CheerPart(msgspec.Struct, gc=False):
    bits: int = 0


class ReplyPart(msgspec.Struct, gc=False):
    parent_message_id: str
    parent_message_body: str | None = None
    parent_user_id: str | None = None
    parent_user_name: str | None = None


class MessagePayload(Author, kw_only=True, gc=False):
    message_id: str
    message: MessagePart
    message_type: str = "text"
    cheer: CheerPart | None = None
    reply: ReplyPart | None = None
    source_broadcaster_user_id: str | None = None


class CommunityGiftPart(msgspec.Struct, gc=False):
    id: str
    total: int = 0


class SubGiftPart(msgspec.Struct, gc=False):
    recipient_user_name: str = ""
    # Null if the sub is not part of a gift to several viewers.
    community_gift_id: str | None = None


class NoticePayload(Author, kw_only=True, gc=False):
    """A notice; Twitch adds an object with details for each notice type, and only those of gifted subs are read."""

    message_id: str
    notice_type: str
    chatter_is_anonymous: bool = False
    system_message: str | None = None
    message: MessagePart | None = None
    community_sub_gift: CommunityGiftPart | None = None
    sub_gift: SubGiftPart | None = None
    shared_chat_community_sub_gift: CommunityGiftPart | None = None
    shared_chat_sub_gift: SubGiftPart | None = None


class DeletePayload(msgspec.Struct):
    message_id: str
    target_user_id: str | None = None


class ClearUserPayload(msgspec.Struct):
    target_user_id: str


_MESSAGES = msgspec.json.Decoder(MessagePayload)
_NOTICES = msgspec.json.Decoder(NoticePayload)


def chat_message(event: msgspec.Raw, context: FrameContext) -> Event:
    return message_of(_MESSAGES.decode(event), context)


def message_of(payload: MessagePayload, context: FrameContext) -> Event:
    if not payload.chatter_user_id:
        raise msgspec.ValidationError("a message without a chatter")
    text, fragments = payload.message.text, fragments_of(payload.message, context.emotes_url)
    bits = 0 if payload.cheer is None else payload.cheer.bits
    kind: Kind = "paid" if bits else KINDS.get(payload.message_type, "text")
    if text.startswith(ACTION_PREFIX):
        text, fragments, kind = _unwrap(text), _unwrap_all(fragments), "action"
    source = payload.source_broadcaster_user_id or ""
    # Positional: keyword arguments would take half as long as the rest of this function.
    return MessageReceived(
        payload.message_id,
        chatter_of(payload),
        text,
        fragments,
        context.sent_at,
        context.received_at,
        kind,
        None if payload.reply is None else _parent(payload.reply),
        source_channel_id="" if source == payload.broadcaster_user_id else source,
        bits=bits,
    )


def chat_notification(event: msgspec.Raw, context: FrameContext) -> Event:
    """A notice of any type, known or not, with Twitch's `system_message` as its text."""
    notice = _NOTICES.decode(event)
    message = notice.message or MessagePart()
    received = NoticeReceived(
        notice_id=notice.message_id,
        kind=notice.notice_type,
        # An announcement has no `system_message`, only its text.
        text=notice.system_message or notice.notice_type.replace("_", " ").capitalize(),
        chatter=None if notice.chatter_is_anonymous or not notice.chatter_user_id else chatter_of(notice),
        message=message.text,
        fragments=fragments_of(message, context.emotes_url),
        sent_at=context.sent_at,
        received_at=context.received_at,
    )
    return _as_gift(notice, received)


def _as_gift(notice: NoticePayload, received: NoticeReceived) -> NoticeReceived:
    """Gives the same id to all notices of a gift to several viewers: one has the size, the others a recipient each."""
    whole = notice.community_sub_gift or notice.shared_chat_community_sub_gift
    single = notice.sub_gift or notice.shared_chat_sub_gift
    gift_id = whole.id if whole is not None else single and single.community_gift_id
    if not gift_id:
        return received
    return msgspec.structs.replace(
        received,
        notice_id=f"{LOCAL_NOTICE_PREFIX}gift:{gift_id}",
        kind=GIFT_TO_SEVERAL,
        gifts=whole.total if whole is not None else 0,
        recipients=() if single is None else (single.recipient_user_name,),
    )


def message_delete(event: msgspec.Raw, context: FrameContext) -> Event:
    payload = msgspec.json.decode(event, type=DeletePayload)
    return MessageDeleted(payload.message_id, context.received_at, payload.target_user_id or "")


def chat_clear(event: msgspec.Raw, context: FrameContext) -> Event:
    return ChatCleared(context.received_at)


def clear_user_messages(event: msgspec.Raw, context: FrameContext) -> Event:
    return ChatCleared(context.received_at, msgspec.json.decode(event, type=ClearUserPayload).target_user_id)


def fragments_of(message: MessagePart, emotes_url: str) -> tuple[Fragment, ...]:
    if not message.fragments:
        return (Fragment(message.text),) if message.text else ()
    return tuple([_fragment(part, emotes_url) for part in message.fragments])


def _fragment(part: FragmentPart, emotes_url: str) -> Fragment:
    if part.emote is not None:
        return Fragment(part.text, "emote", part.emote.id, emote_url(emotes_url, part.emote.id))
    if part.mention is not None:
        return Fragment(part.text, "mention", part.mention.user_id)
    if part.cheermote is not None:
        return Fragment(part.text, "cheer", part.cheermote.prefix, amount=part.cheermote.bits)
    if part.gif is not None:
        return Fragment(part.text, "gif", part.gif.gif_id, part.gif.url)
    return Fragment(part.text)


@lru_cache(maxsize=4096)
def emote_url(emotes_url: str, emote_id: str) -> str:
    return f"{emotes_url}/{quote(emote_id, safe='')}{EMOTE_PICTURE}"


def _parent(part: ReplyPart) -> Parent:
    return Parent(
        message_id=part.parent_message_id,
        text=part.parent_message_body or "",
        author_id=part.parent_user_id or "",
        author_name=part.parent_user_name or "",
    )


def _unwrap(text: str) -> str:
    return text.removeprefix(ACTION_PREFIX).removesuffix(ACTION_SUFFIX)


def _unwrap_all(fragments: tuple[Fragment, ...]) -> tuple[Fragment, ...]:
    """Removes prefix and suffix of `/me` from the first and last fragment; drops empty fragments."""
    texts = [fragment.text for fragment in fragments]
    texts[0] = texts[0].removeprefix(ACTION_PREFIX)
    texts[-1] = texts[-1].removesuffix(ACTION_SUFFIX)
    changed = zip(fragments, texts, strict=True)
    return tuple(msgspec.structs.replace(fragment, text=text) for fragment, text in changed if text)


CHAT: dict[tuple[str, str], Normalize] = {
    (MESSAGE_TOPIC, MESSAGE_VERSION): chat_message,
    ("channel.chat.message_delete", "1"): message_delete,
    ("channel.chat.clear", "1"): chat_clear,
    ("channel.chat.clear_user_messages", "1"): clear_user_messages,
    ("channel.chat.notification", "1"): chat_notification,
}
