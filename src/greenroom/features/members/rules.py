"""Who may change whose role, and when access ends."""

from datetime import datetime, timedelta
from typing import Literal

from msgspec import Struct

from greenroom.accounts.access.rules import STAFF_ROLES, Permission, Role, has_permission
from greenroom.kernel.errors import AppError, Conflict, Invalid

AccessEnds = Literal["never", "24h", "7d", "date", "after_stream"]
LENGTHS: dict[AccessEnds, timedelta] = {"24h": timedelta(hours=24), "7d": timedelta(days=7)}
MAX_ACCESS = timedelta(days=5 * 365)


class RoleTooLow(AppError):
    status = 403
    type = "role_too_low"


class LastOwner(Conflict):
    type = "last_owner"
    message = "A channel needs an owner. Make another member owner first, or delete the channel."


class AccessEnd(Struct, frozen=True):
    """When a role ends; never if neither field is set."""

    expires_at: datetime | None = None
    after_stream: bool = False


NEVER = AccessEnd()


def lasts_as_long(end: AccessEnd, other: AccessEnd) -> bool:
    """Whether access with this end is certain to last at least as long as with the other."""
    if end in (NEVER, other):
        return True
    return end.expires_at is not None and other.expires_at is not None and end.expires_at >= other.expires_at


def can_change(level: int, target_level: int) -> bool:
    """Whether `level` may change a member: Owners all members, other managers only lower roles."""
    if not has_permission(level, Permission.ACCESS_MANAGE):
        return False
    return level >= Role.OWNER or target_level < level


def check_can_change(level: int, target_level: int) -> None:
    if not can_change(level, target_level):
        raise RoleTooLow("You can change only members whose role is below your own.")


def grantable_levels(level: int, target_level: int) -> list[int]:
    """The roles that a caller of `level` may give to a member of `target_level`; empty if none may be given."""
    return [role for role in STAFF_ROLES if role <= level] if can_change(level, target_level) else []


def check_access_end(ends: AccessEnds, ends_at: datetime | None, level: int, now: datetime) -> None:
    if ends != "never" and level >= Role.OWNER:
        raise Invalid("access_ends", "the access of an owner has no end")
    if ends != "date":
        if ends_at is not None:
            raise Invalid("access_ends_at", "belongs to an end at a date")
    elif ends_at is None:
        raise Invalid("access_ends_at", "is required")
    elif ends_at <= now:
        raise Invalid("access_ends_at", "is in the past")
    elif ends_at > now + MAX_ACCESS:
        raise Invalid("access_ends_at", "is more than five years away")


def access_end(ends: AccessEnds, ends_at: datetime | None, now: datetime) -> AccessEnd:
    """The end of a role that is given now."""
    if ends == "date":
        return AccessEnd(expires_at=ends_at)
    if ends == "after_stream":
        return AccessEnd(after_stream=True)
    return AccessEnd(expires_at=now + LENGTHS[ends]) if ends in LENGTHS else NEVER
