"""Which consent flows a signed-in user may start to connect an account."""

from typing import Annotated, Literal
from uuid import UUID

from fastapi import Query
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.guards import OPERATOR
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Forbidden, check_permission
from greenroom.accounts.channel_providers.service import get_provider
from greenroom.accounts.sessions.service import Person
from greenroom.features.sign_in.rules import MAX_PATH_LENGTH, Purpose, local_path
from greenroom.features.sign_in.service import ConsentRequest
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import Invalid


class ConnectTarget(Struct, frozen=True):
    """The query parameters of the route `connect-chat-url`."""

    redirect_to: Annotated[str, Query(max_length=MAX_PATH_LENGTH)]
    channel_id: UUID | None = None
    bot: Literal["own", "system"] | None = None
    channel_provider_id: UUID | None = None
    # Also lets an Owner chat as this account, unless another user has it or the Owner has another account.
    chat_as_me: bool = False


async def consent_request(
    session: AsyncSession, kernel: Kernel, person: Person, provider: str, target: ConnectTarget
) -> ConsentRequest:
    redirect_to = local_path(target.redirect_to)
    if redirect_to is None:
        raise Invalid("redirect_to", "must be a path of this site")
    if target.chat_as_me and (target.channel_id is None or target.bot is not None):
        raise Invalid("chat_as_me", "is only for connecting an account to a channel")
    request = ConsentRequest(provider, Purpose.USER_PROVIDER, redirect_to, person.user_id, person.session_id)
    if target.bot == "system":
        if not person.is_operator:
            raise Forbidden(OPERATOR)
        return replace(request, purpose=Purpose.SYSTEM_BOT)
    if target.channel_id is None:
        if target.bot:
            raise Invalid("channel_id", "is needed to connect a channel's own bot")
        return request
    await check_permission(session, person, target.channel_id, Permission.PLATFORMS_MANAGE, kernel.clock())
    request = replace(request, channel_id=target.channel_id)
    if target.bot is None:
        purpose = Purpose.CHANNEL_AND_USER if target.chat_as_me else Purpose.CHANNEL_PROVIDER
        return replace(request, purpose=purpose)
    if target.channel_provider_id is None:
        raise Invalid("channel_provider_id", "is needed to connect a channel's own bot")
    loaded = await get_provider(session, target.channel_id, target.channel_provider_id)
    if loaded.provider.provider != provider:
        raise Invalid("channel_provider_id", f"is not a {provider} connection")
    return replace(request, purpose=Purpose.CHANNEL_BOT, channel_provider_id=target.channel_provider_id)
