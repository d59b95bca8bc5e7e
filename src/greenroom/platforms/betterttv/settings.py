from pydantic import Field

from greenroom.kernel.schema import BaseUrl, StrictSchema


class BetterTTVSettings(StrictSchema):
    """Settings of BetterTTV, which needs no app and no key."""

    enabled: bool = Field(default=True, description="Show emotes of BetterTTV in chats.")
    api_url: BaseUrl = Field(default="https://api.betterttv.net/3", description="The API, version 3.")
    cdn_url: BaseUrl = Field(default="https://cdn.betterttv.net", description="Host of BetterTTV's pictures.")
