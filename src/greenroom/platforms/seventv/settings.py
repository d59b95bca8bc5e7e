from pydantic import Field, field_validator

from greenroom.kernel.schema import StrictSchema


class SevenTVSettings(StrictSchema):
    """7TV needs no app and no key."""

    enabled: bool = Field(default=True, description="Show emotes of 7TV in chats.")
    api_url: str = Field(default="https://7tv.io/v3", description="The REST API, version 3.")
    hide_unlisted: bool = Field(default=False, description="Leave out emotes that 7TV has not approved for its list.")

    @field_validator("api_url")
    @classmethod
    def _no_trailing_slash(cls, value: str) -> str:
        return value.rstrip("/")
