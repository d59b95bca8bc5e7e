"""A channel provider as staff see it."""

from msgspec import Struct

from greenroom.accounts.channel_providers.connection_health import lag_history
from greenroom.accounts.channel_providers.rules import ConnectionState, edit_url, fill, proof_code
from greenroom.accounts.channel_providers.schemas import (
    AllowanceOut,
    BotOut,
    ChannelProviderOut,
    ConnectionHealthOut,
    ConnectionOut,
    MissingScope,
)
from greenroom.accounts.credentials.rules import missing_scopes
from greenroom.accounts.credentials.service import bot_needs_scope
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.platforms import Platforms, Scopes


class ProviderRows(Struct, frozen=True):
    """A channel provider with the rows needed to present it."""

    provider: ChannelProvider
    credential: Credential
    own_bot: Credential | None
    system_bot: Credential | None
    connected_by: str | None


def present(platforms: Platforms, loaded: ProviderRows) -> ChannelProviderOut:
    provider, credential = loaded.provider, loaded.credential
    links = platforms.info(provider.provider).descriptor
    missing = _missing(platforms, credential)
    fields = link_fields(platforms, provider)
    return ChannelProviderOut(
        id=provider.id,
        revision=provider.revision,
        channel_id=provider.channel_id,
        provider=provider.provider,
        provider_channel_id=provider.provider_channel_id,
        provider_channel_name=provider.provider_channel_name,
        display_name=credential.display_name,
        avatar_url=credential.avatar_url,
        live_stream_id=provider.live_stream_id,
        is_live=provider.is_live,
        live_since=provider.live_since,
        title=provider.title,
        category=provider.category,
        scope_needed=credential.is_dead or bool(missing),
        missing_scopes=[MissingScope(scope=scope, label=label) for scope, label in missing.items()],
        can_chat=_has_scopes(platforms, credential, platforms.info(provider.provider).user_scopes),
        # The scopes of a bot are exactly those that writing and moderating need.
        can_moderate=_has_scopes(platforms, credential, platforms.info(provider.provider).bot_scopes),
        bot_provider=_bot(platforms, loaded),
        connection=_connection(provider),
        health=_health(provider),
        connected_by=loaded.connected_by,
        connected_at=provider.connected_at,
        proof_code=None if provider.is_proven else proof_code(provider.id),
        channel_url=fill(links.channelUrl, fields),
        dashboard_url=fill(links.dashboardUrl, fields),
        edit_url=edit_url(links.broadcastEditUrl, links.dashboardUrl, fields),
        watch_url=fill(links.watchUrl, fields),
        embed_url=fill(links.embedUrl, fields),
        chat_embed_url=fill(links.chatEmbedUrl, fields),
    )


def link_fields(platforms: Platforms, provider: ChannelProvider) -> dict[str, str | None]:
    """Values of the fields in the platform's URL templates, such as `{provider_channel_id}`."""
    return {
        "provider_channel_id": provider.provider_channel_id,
        "provider_channel_name": provider.provider_channel_name,
        "live_stream_id": provider.live_stream_id,
        "parent": platforms.page_host,
    }


def _missing(platforms: Platforms, credential: Credential) -> Scopes:
    """Scopes that the account lacks; empty if it was registered by handle and so has no scopes."""
    if not credential.has_tokens:
        return {}
    return missing_scopes(platforms.info(credential.provider).channel_scopes, credential.scopes)


def _has_scopes(platforms: Platforms, credential: Credential, needed: Scopes) -> bool:
    can_write = platforms.info(credential.provider).descriptor.flags.chatWrite
    is_usable = credential.has_tokens and not credential.is_dead
    return can_write and is_usable and not missing_scopes(needed, credential.scopes)


def _connection(provider: ChannelProvider) -> ConnectionOut:
    return ConnectionOut(
        state=ConnectionState(provider.connection_state),
        detail=provider.connection_detail,
        since=provider.connection_since,
    )


def _health(provider: ChannelProvider) -> ConnectionHealthOut:
    return ConnectionHealthOut(
        viewers=provider.viewers,
        lag_ms=provider.lag_ms,
        lag_history=lag_history(provider.lag_history),
        messages_per_minute=provider.messages_per_minute,
        last_event_at=provider.last_event_at,
        allowance=None if provider.allowance is None else AllowanceOut.model_validate(provider.allowance),
    )


def _bot(platforms: Platforms, loaded: ProviderRows) -> BotOut | None:
    credential = loaded.own_bot or loaded.system_bot
    if credential is None:
        return None
    return BotOut(
        kind="own" if loaded.own_bot else "system",
        display_name=credential.display_name,
        avatar_url=credential.avatar_url,
        scope_needed=bot_needs_scope(platforms, credential),
    )
