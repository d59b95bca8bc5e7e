from datetime import datetime
from typing import Literal
from uuid import UUID

from greenroom.features.members.rules import AccessEnds
from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.timestamps import Timestamp


class MemberAccountOut(Schema):
    """A platform account on which the member has their role in chat."""

    provider: str
    name: str


class MemberOut(Schema):
    user_id: UUID
    display_name: str
    avatar_url: str
    level: int
    role: str
    created_at: datetime
    # None: the role has no end, or ends with a stream that has not ended yet.
    expires_at: datetime | None
    ends_after_stream: bool
    last_seen_at: datetime | None
    is_online: bool
    # Suspended by an operator: the role does not count.
    is_suspended: bool
    is_last_owner: bool
    accounts: list[MemberAccountOut]
    # The roles that the caller may give to this member; empty if the caller cannot change them.
    grantable_levels: list[int]


class OwnMembershipOut(Schema):
    """The caller's own role in the channel."""

    level: int
    role: str
    created_at: datetime
    expires_at: datetime | None
    ends_after_stream: bool
    # The last owner cannot leave.
    is_last_owner: bool


class LevelIn(StrictSchema):
    level: int


class AccessEndIn(StrictSchema):
    access_ends: AccessEnds
    # Only for an end at a date.
    access_ends_at: Timestamp | None = None


class NewOwnerIn(StrictSchema):
    user_id: UUID


class MembersChanged(Schema):
    """Members or invitations of the channel changed."""

    type: Literal["members"] = "members"
