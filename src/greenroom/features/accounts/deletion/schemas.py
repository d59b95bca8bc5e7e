from uuid import UUID

from greenroom.accounts.models.channels import Channel
from greenroom.features.accounts.deletion.rules import DeletionEffects
from greenroom.kernel.schema import Schema


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
