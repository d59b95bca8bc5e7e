"""Finds rows by platform and viewer id."""

from collections.abc import Iterable
from uuid import UUID

from sqlalchemy import ColumnElement

from greenroom.chat.messages.models import Viewer
from greenroom.features.points.ledger.models import PointAccount
from greenroom.kernel.db.pairs import in_pairs

# Platform and viewer id.
AccountKey = tuple[str, str]


def have_keys(
    table: type[PointAccount] | type[Viewer], channel_id: UUID, keys: Iterable[AccountKey]
) -> ColumnElement[bool]:
    """Condition for the rows of these viewers."""
    return in_pairs(table.channel_id == channel_id, table.provider, table.viewer_id, keys)
