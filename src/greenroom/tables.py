"""The metadata of every table, for migrations: importing the features declares them."""

from greenroom.app import FEATURES
from greenroom.kernel.db.database import Table

assert FEATURES
metadata = Table.metadata

# Search indexes and constraints that only one of the two databases has; migrations create them by hand.
OF_ONE_DATABASE = ("chat_search", "ix_chat_search", "uq_chat_messages", "ix_chat_messages_viewer")


def is_described(name: str | None, _kind: object, _within: object) -> bool:
    """Whether the models describe this object."""
    return name is None or not name.startswith(OF_ONE_DATABASE)
