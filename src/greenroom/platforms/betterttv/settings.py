from pydantic import Field, field_validator

from greenroom.kernel.schema import StrictSchema


class BetterTTVSettings(StrictSchema):
    """BetterTTV needs no app and no key."""

    enabled: bool = Field(default=True, description="Show emotes of BetterTTV in chats.")
    api_url: str = Field(default="https://api.betterttv.net/3", description="The API, version 3.")
    cdn_url: str = Field(default="https://cdn.betterttv.net", description="Where BetterTTV keeps pictures.")

    @field_validator("api_url", "cdn_url")
    @classmethod
    def _no_trailing_slash(cls, value: str) -> str:
        return value.rstrip("/")
