from datetime import datetime
from typing import Literal

from greenroom.kernel.errors import AppError, Invalid
from greenroom.tenancy.access.rules import STAFF_ROLES, Permission, Role, has_permission

MAX_INVITE_TOKEN_LENGTH = 200
Lifetime = Literal[3600, 86400, 604800]


class InviteGone(AppError):
    status = 410
    type = "invite_gone"


def check_grantable(level: int, granter_level: int) -> Role:
    """The role must be a staff role, and at most the granter's own."""
    if level not in set(STAFF_ROLES):
        raise Invalid("level", "must be Mod, Editor, Admin or Owner")
    if level > granter_level:
        raise Invalid("level", "is above your own role")
    return Role(level)


def check_usable(expires_at: datetime, used_at: datetime | None, now: datetime) -> None:
    if used_at is not None:
        raise InviteGone("This invitation has already been used. Ask for a new one.")
    if expires_at <= now:
        raise InviteGone("This invitation has expired. Ask for a new one.")


def check_creator(creator_level: int, level: int) -> None:
    """The creator must still be allowed to invite people with this role."""
    if creator_level < level or not has_permission(creator_level, Permission.ACCESS_MANAGE):
        raise InviteGone("The sender of this invitation can no longer invite members. Ask for a new one.")
