"""A channel provider as everybody may see it."""

from greenroom.tenancy.channel_providers.rules import fill
from greenroom.tenancy.channel_providers.shown import Loaded, link_fields
from greenroom.tenancy.platforms import Platforms
from greenroom.tenancy.watch.schemas import PublicStream


def public_stream(platforms: Platforms, loaded: Loaded) -> PublicStream | None:
    """None where the platform has no streams."""
    provider, links = loaded.provider, platforms.info(loaded.provider.provider).descriptor
    if not links.flags.stream:
        return None
    fields = link_fields(platforms, provider)
    # A stream that its platform shows to nobody but those who know its address is not told by us either.
    is_live = provider.is_live and provider.is_listed
    watch_url = fill(links.watchUrl, fields) if is_live else None
    return PublicStream(
        id=provider.id,
        revision=provider.revision,
        provider=provider.provider,
        provider_channel_id=provider.provider_channel_id,
        provider_channel_name=provider.provider_channel_name,
        display_name=loaded.credential.display_name,
        avatar_url=loaded.credential.avatar_url,
        is_live=is_live,
        live_since=provider.live_since if is_live else None,
        title=provider.title if is_live else None,
        category=provider.category if is_live else None,
        viewers=provider.viewers if is_live else None,
        watch_url=watch_url or fill(links.channelUrl, fields),
        embed_url=fill(links.embedUrl, fields) if is_live else None,
    )
