"""The list of a channel's members for those who manage access, and a member's own membership."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Role, role_of
from greenroom.accounts.access.service import Access, ChannelNotFound
from greenroom.accounts.access.staff_accounts import is_proven
from greenroom.accounts.models.channels import ChannelUser
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.models.user_providers import UserProvider
from greenroom.accounts.models.users import SignInIdentity, User
from greenroom.features.members.rules import grantable_levels
from greenroom.features.members.schemas import MemberAccountOut, MemberOut, OwnMembershipOut


async def list_members(
    session: AsyncSession, access: Access, online: Collection[UUID], now: datetime
) -> list[MemberOut]:
    """Highest role first, then by name."""
    rows = await _members(session, access.channel_id, now)
    accounts = await _accounts(session, access.channel_id)
    owner_ids = _owner_ids(rows)
    members = [
        MemberOut(
            user_id=user.id,
            display_name=user.display_name,
            avatar_url=user.avatar_url,
            level=member.level,
            role=role_of(member.level).label,
            created_at=member.created_at,
            expires_at=member.expires_at,
            ends_after_stream=member.ends_after_stream,
            last_seen_at=member.last_seen_at,
            is_online=user.id in online,
            is_suspended=user.suspended_at is not None,
            is_last_owner=owner_ids == {user.id},
            accounts=accounts.get(user.id, []),
            grantable_levels=grantable_levels(access.level, member.level),
        )
        for member, user in rows
    ]
    return sorted(members, key=lambda one: (-one.level, one.display_name.casefold(), one.user_id))


async def own_membership(session: AsyncSession, access: Access, now: datetime) -> OwnMembershipOut:
    rows = await _members(session, access.channel_id, now)
    member = next((member for member, user in rows if user.id == access.person.user_id), None)
    if member is None:
        raise ChannelNotFound
    return OwnMembershipOut(
        level=member.level,
        role=role_of(member.level).label,
        created_at=member.created_at,
        expires_at=member.expires_at,
        ends_after_stream=member.ends_after_stream,
        is_last_owner=_owner_ids(rows) == {member.user_id},
    )


async def _members(session: AsyncSession, channel_id: UUID, now: datetime) -> list[tuple[ChannelUser, User]]:
    found = await session.execute(
        select(ChannelUser, User)
        .join(User, User.id == ChannelUser.user_id)
        .where(ChannelUser.channel_id == channel_id, ChannelUser.level >= Role.MOD)
        .where(or_(ChannelUser.expires_at.is_(None), ChannelUser.expires_at > now))
    )
    return [(member, user) for member, user in found]


def _owner_ids(rows: list[tuple[ChannelUser, User]]) -> set[UUID]:
    """Owners whose access has no end and who are not suspended, as `lock_members` counts them."""
    return {
        user.id
        for member, user in rows
        if member.level >= Role.OWNER and member.expires_at is None and user.suspended_at is None
    }


async def _accounts(session: AsyncSession, channel_id: UUID) -> dict[UUID, list[MemberAccountOut]]:
    """User → the accounts on which they have their role in chat."""
    found = await session.execute(
        select(UserProvider.user_id, UserProvider.provider, Credential.display_name)
        .join(ChannelUser, ChannelUser.user_id == UserProvider.user_id)
        .join(Credential, Credential.id == UserProvider.credential_id)
        .join(SignInIdentity, is_proven())
        .where(ChannelUser.channel_id == channel_id)
        .order_by(UserProvider.connected_at)
    )
    accounts: dict[UUID, list[MemberAccountOut]] = {}
    for user_id, provider, name in found:
        accounts.setdefault(user_id, []).append(MemberAccountOut(provider=provider, name=name))
    return accounts
