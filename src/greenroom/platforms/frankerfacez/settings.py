from pydantic import Field

from greenroom.kernel.schema import BaseUrl, StrictSchema


class FrankerFaceZSettings(StrictSchema):
    """Settings of FrankerFaceZ, which needs no app and no key."""

    enabled: bool = Field(default=True, description="Show emotes of FrankerFaceZ in chats.")
    api_url: BaseUrl = Field(default="https://api.frankerfacez.com/v1", description="The API, version 1.")
