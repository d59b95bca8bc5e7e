import hmac
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.kernel.crypto.tokens import new_token, token_hash
from greenroom.kernel.db.database import advisory_lock
from greenroom.kernel.errors import NotFound
from greenroom.tenancy.access.rules import permissions_of, role_of
from greenroom.tenancy.access.service import Access, level_in
from greenroom.tenancy.channels.schemas import ChannelOut
from greenroom.tenancy.channels.service import get_channel, set_level
from greenroom.tenancy.invites.rules import InviteGone, check_creator, check_grantable, check_usable
from greenroom.tenancy.invites.schemas import InvitationOut, InvitedChannel, InviteIn, InviteOut, NewInviteOut
from greenroom.tenancy.models.channels import Channel
from greenroom.tenancy.models.invites import ChannelInvite
from greenroom.tenancy.models.users import User


class InviteNotFound(NotFound):
    """Also returned for a wrong token: an id alone reveals nothing."""

    message = "This invitation does not exist. Ask for a new one."


async def create_invite(
    session: AsyncSession, access: Access, body: InviteIn, origin: str, now: datetime
) -> NewInviteOut:
    role = check_grantable(body.level, access.level)
    token = new_token()
    invite = ChannelInvite(
        channel_id=access.channel_id,
        level=role,
        token_hash=token_hash(token),
        created_by_id=access.person.user_id,
        created_at=now,
        expires_at=now + timedelta(seconds=body.expires_in_seconds),
    )
    session.add(invite)
    await session.flush()
    invite_out = _invite_out(invite, access.person.display_name)
    return NewInviteOut(**invite_out.model_dump(), link=f"{origin}/channel-invite/{invite.id}#token={token}")


def _invite_out(invite: ChannelInvite, created_by: str | None) -> InviteOut:
    return InviteOut(
        id=invite.id,
        level=invite.level,
        role=role_of(invite.level).label,
        created_by=created_by,
        created_at=invite.created_at,
        expires_at=invite.expires_at,
        is_used=invite.used_at is not None,
    )


async def list_invites(session: AsyncSession, channel_id: UUID, now: datetime) -> list[InviteOut]:
    rows = await session.execute(
        select(ChannelInvite, User.display_name)
        .outerjoin(User, User.id == ChannelInvite.created_by_id)
        .where(ChannelInvite.channel_id == channel_id, ChannelInvite.expires_at > now)
        .order_by(ChannelInvite.id.desc())
    )
    return [_invite_out(invite, name) for invite, name in rows]


async def revoke_invite(session: AsyncSession, channel_id: UUID, invite_id: UUID) -> None:
    deleted = await session.scalars(
        delete(ChannelInvite)
        .where(ChannelInvite.id == invite_id, ChannelInvite.channel_id == channel_id)
        .returning(ChannelInvite.id)
    )
    if deleted.one_or_none() is None:
        raise InviteNotFound


async def open_invite(session: AsyncSession, invite_id: UUID, token: str, now: datetime) -> InvitationOut:
    invite = await _usable(session, invite_id, token, now)
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
    )


async def accept_invite(session: AsyncSession, user_id: UUID, invite_id: UUID, token: str, now: datetime) -> ChannelOut:
    return await accept_usable(session, await _usable(session, invite_id, token, now), user_id, now)


async def accept_usable(session: AsyncSession, invite: ChannelInvite, user_id: UUID, now: datetime) -> ChannelOut:
    """Raises the user's role, and never lowers it."""
    claimed = await session.scalars(
        update(ChannelInvite)
        .where(ChannelInvite.id == invite.id, ChannelInvite.used_at.is_(None))
        .values(used_at=now, used_by_id=user_id)
        .returning(ChannelInvite.id)
    )
    if claimed.one_or_none() is None:
        raise InviteGone("This invitation has already been used. Ask for a new one.")
    # A second invitation, accepted by this user at once, waits and then finds the role given here.
    await advisory_lock(session, f"role:{invite.channel_id}:{user_id}")
    level = max(invite.level, await level_in(session, invite.channel_id, user_id, now) or 0)
    await set_level(session, invite.channel_id, user_id, level, now)
    await session.flush()
    return await get_channel(session, invite.channel_id, level)


async def is_known(session: AsyncSession, invite_id: UUID, token: str) -> bool:
    """Whether the invitation exists and this is its token, even if it can no longer be accepted."""
    invite = await session.get(ChannelInvite, invite_id)
    return invite is not None and hmac.compare_digest(invite.token_hash, token_hash(token))


async def _usable(session: AsyncSession, invite_id: UUID, token: str, now: datetime) -> ChannelInvite:
    if not await is_known(session, invite_id, token):
        raise InviteNotFound
    return await get_usable(session, invite_id, now)


async def get_usable(session: AsyncSession, invite_id: UUID, now: datetime) -> ChannelInvite:
    """The invitation, if it can be accepted now; the caller has checked its token."""
    invite = await session.get(ChannelInvite, invite_id)
    if invite is None:
        raise InviteNotFound
    check_usable(invite.expires_at, invite.used_at, now)
    creator_level = await level_in(session, invite.channel_id, invite.created_by_id, now) if invite.created_by_id else 0
    check_creator(creator_level or 0, invite.level)
    return invite
