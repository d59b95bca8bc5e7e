"""Finds rows by platform and viewer id."""

from collections.abc import Iterable
from uuid import UUID

from sqlalchemy import ColumnElement, and_, false, or_

from greenroom.chat.messages.models import Viewer
from greenroom.economy.models import PointAccount

# Platform and viewer id.
AccountKey = tuple[str, str]


def have_keys(
    table: type[PointAccount] | type[Viewer], channel_id: UUID, keys: Iterable[AccountKey]
) -> ColumnElement[bool]:
    """The rows of these viewers. Each platform by itself: for pairs SQLite would read all rows of the channel."""
    by_provider: dict[str, list[str]] = {}
    for provider, viewer_id in keys:
        by_provider.setdefault(provider, []).append(viewer_id)
    return or_(
        false(),
        *(
            and_(table.channel_id == channel_id, table.provider == provider, table.viewer_id.in_(viewer_ids))
            for provider, viewer_ids in sorted(by_provider.items())
        ),
    )
