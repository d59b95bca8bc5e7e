from pydantic import Field, SecretStr, field_validator

from greenroom.kernel.schema import StrictSchema


class DiscordSettings(StrictSchema):
    """The app registered at discord.com/developers, and where Discord is; the rehearsal has other addresses."""

    client_id: str = Field(
        default="", description="Client ID of the app registered at https://discord.com/developers/applications."
    )
    client_secret: SecretStr = Field(default=SecretStr(""), description="Client secret of the same app.")
    authorize_url: str = Field(
        default="https://discord.com/oauth2/authorize", description="Where people give permission."
    )
    api_url: str = Field(default="https://discord.com/api/v10", description="The HTTP API, with its version.")
    cdn_url: str = Field(default="https://cdn.discordapp.com", description="Where Discord keeps pictures.")

    @field_validator("authorize_url", "api_url", "cdn_url")
    @classmethod
    def _no_trailing_slash(cls, value: str) -> str:
        return value.rstrip("/")
