from dataclasses import dataclass

from greenroom.tenancy.models.channels import Channel


@dataclass(frozen=True, slots=True)
class ChannelFates:
    """What happens to a user's channels when the account is deleted."""

    deleted: list[Channel]
    kept: list[Channel]
