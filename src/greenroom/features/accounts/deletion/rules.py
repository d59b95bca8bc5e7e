from msgspec import Struct

from greenroom.accounts.models.channels import Channel


class DeletionEffects(Struct, frozen=True):
    """What happens to a user's channels when the account is deleted."""

    deleted: list[Channel]
    kept: list[Channel]
