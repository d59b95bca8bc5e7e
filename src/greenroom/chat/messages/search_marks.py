"""Extra words of SQLite's full-text index for each line: channel, author, platform, date and message id.

The triggers of migration 0014 write these marks; this module builds the queries.
"""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from uuid import UUID

# More date marks than this save nothing: the lines are checked by their time anyway.
MAX_DATE_MARKS = 150


def channel_mark(channel_id: UUID) -> str:
    return f"c{channel_id.hex}"


def provider_mark(provider: str) -> str:
    return f"p{provider.encode().hex()}"


def viewer_mark(provider: str, viewer_id: str) -> str:
    return f"v{f'{provider}/{viewer_id}'.encode().hex()}"


def date_marks(since: datetime | None, until: datetime | None) -> list[str]:
    """Marks of the months and days of a time span; none if it has no beginning or end, or is empty or very long."""
    if since is None or until is None or until <= since or until.year == date.max.year:
        return []
    first, last = since.date(), (until - timedelta(microseconds=1)).date()
    marks: list[str] = []
    day = first
    while day <= last and len(marks) <= MAX_DATE_MARKS:
        following = _next_month(day)
        if day.day == 1 and following - timedelta(days=1) <= last:
            marks.append(f"m{day:%Y%m}")
            day = following
        else:
            marks.append(f"d{day:%Y%m%d}")
            day += timedelta(days=1)
    return marks if len(marks) <= MAX_DATE_MARKS else []


def _next_month(day: date) -> date:
    return date(day.year + day.month // 12, day.month % 12 + 1, 1)


def query(
    marks: Collection[str],
    since: datetime | None = None,
    until: datetime | None = None,
    *,
    any_of: Collection[str] = (),
) -> str:
    """Full-text query for lines with all `marks`, with one of `any_of`, and sent on a day of the time span."""
    terms = [f'"{mark}"' for mark in marks]
    if alternatives := " OR ".join(f'"{mark}"' for mark in any_of):
        terms.append(f"({alternatives})")
    if dates := " OR ".join(f'"{mark}"' for mark in date_marks(since, until)):
        terms.append(f"({dates})")
    return f"marks : ({' AND '.join(terms)})"


def id_query(message_ids: Collection[str]) -> str:
    """Full-text query for any of the ids; may also match ids that differ in case or punctuation."""
    words = [message_id.replace("-", "").replace('"', '""') for message_id in message_ids]
    any_of_them = " OR ".join(f'"i{word}"' for word in words)
    return f"marks : ({any_of_them})"
