from pydantic import Field, SecretStr

from greenroom.kernel.schema import BaseUrl, StrictSchema

EMOTES_URL = "https://files.kick.com/emotes"


class KickSettings(StrictSchema):
    """The app registered at kick.com, and Kick's URLs."""

    client_id: str = Field(
        default="", description="Client ID of the app registered at https://kick.com/settings/developer."
    )
    client_secret: SecretStr = Field(default=SecretStr(""), description="Client secret of the same app.")
    oauth_url: BaseUrl = Field(default="https://id.kick.com/oauth", description="Base URL of Kick's OAuth endpoints.")
    api_url: BaseUrl = Field(default="https://api.kick.com/public", description="The public API, without its version.")
    player_url: BaseUrl = Field(default="https://player.kick.com", description="The player that the watch page shows.")
    emotes_url: BaseUrl = Field(default=EMOTES_URL, description="Host of emote pictures.")
    webhook_minutes: int = Field(
        default=10, ge=1, le=1440, description="Maximum age of a webhook. Kick may deliver minutes late."
    )
    app_bot: bool = Field(
        default=False,
        description="Send as the Kick app's own bot, which has to be enabled at Kick, instead of the connected bot.",
    )
    unofficial_socket: bool = Field(
        default=False,
        description="Also read the socket of Kick's own site. Kick does not support that, and it may break any day.",
    )
    site_url: BaseUrl = Field(
        default="https://kick.com", description="Kick's site. Used by the unofficial socket only."
    )
    realtime_url: BaseUrl = Field(
        default="https://web.kick.com/api/v1/realtime",
        description="Endpoint that returns the address of the site's socket. Used by the unofficial socket only.",
    )
    pusher_url: BaseUrl = Field(
        default="wss://ws-{cluster}.pusher.com",
        description="The site's socket, `{cluster}` as Kick names it. Used by the unofficial socket only.",
    )
