from pydantic import ConfigDict, Field, SecretStr

from greenroom.kernel.schema import BaseUrl, Schema, StrictSchema


class QuotaCosts(Schema):
    """Quota units of each call; Google changes them occasionally."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    chat_list: int = Field(default=5, ge=0, description="Units of reading the chat once (liveChatMessages.list).")
    chat_stream: int = Field(default=5, ge=0, description="Units of opening the chat's stream (streamList).")
    chat_insert: int = Field(default=20, ge=0, description="Units of sending a message.")
    chat_delete: int = Field(default=20, ge=0, description="Units of deleting a message.")
    ban_insert: int = Field(default=50, ge=0, description="Units of a ban.")
    ban_delete: int = Field(default=50, ge=0, description="Units of lifting a ban.")
    broadcast_list: int = Field(default=1, ge=0, description="Units of looking for the live broadcast.")
    broadcast_update: int = Field(default=50, ge=0, description="Units of changing a broadcast's title or category.")
    channel_list: int = Field(default=1, ge=0, description="Units of looking up a channel.")
    video_list: int = Field(default=1, ge=0, description="Units of looking up a video.")
    video_update: int = Field(default=50, ge=0, description="Units of changing a video's title or category.")
    category_list: int = Field(default=1, ge=0, description="Units of listing the categories.")


class YouTubeSettings(StrictSchema):
    """The OAuth client registered at Google, Google's URLs, and the daily quota."""

    client_id: str = Field(
        default="",
        description="Client ID of the OAuth client made at https://console.cloud.google.com/apis/credentials.",
    )
    client_secret: SecretStr = Field(default=SecretStr(""), description="Client secret of the same OAuth client.")
    auth_url: BaseUrl = Field(
        default="https://accounts.google.com/o/oauth2/v2/auth", description="OAuth authorization page."
    )
    token_url: BaseUrl = Field(default="https://oauth2.googleapis.com/token", description="Where tokens are issued.")
    revoke_url: BaseUrl = Field(default="https://oauth2.googleapis.com/revoke", description="Where tokens are revoked.")
    api_url: BaseUrl = Field(default="https://www.googleapis.com/youtube/v3", description="The YouTube Data API v3.")
    player_url: BaseUrl = Field(
        default="https://www.youtube.com/embed", description="The player that the watch page shows."
    )
    region: str = Field(default="US", description="Two-letter country code for video categories.")
    daily_units: int = Field(
        default=10_000, ge=1, description="Daily quota of the Google project, shared by all channels."
    )
    stream_hours: float = Field(
        default=4.0, gt=0, description="Usual length of a stream: the quota for reading chat has to last this long."
    )
    quota_costs: QuotaCosts = Field(default=QuotaCosts(), description="Units that each call takes.")
