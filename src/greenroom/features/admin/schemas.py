from datetime import datetime
from typing import Annotated
from uuid import UUID

from greenroom.accounts.models.channels import MAX_REASON_LENGTH
from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import line_of


class SuspensionIn(StrictSchema):
    reason: Annotated[str, line_of(MAX_REASON_LENGTH)]


class AdminUserOut(Schema):
    id: UUID
    username: str
    display_name: str
    avatar_url: str
    is_operator: bool
    created_at: datetime
    # None if the user has no session.
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
    suspended_at: datetime | None
    suspended_reason: str
    # The operator's own role in the channel; None means no access.
    level: int | None


class AdminConnectionOut(Schema):
    provider: str
    # Name of the account on the platform.
    name: str
    is_live: bool


class AdminChannelDetails(Schema):
    connections: list[AdminConnectionOut]
    # None if the channel has never streamed.
    last_stream_started_at: datetime | None
    # None while that stream is live, and if the channel has never streamed.
    last_stream_ended_at: datetime | None
    # Number of stored rows of each kind, by the kind's name on screen.
    sizes: dict[str, int]
