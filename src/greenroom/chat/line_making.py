"""From what a platform told to the line that everybody sees."""

from functools import lru_cache

from greenroom.chat.batching import GAP
from greenroom.chat.events import Badge, Chatter, MessageReceived, NoticeReceived, ReplyTo
from greenroom.chat.line import Author, ChatLine, Parent
from greenroom.chat.line_parts import EmoteWords, clean_id, clean_text, parts_of
from greenroom.chat.name_colours import readable_colour
from greenroom.chat.pipeline import Said
from greenroom.kernel.text import tidy_line, web_address

LONGEST_NAME = 100
LONGEST_VIEWER_ID = 100
LONGEST_QUOTE = 500
# Of names that platforms give to things: kinds, versions, channels.
LONGEST_WORD = 100
MOST_BADGES = 20


def line_of(said: Said, emotes: EmoteWords) -> ChatLine:
    event = said.event
    if isinstance(event, MessageReceived):
        return _message(said, event, emotes)
    return _notice(said, event, emotes)


def _message(said: Said, event: MessageReceived, emotes: EmoteWords) -> ChatLine:
    text = clean_text(event.text)
    return ChatLine(
        said.heard.connection_id,
        said.heard.provider,
        clean_id(event.message_id),
        event.kind,
        # Nothing is heard before it is said: a clock that is ahead would keep its lines at the end for ever.
        min(event.sent_at, event.heard_at),
        text,
        parts_of(text, event.fragments, emotes),
        author_of(event.chatter),
        _parent(event.reply_to) if event.reply_to is not None else None,
        bits=event.bits,
        is_first=said.is_first,
        is_backlog=event.is_backlog,
        source_channel_id=_word(event.source_channel_id) if event.source_channel_id else "",
    )


def _notice(said: Said, event: NoticeReceived, emotes: EmoteWords) -> ChatLine:
    text = clean_text(event.message)
    is_gap = event.kind == GAP
    return ChatLine(
        said.heard.connection_id,
        said.heard.provider,
        clean_id(event.notice_id),
        "gap" if is_gap else "notice",
        min(event.sent_at, event.heard_at),
        text,
        parts_of(text, event.fragments, emotes) if text else (),
        author_of(event.chatter) if event.chatter is not None else None,
        notice="" if is_gap else _word(event.kind),
        headline=clean_text(event.text),
        is_first=said.is_first,
        is_backlog=event.is_backlog,
    )


@lru_cache(maxsize=16_384)
def author_of(chatter: Chatter) -> Author:
    """Made once for each way a person looks."""
    login = tidy_line(chatter.login, LONGEST_NAME, "")
    name = tidy_line(chatter.name, LONGEST_NAME, login or clean_text(chatter.id)[:LONGEST_VIEWER_ID] or "Somebody")
    return Author(
        clean_text(chatter.id)[:LONGEST_VIEWER_ID],
        login,
        name,
        readable_colour(chatter.colour, login or name),
        web_address(chatter.avatar_url),
        tuple(map(_badge, chatter.badges[:MOST_BADGES])),
        is_broadcaster=chatter.is_broadcaster,
        is_moderator=chatter.is_moderator,
        is_vip=chatter.is_vip,
        is_subscriber=chatter.is_subscriber,
        is_bot=chatter.is_bot,
        sub_months=chatter.sub_months,
    )


def _badge(badge: Badge) -> Badge:
    return Badge(_word(badge.kind), _word(badge.version), tidy_line(badge.label, LONGEST_NAME, ""))


def _parent(reply: ReplyTo) -> Parent:
    return Parent(
        clean_id(reply.message_id),
        clean_text(reply.text)[:LONGEST_QUOTE],
        clean_text(reply.chatter_id)[:LONGEST_VIEWER_ID],
        tidy_line(reply.chatter_name, LONGEST_NAME, ""),
    )


def _word(text: str) -> str:
    return clean_text(text)[:LONGEST_WORD]
