from pydantic import Field, field_validator

from greenroom.kernel.schema import StrictSchema


class FrankerFaceZSettings(StrictSchema):
    """FrankerFaceZ needs no app and no key."""

    enabled: bool = Field(default=True, description="Show emotes of FrankerFaceZ in chats.")
    api_url: str = Field(default="https://api.frankerfacez.com/v1", description="The API, version 1.")

    @field_validator("api_url")
    @classmethod
    def _no_trailing_slash(cls, value: str) -> str:
        return value.rstrip("/")
