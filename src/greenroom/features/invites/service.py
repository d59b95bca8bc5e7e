import hmac
from datetime import datetime, timedelta
from typing import Any, cast
from uuid import UUID

from sqlalchemy import Select, and_, case, delete, func, not_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from greenroom.accounts.access.rules import permissions_of, role_of
from greenroom.accounts.access.service import Access, level_in
from greenroom.accounts.audit.record import record_change
from greenroom.accounts.channels.schemas import ChannelOut
from greenroom.accounts.channels.service import get_channel
from greenroom.accounts.models.channels import Channel, ChannelUser
from greenroom.accounts.models.invites import ChannelInvite
from greenroom.accounts.models.users import User
from greenroom.features.invites.rules import InviteFacts, InviteState, check_open, invite_state
from greenroom.features.invites.schemas import InvitationOut, InvitedChannel, InviteIn, InviteOut, NewInviteOut
from greenroom.features.members.rules import AccessEnds, access_end, check_access_end
from greenroom.features.members.service import announce_members, grant_role, members_lock
from greenroom.kernel.crypto.tokens import new_token, token_hash
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import JsonObject, advisory_lock
from greenroom.kernel.errors import Conflict, NotFound

# How many used, revoked and expired invitations are listed.
MAX_CLOSED = 20
# How long an invitation is kept after it has expired.
RETENTION_AFTER_EXPIRY = timedelta(days=90)


class InviteNotFound(NotFound):
    """There is no such invitation, or the token is wrong: an id alone reveals nothing."""

    message = "This invitation does not exist. Ask for a new one."


async def create_invite(
    session: AsyncSession, access: Access, body: InviteIn, origin: str, now: datetime
) -> NewInviteOut:
    role = access.check_grantable(body.level)
    check_access_end(body.access_ends, body.access_ends_at, role, now)
    token = new_token()
    invite = ChannelInvite(
        channel_id=access.channel_id,
        level=role,
        token_hash=token_hash(token),
        created_by_id=access.person.user_id,
        created_at=now,
        expires_at=now + timedelta(seconds=body.expires_in_seconds),
        access_ends=body.access_ends,
        access_ends_at=body.access_ends_at,
    )
    session.add(invite)
    await session.flush()
    by = access.changed_by(now)
    _record(session, invite, by, title="Invited a new member", new=_facts_of_access(invite))
    announce_members(session, access.channel_id)
    invite_out = _invite_out(invite, "open", created_by=access.person.display_name)
    return NewInviteOut(**invite_out.model_dump(), link=f"{origin}/channel-invite/{invite.id}#token={token}")


def _invite_out(
    invite: ChannelInvite, state: InviteState, *, created_by: str | None, closed_by: str | None = None
) -> InviteOut:
    return InviteOut(
        id=invite.id,
        level=invite.level,
        role=role_of(invite.level).label,
        created_by=created_by,
        created_at=invite.created_at,
        expires_at=invite.expires_at,
        state=state,
        access_ends=_access_ends(invite),
        access_ends_at=invite.access_ends_at,
        closed_at=invite.used_at or invite.revoked_at,
        closed_by=closed_by,
    )


def _access_ends(invite: ChannelInvite) -> AccessEnds:
    return cast("AccessEnds", invite.access_ends)


async def list_invites(session: AsyncSession, channel_id: UUID, now: datetime) -> list[InviteOut]:
    """All invitations that are neither used, revoked nor expired, then the latest of the others."""
    is_waiting = (ChannelInvite.used_at.is_(None), ChannelInvite.revoked_at.is_(None), ChannelInvite.expires_at > now)
    here = _invites_with_names().where(ChannelInvite.channel_id == channel_id).order_by(ChannelInvite.id.desc())
    waiting = (await session.execute(here.where(*is_waiting))).all()
    closed = (await session.execute(here.where(not_(and_(*is_waiting))).limit(MAX_CLOSED))).all()
    return [
        _invite_out(
            invite,
            invite_state(_facts(invite), creator_level if _is_current(ends_at, now) else 0, now),
            created_by=created_by,
            closed_by=used_by or revoked_by,
        )
        for invite, created_by, used_by, revoked_by, creator_level, ends_at in (*waiting, *closed)
    ]


def _invites_with_names() -> Select[ChannelInvite, str, str, str, Any, datetime | None]:
    """Invitations, the names of who created, used and revoked them, and the creator's level and end of access."""
    creator, user, revoker, member = aliased(User), aliased(User), aliased(User), aliased(ChannelUser)
    is_creator = and_(member.channel_id == ChannelInvite.channel_id, member.user_id == ChannelInvite.created_by_id)
    level = func.coalesce(case((creator.suspended_at.is_(None), member.level)), 0)
    return (
        select(ChannelInvite, creator.display_name, user.display_name, revoker.display_name, level, member.expires_at)
        .outerjoin(creator, creator.id == ChannelInvite.created_by_id)
        .outerjoin(user, user.id == ChannelInvite.used_by_id)
        .outerjoin(revoker, revoker.id == ChannelInvite.revoked_by_id)
        .outerjoin(member, is_creator)
    )


