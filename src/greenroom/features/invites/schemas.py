from datetime import datetime
from uuid import UUID

from greenroom.accounts.access.rules import Permission
from greenroom.features.invites.rules import InviteState, Lifetime
from greenroom.features.members.rules import AccessEnds
from greenroom.kernel.schema import Schema
from greenroom.kernel.timestamps import Timestamp


class InviteIn(Schema):
    level: int
    expires_in_seconds: Lifetime = 86400
    # When the given access ends; 24 hours and 7 days count from the moment the invitation is accepted.
    access_ends: AccessEnds = "never"
    access_ends_at: Timestamp | None = None


class InviteOut(Schema):
    id: UUID
    level: int
    role: str
    created_by: str | None
    created_at: datetime
    expires_at: datetime
    state: InviteState
    access_ends: AccessEnds
    access_ends_at: datetime | None
    # When and by whom the invitation was used or revoked.
    closed_at: datetime | None
    closed_by: str | None


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
    access_ends: AccessEnds
    access_ends_at: datetime | None
