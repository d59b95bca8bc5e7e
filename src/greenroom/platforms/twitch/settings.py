import hashlib
import hmac
from typing import Literal

from pydantic import Field, SecretStr

from greenroom.kernel.schema import BaseUrl, StrictSchema

EMOTES_URL = "https://static-cdn.jtvnw.net/emoticons/v2"


class TwitchSettings(StrictSchema):
    """The app registered at dev.twitch.tv, and Twitch's URLs."""

    client_id: str = Field(
        default="", description="Client ID of the app registered at https://dev.twitch.tv/console/apps."
    )
    client_secret: SecretStr = Field(default=SecretStr(""), description="Client secret of the same app.")
    oauth_url: BaseUrl = Field(
        default="https://id.twitch.tv/oauth2", description="Base URL of Twitch's OAuth endpoints."
    )
    api_url: BaseUrl = Field(default="https://api.twitch.tv/helix", description="The Helix API.")
    eventsub_url: BaseUrl = Field(default="wss://eventsub.wss.twitch.tv/ws", description="The EventSub WebSocket.")
    player_url: BaseUrl = Field(default="https://player.twitch.tv", description="The player that the watch page shows.")
    emotes_url: BaseUrl = Field(default=EMOTES_URL, description="Host of emote pictures.")
    transport: Literal["websocket", "webhook", "conduit"] = Field(
        default="websocket",
        description="How events are received. `webhook` and `conduit` need a public address with https.",
    )

    @property
    def webhook_secret(self) -> str:
        """Secret of our webhooks, derived from the client secret, so that it is the same in every process."""
        key = self.client_secret.get_secret_value().encode()
        return hmac.new(key, b"greenroom eventsub webhooks", hashlib.sha256).hexdigest()

    @property
    def receives_webhooks(self) -> bool:
        """Whether webhooks are in use; not without a client secret, because the webhook secret could be guessed."""
        return self.transport != "websocket" and bool(self.client_secret.get_secret_value())
