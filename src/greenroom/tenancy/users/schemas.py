from uuid import UUID

from pydantic import BaseModel

from greenroom.tenancy.channels.models import Channel
from greenroom.tenancy.sessions.service import Person
from greenroom.tenancy.users.rules import Fate


class UserOut(BaseModel):
    id: UUID
    display_name: str
    username: str
    avatar_url: str
    is_operator: bool

    @classmethod
    def of(cls, person: Person) -> "UserOut":
        return cls(
            id=person.user_id,
            display_name=person.display_name,
            username=person.username,
            avatar_url=person.avatar_url,
            is_operator=person.is_operator,
        )


class ChannelName(BaseModel):
    id: UUID
    display_name: str

    @classmethod
    def of(cls, channel: Channel) -> "ChannelName":
        return cls(id=channel.id, display_name=channel.display_name)


class DeletionOut(BaseModel):
    """What deleting this account would take along."""

    deleted_channels: list[ChannelName]
    kept_channels: list[ChannelName]

    @classmethod
    def of(cls, fate: Fate) -> "DeletionOut":
        return cls(
            deleted_channels=[ChannelName.of(channel) for channel in fate.deleted],
            kept_channels=[ChannelName.of(channel) for channel in fate.kept],
        )
