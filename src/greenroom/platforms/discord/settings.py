from pydantic import Field, SecretStr

from greenroom.kernel.schema import BaseUrl, StrictSchema


class DiscordSettings(StrictSchema):
    """The app registered at discord.com/developers, and Discord's URLs."""

    client_id: str = Field(
        default="", description="Client ID of the app registered at https://discord.com/developers/applications."
    )
    client_secret: SecretStr = Field(default=SecretStr(""), description="Client secret of the same app.")
    authorize_url: BaseUrl = Field(
        default="https://discord.com/oauth2/authorize", description="OAuth authorization page."
    )
    api_url: BaseUrl = Field(default="https://discord.com/api/v10", description="The HTTP API, with its version.")
    cdn_url: BaseUrl = Field(default="https://cdn.discordapp.com", description="Host of Discord's pictures.")
