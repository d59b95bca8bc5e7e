from pydantic import BaseModel, ConfigDict, Field, field_validator


class FrankerFaceZSettings(BaseModel):
    """FrankerFaceZ needs no app and no key."""

    model_config = ConfigDict(extra="forbid")

    enabled: bool = Field(default=True, description="Show emotes of FrankerFaceZ in chats.")
    api_url: str = Field(default="https://api.frankerfacez.com/v1", description="The API, version 1.")

    @field_validator("api_url")
    @classmethod
    def _no_trailing_slash(cls, value: str) -> str:
        return value.rstrip("/")
