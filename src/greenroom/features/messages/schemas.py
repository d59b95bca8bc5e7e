"""Requests and responses of the stored chat."""

from typing import Annotated, Literal
from uuid import UUID

import msgspec
from pydantic import BaseModel, Field

from greenroom.chat.messages.line import StoredLine

MAX_PER_PAGE = 200
DEFAULT_PER_PAGE = 100
MAX_SEARCH_LENGTH = 200
MAX_RETENTION_DAYS = 3650

ExportFormat = Literal["csv", "jsonl"]


class ChatPage(msgspec.Struct, frozen=True):
    """Newest first; `cursor` leads to what is older, None when there is nothing."""

    records: list[StoredLine]
    cursor: str | None


class PublicChannel(msgspec.Struct, frozen=True):
    id: UUID
    display_name: str


class PublicChat(msgspec.Struct, frozen=True):
    """What anybody may read."""

    channel: PublicChannel
    records: list[StoredLine]
    # All that outsiders may see is here.
    cursor: None


class Why(msgspec.Struct, frozen=True):
    """A line, and everything that looked at it."""

    line: msgspec.Raw
    removal: msgspec.Raw | None
    records: msgspec.Raw


class ChatSettings(BaseModel):
    """How a channel's chat is shown and kept."""

    # Whether anybody may read it in its popout.
    is_public: bool
    # 0: kept for good.
    retention_days: int


class ChatSettingsChange(BaseModel):
    """What is left out stays as it is."""

    is_public: bool = True
    retention_days: Annotated[int, Field(ge=0, le=MAX_RETENTION_DAYS)] = 0