def _is_current(ends_at: datetime | None, now: datetime) -> bool:
    return ends_at is None or ends_at > now


async def revoke_invite(session: AsyncSession, access: Access, invite_id: UUID, now: datetime) -> None:
    """Revokes the invitation, which stays in the list; raises if it was used."""
    invite = await session.get(ChannelInvite, invite_id, with_for_update=True)
    if invite is None or invite.channel_id != access.channel_id:
        raise InviteNotFound
    if invite.used_at is not None:
        raise Conflict("This invitation has already been used. Remove the member instead.")
    if invite.revoked_at is None:
        invite.revoked_at, invite.revoked_by_id = now, access.person.user_id
        by = access.changed_by(now)
        _record(session, invite, by, title="Revoked an invitation", old=_facts_of_access(invite))
        announce_members(session, access.channel_id)


def _facts_of_access(invite: ChannelInvite) -> JsonObject:
    ends = invite.access_ends_at.isoformat() if invite.access_ends_at else invite.access_ends
    return {"role": role_of(invite.level).label, "access_ends": ends}


def _record(
    session: AsyncSession,
    invite: ChannelInvite,
    by: ChangedBy,
    *,
    title: str,
    old: JsonObject | None = None,
    new: JsonObject | None = None,
) -> None:
    no_undo = "Invitations are made and revoked under User Access."
    record_change(
        session,
        invite.channel_id,
        by,
        section="access",
        item=str(invite.id),
        title=title,
        old=old,
        new=new,
        no_undo=no_undo,
    )


async def delete_old_invites(session: AsyncSession, now: datetime) -> None:
    await session.execute(delete(ChannelInvite).where(ChannelInvite.expires_at <= now - RETENTION_AFTER_EXPIRY))


async def get_invitation(session: AsyncSession, invite_id: UUID, token: str, now: datetime) -> InvitationOut:
    invite = await _get_usable_with_token(session, invite_id, token, now)
    channel = await session.get_one(Channel, invite.channel_id)
    invited_by = await session.get(User, invite.created_by_id) if invite.created_by_id else None
    return InvitationOut(
        id=invite.id,
        channel=InvitedChannel(id=channel.id, display_name=channel.display_name),
        level=invite.level,
        role=role_of(invite.level).label,
        permissions=permissions_of(invite.level),
        invited_by=invited_by.display_name if invited_by else None,
        expires_at=invite.expires_at,
        access_ends=_access_ends(invite),
        access_ends_at=invite.access_ends_at,
    )


async def accept_invite(session: AsyncSession, user_id: UUID, invite_id: UUID, token: str, now: datetime) -> ChannelOut:
    return await accept_usable(session, await _get_usable_with_token(session, invite_id, token, now), user_id, now)


async def accept_usable(session: AsyncSession, invite: ChannelInvite, user_id: UUID, now: datetime) -> ChannelOut:
    """Gives the user the role of the invitation; never lowers a role that the user has."""
    # A second invitation that this user accepts at the same time waits, and then finds the role given here.
    await advisory_lock(session, members_lock(invite.channel_id))
    # Read again: meanwhile it may have been used or revoked, or its sender may have left the channel.
    invite = await get_usable(session, invite.id, now, for_update=True)
    invite.used_at, invite.used_by_id = now, user_id
    end = access_end(_access_ends(invite), invite.access_ends_at, now)
    name = await session.scalar(select(User.display_name).where(User.id == user_id)) or ""
    by = ChangedBy(name, now, invite.level, user_id=user_id)
    level = await grant_role(session, invite.channel_id, user_id, invite.level, end=end, by=by)
    announce_members(session, invite.channel_id)
    await session.flush()
    return await get_channel(session, invite.channel_id, level)


async def is_token_of_invite(session: AsyncSession, invite_id: UUID, token: str) -> bool:
    """Whether the invitation exists and this is its token, even if it can no longer be accepted."""
    invite = await session.get(ChannelInvite, invite_id)
    return invite is not None and hmac.compare_digest(invite.token_hash, token_hash(token))


async def _get_usable_with_token(session: AsyncSession, invite_id: UUID, token: str, now: datetime) -> ChannelInvite:
    if not await is_token_of_invite(session, invite_id, token):
        raise InviteNotFound
    return await get_usable(session, invite_id, now)


async def get_usable(
    session: AsyncSession, invite_id: UUID, now: datetime, *, for_update: bool = False
) -> ChannelInvite:
    """The invitation, if it can be accepted now; the caller has checked its token."""
    invite = await session.get(ChannelInvite, invite_id, populate_existing=True, with_for_update=for_update or None)
    if invite is None:
        raise InviteNotFound
    creator_level = await level_in(session, invite.channel_id, invite.created_by_id, now) if invite.created_by_id else 0
    check_open(invite_state(_facts(invite), creator_level or 0, now))
    return invite


def _facts(invite: ChannelInvite) -> InviteFacts:
    return InviteFacts(invite.level, invite.expires_at, invite.used_at, invite.revoked_at, invite.access_ends_at)
