from datetime import datetime
from uuid import UUID

from greenroom.kernel.schema import Schema
from greenroom.tenancy.access.rules import Permission
from greenroom.tenancy.invites.rules import Lifetime


class InviteIn(Schema):
    level: int
    expires_in_seconds: Lifetime = 86400


class InviteOut(Schema):
    id: UUID
    level: int
    role: str
    created_by: str | None
    created_at: datetime
    expires_at: datetime
    is_used: bool


class NewInviteOut(InviteOut):
    """The only response with the link: its token is not stored."""

    link: str


class InvitedChannel(Schema):
    id: UUID
    display_name: str


class InvitationOut(Schema):
    """An invitation as the invited user sees it."""

    id: UUID
    channel: InvitedChannel
    level: int
    role: str
    permissions: list[Permission]
    invited_by: str | None
    expires_at: datetime
