from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.api_tokens import ApiToken
from greenroom.accounts.sessions.api_token_use import PREFIX
from greenroom.accounts.topics import SESSIONS_ENDED, notify_processes, notify_user
from greenroom.accounts.users.limits import check_api_tokens
from greenroom.features.api_tokens.rules import expiry
from greenroom.features.api_tokens.schemas import ApiTokenIn
from greenroom.kernel.crypto.tokens import new_token, token_hash
from greenroom.kernel.errors import NameTaken, NotFound
from greenroom.kernel.text import name_key

# Expired tokens stay in the list this long, so that their owner sees why a program is refused.
RETENTION_AFTER_EXPIRY = timedelta(days=30)


class ApiTokenNotFound(NotFound):
    message = "This API token was revoked already."


async def list_tokens(session: AsyncSession, user_id: UUID) -> list[ApiToken]:
    """Tokens of the user, newest first; includes expired tokens until they are deleted."""
    newest_first = (ApiToken.created_at.desc(), ApiToken.id.desc())
    return list(await session.scalars(select(ApiToken).where(ApiToken.user_id == user_id).order_by(*newest_first)))


async def create_token(
    session: AsyncSession, user_id: UUID, body: ApiTokenIn, now: datetime, maximum: int
) -> tuple[ApiToken, str]:
    """Creates a token; returns it with its secret, which is not stored."""
    await check_api_tokens(session, user_id, maximum)
    if name_key(body.name) in {name_key(token.name) for token in await list_tokens(session, user_id)}:
        raise NameTaken(body.name)
    secret = f"{PREFIX}{new_token()}"
    token = ApiToken(
        user_id=user_id,
        name=body.name,
        token_hash=token_hash(secret),
        last_four=secret[-4:],
        scopes=[str(scope) for scope in body.scopes],
        created_at=now,
        expires_at=expiry(body.lifetime, now),
        last_used_at=None,
    )
    session.add(token)
    await session.flush()
    notify_user(session, user_id, "api_tokens_changed")
    return token, secret


async def revoke_token(session: AsyncSession, user_id: UUID, token_id: UUID) -> None:
    of_user = ApiToken.user_id == user_id
    revoked = await session.scalars(delete(ApiToken).where(of_user, ApiToken.id == token_id).returning(ApiToken.id))
    if revoked.one_or_none() is None:
        raise ApiTokenNotFound
    # Clears the access caches of all processes.
    notify_processes(session, SESSIONS_ENDED, token_id)
    notify_user(session, user_id, "api_tokens_changed")


async def delete_expired_tokens(session: AsyncSession, now: datetime) -> None:
    await session.execute(delete(ApiToken).where(ApiToken.expires_at <= now - RETENTION_AFTER_EXPIRY))
