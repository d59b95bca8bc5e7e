"""Rows about a viewer: declared by features, for the export of a viewer's data and for its erasure."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.channel_deletion.plan import deletion_plan, rows_in
from greenroom.chat.messages.line_ids import sent_by
from greenroom.kernel.db.database import Table

FIRST_DAY, LAST_DAY = datetime(2000, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
ERASED_NAME = "Erased viewer"
# Prefix of the pseudonym of an erased viewer.
ERASED = "erased-"
# Placeholder in `anonymised` for the pseudonym of the erased account, which is the same in all its rows.
PSEUDONYM = object()


class ViewerAccount(Struct, frozen=True):
    """One platform account of a viewer; the login is empty if it is unknown."""

    provider: str
    viewer_id: str
    login: str = ""

    @property
    def key(self) -> str:
        return f"{self.provider}:{self.viewer_id}"


# Conditions for the rows of a viewer's account in a channel.
FindViewerRows = Callable[[AsyncSession, UUID, ViewerAccount], Sequence[ColumnElement[bool]]]


def _by_viewer_id(table: type[Table]) -> FindViewerRows:
    columns = table.__table__.c

    def find(_: AsyncSession, channel_id: UUID, account: ViewerAccount) -> Sequence[ColumnElement[bool]]:
        of_channel = rows_in(deletion_plan(), table).condition(channel_id)
        return [of_channel, columns.provider == account.provider, columns.viewer_id == account.viewer_id]

    return find


def lines_of(session: AsyncSession, channel_id: UUID, account: ViewerAccount) -> list[ColumnElement[bool]]:
    """Conditions for all chat lines of the viewer."""
    return sent_by(session, channel_id, account.provider, account.viewer_id, FIRST_DAY, LAST_DAY)


class ViewerRows(Struct, frozen=True):
    """The rows of one table about a viewer; found by the columns `provider` and `viewer_id` unless `find` is given.

    Erasure deletes the rows. If a log or a count needs them, it overwrites the columns of `anonymised` instead.
    One of these columns must get PSEUDONYM, so that the rows are no longer found.
    """

    table: type[Table]
    anonymised: Mapping[str, object] = MappingProxyType({})
    find: FindViewerRows | None = None
    # Whether the rows are found through other rows of the viewer: then the other rows are erased last.
    is_found_through_other_rows: bool = False
    # Whether the rows are exported but not erased: they name the viewer only through another row, which is erased.
    survives_erasure: bool = False
    # Columns that the export leaves out, because they repeat others.
    not_exported: frozenset[str] = frozenset()

    def conditions(
        self, session: AsyncSession, channel_id: UUID, account: ViewerAccount
    ) -> Sequence[ColumnElement[bool]]:
        return (self.find or _by_viewer_id(self.table))(session, channel_id, account)
