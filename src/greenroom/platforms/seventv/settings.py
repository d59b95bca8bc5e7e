from pydantic import Field

from greenroom.kernel.schema import BaseUrl, StrictSchema


class SevenTVSettings(StrictSchema):
    """Settings of 7TV, which needs no app and no key."""

    enabled: bool = Field(default=True, description="Show emotes of 7TV in chats.")
    api_url: BaseUrl = Field(default="https://7tv.io/v3", description="The REST API, version 3.")
    hide_unlisted: bool = Field(default=False, description="Leave out emotes that 7TV has not approved for its list.")
