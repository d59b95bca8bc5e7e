"""Uses of uploaded media: features declare them, and the media library shows them before it deletes a file."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

# The id is a UUID, as in the addresses that the media library gives.
_ADDRESS = re.compile(r"/media/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})", re.IGNORECASE)


class MediaUse(Struct, frozen=True):
    """A widget, or another item of a channel, that shows or plays an uploaded file."""

    # Kind of the item, such as "widget".
    kind: str
    id: UUID
    name: str


class MediaUses(Struct, frozen=True):
    """A contribution of a feature whose items use media."""

    # Returns all uses in a channel, by the id of the file.
    find: Callable[[AsyncSession, UUID], Awaitable[Mapping[UUID, Sequence[MediaUse]]]]


def media_ids(text: str) -> set[UUID]:
    """Ids of all addresses `/media/{id}` in a text, for example in settings as JSON, or in CSS."""
    return {UUID(found) for found in _ADDRESS.findall(text)}
