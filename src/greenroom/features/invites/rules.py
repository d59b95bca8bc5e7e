from datetime import datetime
from typing import Literal

from msgspec import Struct

from greenroom.accounts.access.rules import Permission, has_permission
from greenroom.kernel.errors import AppError

MAX_INVITE_TOKEN_LENGTH = 200
Lifetime = Literal[3600, 86400, 604800]
InviteState = Literal["open", "used", "revoked", "expired", "void"]


class InviteGone(AppError):
    status = 410
    type = "invite_gone"


GONE: dict[InviteState, str] = {
    "used": "This invitation has already been used. Ask for a new one.",
    "revoked": "This invitation was revoked. Ask for a new one.",
    "expired": "This invitation has expired. Ask for a new one.",
    "void": "The sender of this invitation can no longer invite members. Ask for a new one.",
}


class InviteFacts(Struct, frozen=True):
    """What decides whether an invitation can be accepted."""

    level: int
    expires_at: datetime
    used_at: datetime | None = None
    revoked_at: datetime | None = None
    # Date at which the access ends, if the invitation names a date.
    access_ends_at: datetime | None = None


def invite_state(facts: InviteFacts, creator_level: int, now: datetime) -> InviteState:
    """State of an invitation: only `open` can be accepted; `void` means that its sender may no longer give its role."""
    if facts.used_at is not None:
        return "used"
    if facts.revoked_at is not None:
        return "revoked"
    if facts.expires_at <= now or (facts.access_ends_at is not None and facts.access_ends_at <= now):
        return "expired"
    if creator_level < facts.level or not has_permission(creator_level, Permission.ACCESS_MANAGE):
        return "void"
    return "open"


def check_open(state: InviteState) -> None:
    if state != "open":
        raise InviteGone(GONE[state])
