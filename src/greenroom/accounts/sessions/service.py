from datetime import datetime, timedelta
from uuid import UUID

from msgspec import Struct
from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.sessions import Session
from greenroom.accounts.models.users import User
from greenroom.accounts.sessions.rules import browser_label
from greenroom.accounts.topics import SESSIONS_ENDED, notify_processes, notify_user
from greenroom.kernel.crypto.tokens import new_token, token_hash
from greenroom.kernel.db.change_tracking import TokenAuthor
from greenroom.kernel.errors import AppError, NotFound


class Unauthenticated(AppError):
    status = 401
    type = "unauthenticated"
    close_code = 4401
    message = "Sign in to continue."


class UserNoLongerExists(AppError):
    status = 401
    type = "user_no_longer_exists"
    close_code = 4401
    message = "This account has been deleted."


class Person(Struct, frozen=True):
    """The user who makes a call, known by the access token of a session or by an API token."""

    user_id: UUID
    # With an API token, the token's id, which no session has.
    session_id: UUID
    username: str
    display_name: str
    avatar_url: str
    is_operator: bool
    last_seen_at: datetime
    # Expiry of the session, which each visit extends; with an API token, the token's expiry.
    expires_at: datetime
    # None with a session.
    token: TokenAuthor | None = None
    # The permissions that the API token is limited to; None with a session.
    scopes: frozenset[str] | None = None


async def sign_in(session: AsyncSession, user_id: UUID, user_agent: str, now: datetime, days: int) -> str:
    """Starts a session; returns its access token, of which only the hash is stored."""
    token = new_token()
    session.add(
        Session(
            user_id=user_id,
            token_hash=token_hash(token),
            browser=browser_label(user_agent),
            created_at=now,
            last_seen_at=now,
            expires_at=now + timedelta(days=days),
        )
    )
    notify_user(session, user_id, "sessions_changed")
    return token


async def authenticate(session: AsyncSession, token: str | None, now: datetime) -> Person:
    if not token:
        raise Unauthenticated
    row = (
        await session.execute(
            select(Session, User)
            .outerjoin(User, User.id == Session.user_id)
            .where(Session.token_hash == token_hash(token), Session.expires_at > now)
        )
    ).one_or_none()
    if row is None:
        raise Unauthenticated
    found, user = row
    if user is None:  # pyright: ignore[reportUnnecessaryComparison]  # an outer join may find no user
        raise UserNoLongerExists
    # Suspending ends all sessions; this one may have begun at the same moment.
    if user.suspended_at is not None:
        raise Unauthenticated
    return Person(
        user_id=user.id,
        session_id=found.id,
        username=user.username,
        display_name=user.display_name,
        avatar_url=user.avatar_url,
        is_operator=user.is_operator,
        last_seen_at=found.last_seen_at,
        expires_at=found.expires_at,
    )


async def session_end(session: AsyncSession, person: Person, now: datetime) -> datetime:
    """When the person's session expires unless a visit extends it; raises if it has ended."""
    expiry = (
        select(Session.expires_at)
        .join(User, User.id == Session.user_id)
        .where(Session.id == person.session_id, Session.user_id == person.user_id, Session.expires_at > now)
        .where(User.suspended_at.is_(None))
    )
    expires_at = await session.scalar(expiry)
    if expires_at is None:
        raise Unauthenticated
    return expires_at


async def extend_session(session: AsyncSession, session_id: UUID, now: datetime, days: int) -> None:
    await session.execute(
        update(Session).where(Session.id == session_id).values(last_seen_at=now, expires_at=now + timedelta(days=days))
    )


async def list_sessions(session: AsyncSession, user_id: UUID, now: datetime) -> list[Session]:
    found = await session.scalars(
        select(Session)
        .where(Session.user_id == user_id, Session.expires_at > now)
        .order_by(Session.last_seen_at.desc(), Session.id.desc())
    )
    return list(found)


async def end_session(session: AsyncSession, user_id: UUID, session_id: UUID) -> None:
    ended = await session.scalars(
        delete(Session).where(Session.user_id == user_id, Session.id == session_id).returning(Session.id)
    )
    if ended.one_or_none() is None:
        raise NotFound("This session has already ended.")
    notify_processes(session, SESSIONS_ENDED, session_id)
    notify_user(session, user_id, "sessions_changed")


async def end_all_sessions(session: AsyncSession, user_id: UUID) -> None:
    ended = await session.scalars(delete(Session).where(Session.user_id == user_id).returning(Session.id))
    for session_id in ended:
        notify_processes(session, SESSIONS_ENDED, session_id)


async def delete_expired_sessions(session: AsyncSession, now: datetime) -> None:
    await session.execute(delete(Session).where(Session.expires_at <= now))
