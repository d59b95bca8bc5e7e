"""An activity as it is stored, built from a platform's report; reports of one activity are merged."""

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from greenroom.chat.messages.line_builder import MAX_NAME_LENGTH, author_of
from greenroom.chat.messages.parts import clean_id, clean_text, typed_words
from greenroom.chat.protocol.events import ActivityKind, ActivityReceived, Chatter
from greenroom.chat.protocol.gift_parts import MAX_RECIPIENTS, merge_parts
from greenroom.features.activity.records.models import MAX_CURRENCY_LENGTH, MAX_TIER_LENGTH, MAX_TITLE_LENGTH
from greenroom.features.activity.records.values import amount_value, clamp, minor_units, sub_value
from greenroom.kernel.text import tidy_line

# Kinds that are not stored, because they are too frequent.
NOT_STORED = frozenset({ActivityKind.JOIN})
GIFTS_TO_SEVERAL = frozenset({ActivityKind.GIFT_BOMB, ActivityKind.MEMBERSHIP_GIFT})
# Title of a membership that another viewer paid for.
GIFTED_TITLE = "gift"
MAX_MESSAGE_LENGTH = 1_000
MAX_MONTHS = 100_000
MAX_ADDED_REPORTS = 100


class Report(Struct, frozen=True):
    """The fields of an activity that a platform's report determines."""

    kind: str
    viewer_id: str
    viewer_name: str
    count: int
    amount: int
    currency: str
    months: int
    tier: str
    title: str
    message: str
    recipients: tuple[str, ...]
    added_reports: tuple[str, ...]
    happened_at: datetime

    def value(self, values: Mapping[str, int]) -> int:
        """The activity's value in millionths of a US dollar; `values`: what currencies, coins and subs are worth."""
        if self.amount:
            return amount_value(self.amount, self.currency, values)
        if self.kind == ActivityKind.MEMBERSHIP and self.title == GIFTED_TITLE:
            # The giver paid: the value is in the giver's report.
            return 0
        return sub_value(self.kind, self.count, self.tier, values)


def activity_key(activity: ActivityReceived, stream_id: str | None) -> str:
    """A key that all reports of one activity share, such as a viewer's likes in one stream, or on one day."""
    if activity.kind is ActivityKind.LIKE and activity.chatter is not None and activity.chatter.id:
        period = stream_id or f"{activity.happened_at:%Y-%m-%d}"
        return clean_id(f"likes:{period}:{activity.chatter.id}")
    return clean_id(activity.group_id or activity.activity_id)


def report_of(activity: ActivityReceived) -> Report:
    viewer_id, viewer_name = _viewer(activity.chatter)
    count, micros = activity.count, activity.amount_micros
    if activity.group_count > count > 0:
        count, micros = activity.group_count, micros * activity.group_count // count
    currency = _currency(activity.currency)
    report = Report(
        kind=activity.kind.value,
        viewer_id=viewer_id,
        viewer_name=viewer_name,
        count=clamp(count),
        amount=minor_units(micros, currency) if currency else 0,
        currency=currency if micros > 0 else "",
        months=min(max(activity.months, 0), MAX_MONTHS),
        tier=tidy_line(activity.tier, MAX_TIER_LENGTH, ""),
        title=tidy_line(activity.title, MAX_TITLE_LENGTH, ""),
        message=clean_text(typed_words(activity.message, activity.fragments))[:MAX_MESSAGE_LENGTH],
        recipients=_names(activity.recipients),
        added_reports=(clean_id(activity.activity_id),) if activity.kind is ActivityKind.LIKE else (),
        happened_at=min(activity.happened_at, activity.received_at),
    )
    is_given = activity.kind is ActivityKind.MEMBERSHIP and report.title == GIFTED_TITLE
    if is_given and activity.group_id and report.recipients:
        # Part of a gift bomb: the viewer is the recipient, and the giver is in another report.
        return replace(report, kind=ActivityKind.MEMBERSHIP_GIFT.value, viewer_id="", viewer_name="", title="")
    return report


def _viewer(chatter: Chatter | None) -> tuple[str, str]:
    if chatter is None:
        return "", ""
    author = author_of(chatter)
    return author.id, author.name


def _currency(code: str) -> str:
    return code.upper() if code.isascii() and code.isalpha() and len(code) <= MAX_CURRENCY_LENGTH else ""


def _names(recipients: tuple[str, ...]) -> tuple[str, ...]:
    names = (tidy_line(name, MAX_NAME_LENGTH, "") for name in recipients[:MAX_RECIPIENTS])
    return tuple(name for name in names if name)


def merge_reports(old: Report, new: Report) -> Report:
    """Merges two reports of one activity, in any order; a repeated report changes nothing."""
    if new.kind == ActivityKind.LIKE and new.added_reports:
        return _add_likes(old, new)
    count, recipients = max(old.count, new.count), old.recipients
    if new.kind in GIFTS_TO_SEVERAL:
        count, recipients = merge_parts((old.count, new.count), (*old.recipients, *new.recipients))
    # A first sub is reported twice: the sub, and the message that the viewer shares about the sub.
    return replace(
        old,
        viewer_id=old.viewer_id or new.viewer_id,
        viewer_name=old.viewer_name or new.viewer_name,
        count=count,
        amount=max(old.amount, new.amount),
        currency=old.currency or new.currency,
        months=max(old.months, new.months),
        tier=old.tier or new.tier,
        title=old.title or new.title,
        message=old.message or new.message,
        recipients=recipients,
        happened_at=min(old.happened_at, new.happened_at),
    )


def _add_likes(old: Report, new: Report) -> Report:
    """Adds the likes of the new report, unless they are counted already."""
    if set(new.added_reports) <= set(old.added_reports):
        return old
    return replace(
        old,
        count=clamp(old.count + new.count),
        added_reports=(*old.added_reports, *new.added_reports)[-MAX_ADDED_REPORTS:],
        happened_at=min(old.happened_at, new.happened_at),
    )
