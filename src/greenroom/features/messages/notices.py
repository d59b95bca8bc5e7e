"""Sentences for activities, and notices of activities that the platform does not announce in chat."""

from collections.abc import Callable, Mapping
from decimal import Decimal

from greenroom.accounts.platforms import PlatformInfo
from greenroom.chat.protocol.events import LOCAL_NOTICE_PREFIX, ActivityKind, ActivityReceived, NoticeReceived
from greenroom.kernel.text import tidy_line

# Activities that are too frequent to be shown in chat.
HIDDEN_KINDS = frozenset({ActivityKind.FOLLOW, ActivityKind.LIKE, ActivityKind.SHARE, ActivityKind.JOIN})
GIFTS_TO_SEVERAL = frozenset({ActivityKind.GIFT_BOMB, ActivityKind.MEMBERSHIP_GIFT})
ANONYMOUS = "An anonymous viewer"
SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "BRL": "R$", "KRW": "₩"}
WITHOUT_CENTS = frozenset({"JPY", "KRW", "CLP", "VND", "HUF", "JEWELS"})


def needs_notice(activity: ActivityReceived, info: PlatformInfo | None) -> bool:
    """Whether to show a notice of the activity; not if its kind is hidden or the platform announces it in chat."""
    if activity.kind in HIDDEN_KINDS:
        return False
    if info is None:
        return True
    is_text_in_chat = bool(activity.message) and activity.kind in info.texts_in_chat
    return not is_text_in_chat and activity.kind not in info.announced_in_chat


def notice_of(activity: ActivityReceived) -> NoticeReceived:
    # A gift has no message: its only fragment is a picture, whose text is the gift's name.
    message = activity.message or "".join(fragment.text for fragment in activity.fragments)
    return NoticeReceived(
        notice_id=f"{LOCAL_NOTICE_PREFIX}{activity.activity_id}",
        kind=activity.kind.value,
        text=sentence(activity),
        chatter=activity.chatter if activity.chatter is not None and activity.chatter.id else None,
        message=message,
        fragments=activity.fragments,
        sent_at=activity.happened_at,
        received_at=activity.received_at,
        is_backlog=activity.is_backlog,
        gifts=activity.count if activity.kind in GIFTS_TO_SEVERAL else 0,
        recipients=activity.recipients if activity.kind in GIFTS_TO_SEVERAL else (),
    )


def sentence(activity: ActivityReceived) -> str:
    chatter = activity.chatter
    who = tidy_line(chatter.name or chatter.login, 100, ANONYMOUS) if chatter is not None else ANONYMOUS
    describe = SENTENCES.get(activity.kind)
    return f"{who} {describe(activity) if describe is not None else activity.kind.value.replace('_', ' ')}"


def money(micros: int, currency: str) -> str:
    code = currency.upper()
    digits = 0 if code in WITHOUT_CENTS else 2
    amount = f"{Decimal(micros) / 1_000_000:,.{digits}f}"
    sign = SIGNS.get(code)
    return f"{sign}{amount}" if sign is not None else f"{amount} {code}".strip()


def count_text(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def _amount_text(activity: ActivityReceived) -> str:
    return f" of {money(activity.amount_micros, activity.currency)}" if activity.amount_micros else ""


def _title(activity: ActivityReceived, default: str) -> str:
    return tidy_line(activity.title, 100, default)


def _sub(activity: ActivityReceived) -> str:
    return f"subscribed for {activity.months} months" if activity.months > 1 else "subscribed"


def _gifted_subs(activity: ActivityReceived) -> str:
    if activity.count > 1:
        return f"gifted {count_text(activity.count, 'sub', 'subs')}"
    to = tidy_line(activity.recipients[0], 100, "a viewer") if activity.recipients else ""
    return f"gifted a sub to {to}" if to else "gifted a sub"


def _named_gift(activity: ActivityReceived) -> str:
    times = f" ×{activity.count:,}" if activity.count > 1 else ""
    return f"sent {_title(activity, 'a gift')}{times}"


def _kicks(activity: ActivityReceived) -> str:
    title = _title(activity, "")
    return f"sent {count_text(activity.count, 'Kick', 'Kicks')}" + (f" ({title})" if title else "")


def _cheer(activity: ActivityReceived) -> str:
    title = _title(activity, "")
    return f"used {count_text(activity.count, 'Bit', 'Bits')}" + (f" for {title}" if title else "")


def _tip(activity: ActivityReceived) -> str:
    return _named_gift(activity) if activity.title else f"sent a tip{_amount_text(activity)}"


def _membership(activity: ActivityReceived) -> str:
    match activity.title:
        case "gift":
            return "was given a membership"
        case "upgrade":
            tier = tidy_line(activity.tier, 100, "")
            return f"upgraded their membership to {tier}" if tier else "upgraded their membership"
        case _:
            return "became a member"


def _milestone(activity: ActivityReceived) -> str:
    return f"has been a member for {count_text(activity.months, 'month', 'months')}"


SENTENCES: Mapping[ActivityKind, Callable[[ActivityReceived], str]] = {
    ActivityKind.SUB: _sub,
    ActivityKind.RESUB: _sub,
    ActivityKind.GIFT: _gifted_subs,
    ActivityKind.GIFT_BOMB: _gifted_subs,
    ActivityKind.CHEER: _cheer,
    ActivityKind.SUPER_CHAT: lambda it: f"sent a Super Chat{_amount_text(it)}",
    ActivityKind.SUPER_STICKER: lambda it: f"sent a Super Sticker{_amount_text(it)}",
    ActivityKind.MEMBERSHIP: _membership,
    ActivityKind.MILESTONE: _milestone,
    ActivityKind.MEMBERSHIP_GIFT: lambda it: f"gifted {count_text(it.count, 'membership', 'memberships')}",
    ActivityKind.KICKS: _kicks,
    ActivityKind.TIKTOK_GIFT: _named_gift,
    ActivityKind.RAID: lambda it: f"raided with {count_text(it.count, 'viewer', 'viewers')}",
    ActivityKind.REDEMPTION: lambda it: (
        f"redeemed {_title(it, 'a reward')} for {count_text(it.count, 'point', 'points')}"
    ),
    ActivityKind.TIP: _tip,
}
