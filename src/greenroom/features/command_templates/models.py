from uuid import UUID

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.change_tracking import MAX_SIGNATURE_LENGTH, STAFF_NAME, Tracked
from greenroom.kernel.db.database import JsonObject, JsonType, SortText, Table
from greenroom.kernel.ids import new_id


class CommandTemplate(Table, Tracked):
    """A set of commands that operators offer to all channels."""

    __tablename__ = "command_templates"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    title: Mapped[str] = mapped_column(String(100))
    # The title in NFC, case-folded: for sorting and for finding duplicates.
    sort_title: Mapped[str] = mapped_column(SortText, unique=True)
    description: Mapped[str] = mapped_column(String(500))
    # Complete entries of the section `commands`.
    commands: Mapped[list[JsonObject]] = mapped_column(JsonType)
    created_by: Mapped[str] = mapped_column(String(MAX_SIGNATURE_LENGTH), info={STAFF_NAME: None})
