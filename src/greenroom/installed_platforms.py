"""The platforms and emote services of this installation, in the order in which screens show them."""

from greenroom.accounts.stream_platforms import declare_stream_platforms
from greenroom.chat.emotes.emote import EmoteSource
from greenroom.chat.protocol.adapter_state import StoredAdapterState
from greenroom.chat.protocol.platform import Platform
from greenroom.kernel.context import Kernel
from greenroom.platforms.betterttv import info as betterttv
from greenroom.platforms.betterttv.source import BetterTTV
from greenroom.platforms.discord.platform import DiscordPlatform
from greenroom.platforms.frankerfacez.source import FrankerFaceZ
from greenroom.platforms.kick import info as kick
from greenroom.platforms.kick.platform import KickPlatform
from greenroom.platforms.seventv import info as seventv
from greenroom.platforms.seventv.source import SevenTV
from greenroom.platforms.spotify.platform import SpotifyPlatform
from greenroom.platforms.tiktok import info as tiktok
from greenroom.platforms.tiktok.platform import TikTokPlatform
from greenroom.platforms.twitch import info as twitch
from greenroom.platforms.twitch.platform import TwitchPlatform
from greenroom.platforms.youtube import info as youtube
from greenroom.platforms.youtube.platform import YouTubePlatform
from greenroom.settings import Settings

declare_stream_platforms((twitch.STREAM, youtube.STREAM, kick.STREAM, tiktok.STREAM))

# Services that are described on screen but have no adapter.
WITHOUT_ADAPTER = (seventv.DESCRIPTOR, betterttv.DESCRIPTOR)


def platforms(settings: Settings, kernel: Kernel) -> list[Platform]:
    return [
        TwitchPlatform(settings.twitch, kernel.http, kernel.clock, bus=kernel.bus, origin=settings.origin),
        YouTubePlatform(
            settings.youtube, kernel.http, kernel.clock, StoredAdapterState(kernel.database, youtube.STREAM.provider)
        ),
        KickPlatform(settings.kick, kernel.http, kernel.clock, kernel.bus),
        TikTokPlatform(settings.tiktok, kernel.http, kernel.clock),
        SpotifyPlatform(settings.spotify, kernel.http, kernel.clock),
        DiscordPlatform(settings.discord, kernel.http, kernel.clock, site=settings.origin),
    ]


def emote_sources(settings: Settings, kernel: Kernel) -> list[EmoteSource]:
    """The enabled emote services; if two have an emote with the same name, the first is used."""
    sources = (
        (settings.seventv.enabled, SevenTV(settings.seventv, kernel.http)),
        (settings.betterttv.enabled, BetterTTV(settings.betterttv, kernel.http)),
        (settings.frankerfacez.enabled, FrankerFaceZ(settings.frankerfacez, kernel.http)),
    )
    return [source for is_enabled, source in sources if is_enabled]
