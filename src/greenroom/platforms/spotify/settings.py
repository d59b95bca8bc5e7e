from pydantic import Field, SecretStr, field_validator

from greenroom.kernel.schema import StrictSchema


class SpotifySettings(StrictSchema):
    """The app registered at developer.spotify.com, and where Spotify is; the rehearsal has other addresses."""

    client_id: str = Field(
        default="", description="Client ID of the app registered at https://developer.spotify.com/dashboard."
    )
    client_secret: SecretStr = Field(
        default=SecretStr(""), description="Client secret of the same app. Without one PKCE is used."
    )
    accounts_url: str = Field(default="https://accounts.spotify.com", description="Where people give permission.")
    api_url: str = Field(default="https://api.spotify.com/v1", description="The Web API.")

    @field_validator("accounts_url", "api_url")
    @classmethod
    def _no_trailing_slash(cls, value: str) -> str:
        return value.rstrip("/")
