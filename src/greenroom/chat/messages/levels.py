"""The role of a message's author, as the platform reports it."""

from greenroom.chat.messages.line import Author
from greenroom.tenancy.access.rules import Role


def level_of(author: Author) -> int:
    if author.is_broadcaster:
        return Role.OWNER
    if author.is_moderator:
        return Role.MOD
    if author.is_vip:
        return Role.VIP
    return Role.SUB if author.is_subscriber else Role.PUBLIC
