"""Builds the stored line of a message or notice from the platform's event."""

from functools import lru_cache

from greenroom.chat.messages.line import GAP_NOTICE, Author, ChatLine
from greenroom.chat.messages.name_colours import readable_colour
from greenroom.chat.messages.parts import EmoteWords, clean_id, clean_text, parts_of
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.protocol.events import Badge, Chatter, MessageReceived, NoticeReceived, Parent
from greenroom.kernel.text import tidy_line, web_address

MAX_NAME_LENGTH = 100
MAX_VIEWER_ID_LENGTH = 100
MAX_QUOTE_LENGTH = 500
# Maximum length of a notice kind, a badge kind or version, and a channel id of a platform.
MAX_KIND_LENGTH = 100
MAX_BADGES = 20


def build_line(
    source: ChannelEvent, event: MessageReceived | NoticeReceived, emotes: EmoteWords, *, is_first: bool
) -> ChatLine:
    if isinstance(event, MessageReceived):
        return _message(source, event, emotes, is_first=is_first)
    return _notice(source, event, emotes, is_first=is_first)


def _message(source: ChannelEvent, event: MessageReceived, emotes: EmoteWords, *, is_first: bool) -> ChatLine:
    text = clean_text(event.text)
    return ChatLine(
        source.connection_id,
        source.provider,
        clean_id(event.message_id),
        event.kind,
        # Otherwise lines of a platform whose clock is ahead of ours would stay at the end of the chat.
        min(event.sent_at, event.received_at),
        text,
        parts_of(text, event.fragments, emotes),
        author_of(event.chatter),
        _parent(event.reply_to) if event.reply_to is not None else None,
        bits=event.bits,
        is_first=is_first,
        is_backlog=event.is_backlog,
        source_channel_id=_shortened(event.source_channel_id) if event.source_channel_id else "",
    )


def _notice(source: ChannelEvent, event: NoticeReceived, emotes: EmoteWords, *, is_first: bool) -> ChatLine:
    text = clean_text(event.message)
    is_gap = event.kind == GAP_NOTICE
    return ChatLine(
        source.connection_id,
        source.provider,
        clean_id(event.notice_id),
        "gap" if is_gap else "notice",
        min(event.sent_at, event.received_at),
        text,
        parts_of(text, event.fragments, emotes) if text else (),
        author_of(event.chatter) if event.chatter is not None else None,
        notice="" if is_gap else _shortened(event.kind),
        headline=clean_text(event.text),
        gifts=event.gifts,
        recipients=tuple(tidy_line(name, MAX_NAME_LENGTH, "") for name in event.recipients),
        is_first=is_first,
        is_backlog=event.is_backlog,
    )


@lru_cache(maxsize=16_384)
def author_of(chatter: Chatter) -> Author:
    """Builds the author of a line; cached, because most authors write again with the same name and badges."""
    login = tidy_line(chatter.login, MAX_NAME_LENGTH, "")
    name = tidy_line(chatter.name, MAX_NAME_LENGTH, login or clean_text(chatter.id)[:MAX_VIEWER_ID_LENGTH] or "Unknown")
    return Author(
        clean_text(chatter.id)[:MAX_VIEWER_ID_LENGTH],
        login,
        name,
        readable_colour(chatter.colour, login or name),
        web_address(chatter.avatar_url),
        tuple(map(_badge, chatter.badges[:MAX_BADGES])),
        is_broadcaster=chatter.is_broadcaster,
        is_moderator=chatter.is_moderator,
        is_vip=chatter.is_vip,
        is_subscriber=chatter.is_subscriber,
        is_bot=chatter.is_bot,
        sub_months=chatter.sub_months,
    )


def _badge(badge: Badge) -> Badge:
    return Badge(_shortened(badge.kind), _shortened(badge.version), tidy_line(badge.label, MAX_NAME_LENGTH, ""))


def _parent(parent: Parent) -> Parent:
    return Parent(
        clean_id(parent.message_id),
        clean_text(parent.text)[:MAX_QUOTE_LENGTH],
        clean_text(parent.author_id)[:MAX_VIEWER_ID_LENGTH],
        tidy_line(parent.author_name, MAX_NAME_LENGTH, ""),
    )


def _shortened(text: str) -> str:
    return clean_text(text)[:MAX_KIND_LENGTH]
