from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import BaseModel

from greenroom.tenancy.channel_providers.rules import ConnectionState


class BotOut(BaseModel):
    """The account that speaks in this channel: its own bot, else the installation's."""

    kind: Literal["own", "system"]
    display_name: str
    avatar_url: str
    scope_needed: bool


class MissingScope(BaseModel):
    scope: str
    label: str


class ConnectionOut(BaseModel):
    state: ConnectionState
    detail: str
    since: datetime


class ChannelProviderOut(BaseModel):
    id: UUID
    channel_id: UUID
    provider: str
    provider_channel_id: str
    provider_channel_name: str
    display_name: str
    avatar_url: str
    live_stream_id: str | None
    is_live: bool
    live_since: datetime | None
    title: str | None
    category: str | None
    last_event_at: datetime | None
    scope_needed: bool
    missing_scopes: list[MissingScope]
    bot_provider: BotOut | None
    connection: ConnectionOut
    connected_by: str | None
    connected_at: datetime
    channel_url: str | None
    dashboard_url: str | None
    edit_url: str | None


class ProviderUpdate(BaseModel):
    """One frame of providers-ws."""

    action: Literal["new", "updated", "deleted"]
    data: ChannelProviderOut
