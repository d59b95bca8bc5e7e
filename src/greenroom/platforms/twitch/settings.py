from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator


class TwitchSettings(BaseModel):
    """The app registered at dev.twitch.tv, and where Twitch is; the rehearsal has other addresses."""

    model_config = ConfigDict(extra="forbid")

    client_id: str = Field(
        default="", description="Client ID of the app registered at https://dev.twitch.tv/console/apps."
    )
    client_secret: SecretStr = Field(default=SecretStr(""), description="Client secret of the same app.")
    oauth_url: str = Field(default="https://id.twitch.tv/oauth2", description="Where people give permission.")
    api_url: str = Field(default="https://api.twitch.tv/helix", description="The Helix API.")
    eventsub_url: str = Field(default="wss://eventsub.wss.twitch.tv/ws", description="The EventSub WebSocket.")

    @field_validator("oauth_url", "api_url", "eventsub_url")
    @classmethod
    def _no_trailing_slash(cls, value: str) -> str:
        return value.rstrip("/")
