from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from greenroom.kernel.db.pages import Page
from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import line_of

MAX_NAME_LENGTH = 100
MAX_SEARCH_LENGTH = 100
MAX_FILE_BYTES = 10 * 2**20
MAX_CHANNEL_BYTES = 500 * 2**20
MAX_FILES = 2_000
DEFAULT_PER_PAGE = 50

Kind = Literal["image", "video", "sound"]
MediaName = Annotated[str, line_of(MAX_NAME_LENGTH)]


class MediaRename(StrictSchema):
    name: MediaName


class MediaUseOut(Schema):
    # What uses the file, such as "widget".
    kind: str
    id: UUID
    name: str


class MediaOut(Schema):
    id: UUID
    name: str
    kind: str
    content_type: str
    size_bytes: int
    # Pixels; null for sounds, and for videos without this information.
    width: int | None
    height: int | None
    # Null for images, and for videos without this information.
    duration_ms: int | None
    # Address of the file: /media/{id}
    path: str
    # WebP of at most 320 pixels; null for videos and sounds.
    thumbnail_path: str | None
    used_by: list[MediaUseOut]
    created_at: datetime
    created_by: str


class MediaPage(Page[MediaOut]):
    """Newest first."""

    # Total size of the channel's files.
    used_bytes: int
    # Limit of `used_bytes`.
    max_bytes: int
