"""Which viewers may not be timed out or banned; the same rule for screens, filters and variables."""

from msgspec import Struct

from greenroom.accounts.access.rules import Role

# Level at which filters moderate: that of the channel's owner.
FILTER_LEVEL = Role.OWNER


class ModeratedViewer(Struct, frozen=True):
    """The facts about a viewer that decide whether they may be timed out or banned."""

    # The platform's badge or the role in Greenroom, whichever is higher.
    level: int
    # Whether the account belongs to the moderator.
    is_self: bool = False
    is_broadcaster: bool = False
    is_bot: bool = False


def protection_of(target: ModeratedViewer, acting_level: int) -> str:
    """Why this viewer may not be moderated by a moderator with `acting_level`; empty if they may."""
    if target.is_self:
        return "This is your own account."
    if target.is_broadcaster:
        return "You can't moderate the broadcaster."
    if target.level >= Role.OWNER:
        return "You can't moderate an owner of this channel."
    if target.is_bot:
        return "This is a bot of this channel. Disconnect it on the Platforms screen instead."
    if target.level >= Role.MOD and acting_level < Role.ADMIN:
        return "Only Admins and Owners can moderate a moderator."
    return ""
