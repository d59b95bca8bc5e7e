"""The one object people configure: environment variables GREENROOM_*, or the same names in a TOML file."""

from pydantic import Field

from greenroom.kernel.settings import KernelSettings
from greenroom.platforms.twitch.settings import TwitchSettings


class Settings(KernelSettings):
    twitch: TwitchSettings = Field(default=TwitchSettings(), description="The Twitch app of this installation.")
