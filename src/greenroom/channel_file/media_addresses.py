"""Addresses of uploaded media in a channel's file: the name and a hash, because the id is known in one channel only.

`/media/{id}` becomes `/media/{name}-{digits}`: the digits are the beginning of the content's SHA-256, so every channel
that has the same file finds it.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import cast
from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

DIGITS = 16
MAX_NAME_LENGTH = 40

_WITH_ID = re.compile(r"/media/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![0-9A-Za-z-])", re.IGNORECASE)
_PORTABLE = re.compile(rf"/media/(?:[a-z0-9-]{{1,{MAX_NAME_LENGTH}}}-)([0-9a-f]{{{DIGITS}}})(?![0-9A-Za-z-])")
_NOT_IN_ADDRESSES = re.compile(r"[^a-z0-9]+")


class MediaFile(Struct, frozen=True):
    id: UUID
    name: str
    sha256: str


class ChannelMedia(Struct, frozen=True):
    """Lists a channel's uploaded files; declared by the media library, for sections whose entries name media."""

    files: Callable[[AsyncSession, UUID], Awaitable[Sequence[MediaFile]]]


def with_portable_media(value: object, files: Sequence[MediaFile]) -> object:
    """Replaces addresses by id with portable ones, in every text of the value; addresses of unknown files stay."""
    names = {file.id: _address(file) for file in files}
    return _replace(value, lambda text: _WITH_ID.sub(lambda found: names.get(UUID(found[1]), found[0]), text))


def with_channel_media(value: object, files: Sequence[MediaFile]) -> object:
    """Replaces portable addresses with addresses by id, in every text of the value.

    If the channel does not have the file, a text that is only the address becomes empty; within a longer text the
    address stays.
    """
    ids = {file.sha256[:DIGITS]: f"/media/{file.id}" for file in files}
    return _replace(value, lambda text: _resolve(text, ids))


def _address(file: MediaFile) -> str:
    name = _NOT_IN_ADDRESSES.sub("-", file.name.lower())[:MAX_NAME_LENGTH].strip("-") or "file"
    return f"/media/{name}-{file.sha256[:DIGITS]}"


def _resolve(text: str, ids: Mapping[str, str]) -> str:
    alone = _PORTABLE.fullmatch(text)
    if alone:
        return ids.get(alone[1], "")
    return _PORTABLE.sub(lambda found: ids.get(found[1], found[0]), text)


def _replace(value: object, change: Callable[[str], str]) -> object:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {key: _replace(one, change) for key, one in cast("dict[str, object]", value).items()}
    if isinstance(value, list):
        return [_replace(one, change) for one in cast("list[object]", value)]
    return value
