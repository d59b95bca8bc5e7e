from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from greenroom.kernel.schema import Schema


class UrlOut(Schema):
    url: str


class ConsentIn(Schema):
    """Query parameters that the platform added to the redirect URL."""

    state: Annotated[str, Field(min_length=1, max_length=500)]
    code: Annotated[str | None, Field(max_length=2000)] = None
    error: Annotated[str | None, Field(max_length=200)] = None
    error_description: Annotated[str | None, Field(max_length=1000)] = None


class SignedInOut(Schema):
    kind: Literal["sign_in"] = "sign_in"
    access_token: str
    location: str


class UserProviderConnected(Schema):
    kind: Literal["user_provider"] = "user_provider"
    user_provider_id: UUID
    location: str


class ChannelProviderConnected(Schema):
    kind: Literal["channel_provider", "channel_bot"]
    channel_id: UUID
    channel_provider_id: UUID
    location: str


class SystemBotConnected(Schema):
    kind: Literal["system_bot"] = "system_bot"
    provider: str
    location: str


Completed = Annotated[
    SignedInOut | UserProviderConnected | ChannelProviderConnected | SystemBotConnected, Field(discriminator="kind")
]
