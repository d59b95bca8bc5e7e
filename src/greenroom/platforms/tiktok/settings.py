from pydantic import Field, SecretStr

from greenroom.kernel.schema import BaseUrl, StrictSchema

BROWSER_USER_AGENT = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"
)


class TikTokSettings(StrictSchema):
    """The optional Login Kit app, the sign server, and TikTok's URLs."""

    client_key: str = Field(
        default="",
        description="Client key of the app registered at https://developers.tiktok.com. Not needed to read chat.",
    )
    client_secret: SecretStr = Field(default=SecretStr(""), description="Client secret of the same app.")
    auth_url: str = Field(default="https://www.tiktok.com/v2/auth/authorize/", description="OAuth authorization page.")
    api_url: BaseUrl = Field(default="https://open.tiktokapis.com", description="Login Kit's API, without its version.")
    app_url: BaseUrl = Field(
        default="https://www.tiktok.com", description="TikTok's site, for finding out who is live."
    )
    webcast_url: BaseUrl = Field(
        default="https://webcast.tiktok.com/webcast", description="API of TikTok's live rooms."
    )
    sign_url: BaseUrl = Field(
        default="https://api.eulerstream.com",
        description="The third-party sign server, which is needed to open TikTok chats.",
    )
    sign_api_key: SecretStr = Field(default=SecretStr(""), description="API key of the sign server, for higher limits.")
    sign_client: str = Field(default="ttlive-python", description="Client name sent to the sign server.")
    player_url: BaseUrl = Field(
        default="",
        description="The player that the watch page shows: `https://www.tiktok.com/embed/live` once TikTok has "
        "approved this installation's host name. Default: none, the page links to TikTok.",
    )
    user_agent: str = Field(default=BROWSER_USER_AGENT, description="User agent of requests to TikTok.")
