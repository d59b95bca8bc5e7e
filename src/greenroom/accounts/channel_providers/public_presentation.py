"""A connected platform as viewers who are not signed in see it."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Struct
from pydantic import Field

from greenroom.accounts.channel_providers.presentation import ProviderRows, link_fields
from greenroom.accounts.channel_providers.rules import fill
from greenroom.accounts.channel_providers.schemas import REVISION
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.platforms import Platforms
from greenroom.kernel.schema import Schema


class PublicStream(Schema):
    """A channel on one platform, and its current stream."""

    id: UUID
    revision: Annotated[int, Field(description=REVISION)]
    provider: str
    provider_channel_id: str
    provider_channel_name: str
    display_name: str
    avatar_url: str
    is_live: bool
    live_since: datetime | None
    title: str | None
    category: str | None
    # None if unknown.
    viewers: int | None
    # The platform's own page.
    watch_url: str | None
    # URL of the embedded player; None if there is none or the channel is offline.
    embed_url: str | None


class StreamUpdate(Schema):
    action: Literal["new", "updated", "deleted"]
    data: PublicStream


class OnAir(Struct, frozen=True):
    """What the watch page shows of a live connection; a change of any field is published there."""

    # The watch URL of some platforms contains it.
    stream_id: str | None
    since: datetime | None
    title: str | None
    category: str | None
    viewers: int | None


def on_air(provider: ChannelProvider) -> OnAir | None:
    # An unlisted stream is not shown.
    if not (provider.is_live and provider.is_listed):
        return None
    return OnAir(provider.live_stream_id, provider.live_since, provider.title, provider.category, provider.viewers)


def public_stream(platforms: Platforms, loaded: ProviderRows) -> PublicStream | None:
    """The stream for public pages; None if the platform has no streams, or the account is not proven."""
    provider, links = loaded.provider, platforms.info(loaded.provider.provider).descriptor
    if not (links.flags.stream and provider.is_proven):
        return None
    fields, stream = link_fields(platforms, provider), on_air(provider)
    watch_url = fill(links.watchUrl, fields) if stream else None
    return PublicStream(
        id=provider.id,
        revision=provider.revision,
        provider=provider.provider,
        provider_channel_id=provider.provider_channel_id,
        provider_channel_name=provider.provider_channel_name,
        display_name=loaded.credential.display_name,
        avatar_url=loaded.credential.avatar_url,
        is_live=stream is not None,
        live_since=stream and stream.since,
        title=stream and stream.title,
        category=stream and stream.category,
        viewers=stream and stream.viewers,
        watch_url=watch_url or fill(links.channelUrl, fields),
        embed_url=fill(links.embedUrl, fields) if stream else None,
    )
