"""The level of a message's author: the higher of the platform's badge and the role in Greenroom."""

from datetime import datetime

from greenroom.accounts.access.rules import Role
from greenroom.accounts.access.staff_accounts import PUBLIC, StaffAccounts
from greenroom.chat.messages.line import Author

# Integers like `PUBLIC`: Python takes twice as long for enum members.
SUB, VIP, MOD, OWNER = map(int, (Role.SUB, Role.VIP, Role.MOD, Role.OWNER))


def badge_level(author: Author) -> int:
    """The level according to the platform's badges."""
    if author.is_broadcaster:
        return OWNER
    if author.is_moderator:
        return MOD
    if author.is_vip:
        return VIP
    return SUB if author.is_subscriber else PUBLIC


def level_in_chat(provider: str, author: Author, staff: StaffAccounts, now: datetime) -> int:
    return max(badge_level(author), staff.level_of(provider, author.id, now))
