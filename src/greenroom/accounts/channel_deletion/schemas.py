from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field

from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import MAX_DISPLAY_NAME_LENGTH


class DeletionIn(StrictSchema):
    # The name of the channel, typed to confirm.
    display_name: Annotated[str, Field(max_length=MAX_DISPLAY_NAME_LENGTH)]


class DeletedRows(Schema):
    """How many rows of one kind are deleted with the channel."""

    name: str
    count: int


class DeletionPreview(Schema):
    display_name: str
    counts: list[DeletedRows]


class ChannelDeletionOut(Schema):
    """A deletion that is going on. Both counts are rows of all tables; `total` is null until they are counted."""

    channel_id: UUID
    display_name: str
    started_at: datetime
    total: int | None
    deleted: int
