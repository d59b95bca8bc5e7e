from datetime import datetime
from uuid import UUID

from greenroom.kernel.schema import Schema


class AdminChannelOut(Schema):
    id: UUID
    display_name: str
    created_at: datetime
    owner_names: list[str]
    platforms: list[str]
    # The operator's own role in the channel; None means no access.
    level: int | None
