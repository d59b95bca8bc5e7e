"""All settings of an installation: environment variables GREENROOM_*, or keys in a TOML file."""

from pydantic import Field

from greenroom.kernel.settings import KernelSettings
from greenroom.platforms.betterttv.settings import BetterTTVSettings
from greenroom.platforms.discord.settings import DiscordSettings
from greenroom.platforms.frankerfacez.settings import FrankerFaceZSettings
from greenroom.platforms.kick.settings import KickSettings
from greenroom.platforms.seventv.settings import SevenTVSettings
from greenroom.platforms.spotify.settings import SpotifySettings
from greenroom.platforms.tiktok.settings import TikTokSettings
from greenroom.platforms.twitch.settings import TwitchSettings
from greenroom.platforms.youtube.settings import YouTubeSettings


class Settings(KernelSettings):
    twitch: TwitchSettings = Field(default=TwitchSettings(), description="The Twitch app of this installation.")
    youtube: YouTubeSettings = Field(default=YouTubeSettings(), description="The Google project of this installation.")
    kick: KickSettings = Field(default=KickSettings(), description="The Kick app of this installation.")
    tiktok: TikTokSettings = Field(default=TikTokSettings(), description="The reader of TikTok and its Login Kit app.")
    spotify: SpotifySettings = Field(default=SpotifySettings(), description="The Spotify app of this installation.")
    discord: DiscordSettings = Field(default=DiscordSettings(), description="The Discord app of this installation.")
    seventv: SevenTVSettings = Field(default=SevenTVSettings(), description="Emotes of 7TV.")
    betterttv: BetterTTVSettings = Field(default=BetterTTVSettings(), description="Emotes of BetterTTV.")
    frankerfacez: FrankerFaceZSettings = Field(default=FrankerFaceZSettings(), description="Emotes of FrankerFaceZ.")
