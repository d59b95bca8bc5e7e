"""Requests and responses of the stored chat."""

from typing import Annotated, Literal
from uuid import UUID

import msgspec
from pydantic import Field

from greenroom.chat.messages.line import StoredLine
from greenroom.kernel.schema import Schema

MAX_PER_PAGE = 200
DEFAULT_PER_PAGE = 100
MAX_SEARCH_LENGTH = 200
MAX_RETENTION_DAYS = 3650

ExportFormat = Literal["csv", "jsonl"]


class ChatPage(msgspec.Struct, frozen=True):
    """Newest first, in a search last stored first; `cursor` leads to the next page, None at the end."""

    records: list[StoredLine]
    cursor: str | None


class PublicChannel(msgspec.Struct, frozen=True):
    id: UUID
    display_name: str


class PublicChat(msgspec.Struct, frozen=True):
    """The latest lines of a public chat, as anyone may read them."""

    channel: PublicChannel
    records: list[StoredLine]
    # Always None: public chat has one page.
    cursor: None


class Why(msgspec.Struct, frozen=True):
    """A line, its removal, and in `records` each filter, command and giveaway that considered it."""

    line: msgspec.Raw
    removal: msgspec.Raw | None
    records: msgspec.Raw


class ChatSettings(Schema):
    # Whether anyone may read the chat, on the watch page or in the popout.
    is_public: bool
    # 0: never deleted.
    retention_days: int


class ChatSettingsChange(Schema):
    """Omitted fields stay unchanged."""

    is_public: bool = True
    retention_days: Annotated[int, Field(ge=0, le=MAX_RETENTION_DAYS)] = 0
