from uuid import UUID

from msgspec import Struct

from greenroom.chat.protocol.actions import Action


class DeferredAction(Struct, frozen=True):
    """A platform action for which no caller waits, such as that of a pipeline stage; sent after the commit."""

    connection_id: UUID
    action: Action
    # False: as the channel's own account.
    as_bot: bool = False
    # The moderation entry of the action; the action is dropped once that entry is undone.
    entry_id: UUID | None = None
    # Whether the outcome is written to that entry.
    is_reported: bool = True
