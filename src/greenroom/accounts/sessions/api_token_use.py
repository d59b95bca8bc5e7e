"""Authenticates calls that are made with an API token."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy import or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.api_tokens import ApiToken
from greenroom.accounts.models.users import User
from greenroom.accounts.sessions.service import Person, Unauthenticated
from greenroom.kernel.crypto.tokens import token_hash
from greenroom.kernel.db.change_tracking import TokenAuthor
from greenroom.kernel.errors import AppError

# Prefix by which people, and programs that search for leaked secrets, recognise an API token.
PREFIX = "grt_"
# Minimum time between two stored uses: storing every use would turn each read into a write.
LAST_USED_INTERVAL = timedelta(minutes=1)
NEVER_USED = datetime.min.replace(tzinfo=UTC)
NEVER_EXPIRES = datetime.max.replace(tzinfo=UTC)


class InvalidApiToken(Unauthenticated):
    message = "This API token is not valid: it was revoked, has expired, or never existed."


class SessionRequired(AppError):
    status = 403
    type = "session_required"
    close_code = 4403
    message = "API tokens can't be used for this. Sign in on the website."


def is_api_token(token: str | None) -> bool:
    return token is not None and token.startswith(PREFIX)


async def authenticate_api_token(session: AsyncSession, token: str | None, now: datetime) -> Person:
    if token is None:
        raise Unauthenticated
    is_valid = or_(ApiToken.expires_at.is_(None), ApiToken.expires_at > now)
    row = (
        await session.execute(
            select(ApiToken, User)
            .join(User, User.id == ApiToken.user_id)
            .where(ApiToken.token_hash == token_hash(token), is_valid, User.suspended_at.is_(None))
        )
    ).one_or_none()
    if row is None:
        raise InvalidApiToken
    found, user = row
    return Person(
        user_id=user.id,
        session_id=found.id,
        username=user.username,
        display_name=user.display_name,
        avatar_url=user.avatar_url,
        is_operator=False,
        last_seen_at=found.last_used_at or NEVER_USED,
        expires_at=found.expires_at or NEVER_EXPIRES,
        token=TokenAuthor(user.id, found.name),
        scopes=frozenset(found.scopes),
    )


def is_last_used_update_due(last_used_at: datetime, now: datetime) -> bool:
    return now - last_used_at >= LAST_USED_INTERVAL


async def record_use(session: AsyncSession, token_id: UUID, now: datetime) -> None:
    await session.execute(update(ApiToken).where(ApiToken.id == token_id).values(last_used_at=now))
