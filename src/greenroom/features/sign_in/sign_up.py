"""Who may create an account at a first sign-in."""

from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.invites import ChannelInvite
from greenroom.accounts.users.service import create_user, find_user, is_first_user
from greenroom.features.invites.service import accept_usable, get_usable
from greenroom.features.sign_in.service import Consent
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError


class InvitationNeeded(AppError):
    status = 403
    type = "invitation_needed"
    message = "This Greenroom is invite-only. Ask for an invitation link."


class SignUpClosed(AppError):
    status = 403
    type = "sign_up_closed"
    message = "This Greenroom doesn't accept new accounts."


class SignedInUser(Struct, frozen=True):
    user_id: UUID
    # The channel whose invitation was accepted by creating this user.
    channel_id: UUID | None = None


async def find_or_create_user(session: AsyncSession, kernel: Kernel, consent: Consent) -> SignedInUser:
    """The user of this account; creates one if the setting `sign_up` allows it."""
    known = await find_user(session, consent.grant)
    if known is not None:
        return SignedInUser(known)
    now = kernel.clock()
    invite = await _check_admission(session, kernel, consent, now)
    may_become_operator = kernel.settings.first_user_is_operator
    user = await create_user(session, consent.grant, now, may_become_operator=may_become_operator)
    if invite is None:
        return SignedInUser(user.id)
    # Accepted at once: otherwise one invitation would admit any number of people.
    await accept_usable(session, invite, user.id, now)
    return SignedInUser(user.id, invite.channel_id)


async def _check_admission(
    session: AsyncSession, kernel: Kernel, consent: Consent, now: datetime
) -> ChannelInvite | None:
    """Raises unless this person may create an account; returns the invitation that they need for it, if any."""
    match kernel.settings.sign_up:
        case "open":
            return None
        case "closed":
            raise SignUpClosed
        case "invited":
            if await is_first_user(session):
                return None
            if consent.request.invite_id is None:
                raise InvitationNeeded
            return await get_usable(session, consent.request.invite_id, now)
