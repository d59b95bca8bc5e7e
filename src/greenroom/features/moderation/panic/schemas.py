from datetime import datetime
from typing import Literal
from uuid import UUID

from greenroom.kernel.schema import Schema


class PanicChatOut(Schema):
    """What the panic button does in one chat."""

    connection_id: UUID
    provider: str
    # `waiting`: the platform does not answer and is asked again; `no_modes`: the platform has no chat modes.
    stage: Literal["waiting", "strict", "refused", "restored", "no_modes"]
    # Why the chat waits, was refused or has no modes.
    detail: str


class PanicOut(Schema):
    is_on: bool
    # Whether a chat still has to be restored after the release; the button can be pressed again meanwhile.
    is_restoring: bool
    pressed_at: datetime | None
    pressed_by: str
    chats: list[PanicChatOut]


class PanicChanged(Schema):
    type: Literal["panic"] = "panic"
    panic: PanicOut
