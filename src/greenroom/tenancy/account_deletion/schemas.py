from uuid import UUID

from greenroom.kernel.schema import Schema
from greenroom.tenancy.account_deletion.rules import DeletionEffects
from greenroom.tenancy.models.channels import Channel


class ChannelName(Schema):
    id: UUID
    display_name: str

    @classmethod
    def of(cls, channel: Channel) -> "ChannelName":
        return cls(id=channel.id, display_name=channel.display_name)


class DeletionOut(Schema):
    """The channels deleted and kept if this account is deleted."""

    deleted_channels: list[ChannelName]
    kept_channels: list[ChannelName]

    @classmethod
    def of(cls, effects: DeletionEffects) -> "DeletionOut":
        return cls(
            deleted_channels=[ChannelName.of(channel) for channel in effects.deleted],
            kept_channels=[ChannelName.of(channel) for channel in effects.kept],
        )
