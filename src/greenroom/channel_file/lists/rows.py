"""Columns of the tables whose rows are a list of a channel, and what every schema of such a row shows."""

from datetime import datetime
from typing import Annotated, Any, TypeVar
from uuid import UUID

from pydantic import BaseModel
from sqlalchemy import Constraint, ForeignKey, Index, String, UniqueConstraint, Uuid
from sqlalchemy.orm import Mapped, declared_attr, mapped_column, validates

from greenroom.kernel.db.change_tracking import Tracked
from greenroom.kernel.ids import new_id
from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import line_of, name_key

MAX_NAME_LENGTH = 100

Shown = TypeVar("Shown", bound=BaseModel)


class ListRow(Tracked):
    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id, sort_order=-4)
    # Uuid() is repeated here: otherwise the type is unknown until the channels table is loaded.
    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"), sort_order=-3)

    @property
    def key(self) -> str:
        """Names the row in the channel's file and in the audit log."""
        return str(self.id)

    @property
    def label(self) -> str:
        """How the audit log shows the row."""
        return self.key


class NamedRow(ListRow):
    """A row whose name is unique in its channel."""

    name: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH), sort_order=-2)
    # The folded name, for comparing.
    name_key: Mapped[str] = mapped_column(String(400), sort_order=-1)

    @declared_attr.directive
    @classmethod
    def __table_args__(cls) -> tuple[Constraint | Index, ...]:
        return (UniqueConstraint("channel_id", "name_key"),)

    @property
    def key(self) -> str:
        return self.name

    @validates("name")
    def _fold_name(self, _: str, name: str) -> str:
        self.name_key = name_key(name)
        return name


class NamedIn(StrictSchema):
    name: Annotated[str, line_of(MAX_NAME_LENGTH)]


class TrackedOut(Schema):
    """What the answers show of every row."""

    id: UUID
    revision: int
    created_at: datetime
    updated_at: datetime
    updated_by: str


class AuthoredOut(TrackedOut):
    created_by: str


def shown_as(schema: type[Shown], row: object, **more: Any) -> Shown:  # noqa: ANN401  # values of any fields
    """The row as the schema shows it; `more` has the fields that are no columns."""
    columns = {name: getattr(row, name) for name in schema.model_fields if name not in more}
    return schema.model_validate(columns | more)
