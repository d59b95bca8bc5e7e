from typing import Literal
from uuid import UUID

from greenroom.kernel.schema import Schema


class PresentMemberOut(Schema):
    user_id: UUID
    display_name: str
    avatar_url: str


class PresenceChanged(Schema):
    """A member opened their first screen of the channel, or closed their last."""

    type: Literal["presence"] = "presence"
