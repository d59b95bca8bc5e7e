from datetime import datetime
from uuid import UUID

from greenroom.accounts.access.rules import Permission, permissions_of, role_of
from greenroom.accounts.models.channels import Channel
from greenroom.kernel.schema import Schema
from greenroom.kernel.text import DisplayName


class ChannelIn(Schema):
    display_name: DisplayName


class ChannelOut(Schema):
    """A channel with the caller's role and permissions."""

    id: UUID
    display_name: str
    created_at: datetime
    avatar_url: str | None
    is_live: bool
    live_since: datetime | None
    level: int
    role: str
    permissions: list[Permission]
    # Why an operator has suspended the channel; None if it is not suspended.
    suspended_reason: str | None

    @classmethod
    def of(cls, channel: Channel, level: int, status: "ChannelStatus") -> "ChannelOut":
        return cls(
            id=channel.id,
            display_name=channel.display_name,
            created_at=channel.created_at,
            avatar_url=status.avatar_url,
            is_live=status.live_since is not None,
            live_since=status.live_since,
            level=level,
            role=role_of(level).label,
            permissions=permissions_of(level),
            suspended_reason=None if channel.suspended_at is None else channel.suspended_reason,
        )


class ChannelStatus(Schema):
    """Avatar and live state of a channel, combined from its platforms."""

    avatar_url: str | None = None
    live_since: datetime | None = None
