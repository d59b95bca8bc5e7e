"""Ids are UUIDv7: sorted by creation time."""

from uuid import UUID

from uuid_utils.compat import uuid7


def new_id() -> UUID:
    return uuid7()


def uuid_of(text: str) -> UUID | None:
    """None if the text is not a UUID."""
    try:
        return UUID(text)
    except ValueError:
        return None
