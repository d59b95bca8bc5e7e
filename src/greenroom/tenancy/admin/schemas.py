from datetime import datetime
from uuid import UUID

from greenroom.kernel.schema import Schema


class AdminUserOut(Schema):
    id: UUID
    username: str
    display_name: str
    avatar_url: str
    is_operator: bool
    created_at: datetime
    # None if there is no session.
    last_seen_at: datetime | None
    suspended_at: datetime | None
    platforms: list[str]
    owned_channels: list[str]


class AdminChannelOut(Schema):
    id: UUID
    display_name: str
    created_at: datetime
    owner_names: list[str]
    platforms: list[str]
    # The operator's own role in the channel; None means no access.
    level: int | None
