"""The metadata of every table, for migrations: importing the features declares them."""

from greenroom.app import FEATURES
from greenroom.kernel.db.database import Table

assert FEATURES
metadata = Table.metadata

# Search indexes, constraints that only one of the two databases has, and partial indexes, whose declaration would
# import the dialects of both databases at every start: migrations create them by hand.
NOT_IN_MODELS = (
    "chat_search",
    "ix_chat_search",
    "uq_chat_messages",
    "ix_chat_messages_viewer",
    "ix_command_uses_unanswered",
    "ix_point_accounts_held_by_id",
    "uq_point_entries_reference",
)


def is_described(name: str | None, _kind: object, _within: object) -> bool:
    """Whether the models describe the table, index or constraint of this name."""
    return name is None or not name.startswith(NOT_IN_MODELS)
