from pydantic import Field, SecretStr

from greenroom.kernel.schema import BaseUrl, StrictSchema


class SpotifySettings(StrictSchema):
    """The app registered at developer.spotify.com, and Spotify's URLs."""

    client_id: str = Field(
        default="", description="Client ID of the app registered at https://developer.spotify.com/dashboard."
    )
    client_secret: SecretStr = Field(
        default=SecretStr(""), description="Client secret of the same app. Without one PKCE is used."
    )
    accounts_url: BaseUrl = Field(
        default="https://accounts.spotify.com", description="Base URL of Spotify's OAuth endpoints."
    )
    api_url: BaseUrl = Field(default="https://api.spotify.com/v1", description="The Web API.")
