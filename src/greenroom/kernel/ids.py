"""Ids sort by the moment they were made (UUIDv7), so a list by id is a list by age."""

from uuid import UUID

from uuid_utils.compat import uuid7


def new_id() -> UUID:
    return uuid7()


def uuid_of(text: str) -> UUID | None:
    """None: it is not the text of an id."""
    try:
        return UUID(text)
    except ValueError:
        return None
