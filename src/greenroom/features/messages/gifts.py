"""Merges the lines of a gift to several viewers: platforms report its size and each recipient as separate events."""

from msgspec.structs import replace

from greenroom.chat.messages.line import ChatLine
from greenroom.chat.protocol.gift_parts import merge_parts
from greenroom.features.messages.notices import ANONYMOUS, count_text

MEMBERSHIPS = frozenset({"membership_gift", "membership_gift_received"})


def is_gift(line: ChatLine) -> bool:
    return bool(line.gifts or line.recipients)


def merge_gift(line: ChatLine, part: ChatLine | None = None) -> ChatLine:
    """The line of a gift with its headline; if `part` is another line of the same gift, both as one line."""
    parts = [line] if part is None else [line, part]
    main = next((one for one in parts if one.gifts), line)
    gifts, recipients = merge_parts((one.gifts for one in parts), (name for one in parts for name in one.recipients))
    one, many = ("membership", "memberships") if main.notice in MEMBERSHIPS else ("sub", "subs")
    giver = main.author.name if main.author is not None else ANONYMOUS
    return replace(
        main,
        sent_at=min(each.sent_at for each in parts),
        headline=f"{giver} gifted {count_text(gifts, one, many)}",
        gifts=gifts if main.gifts else 0,
        recipients=recipients,
    )
