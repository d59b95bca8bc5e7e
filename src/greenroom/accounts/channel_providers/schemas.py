from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from greenroom.accounts.channel_providers.rules import MAX_HANDLE_LENGTH, ConnectionState, handle_in
from greenroom.kernel.schema import Schema
from greenroom.kernel.text import StorableText

REVISION = (
    "Grows with every published change. Messages of several processes may overtake each other: of two about one "
    "entry the higher number is the newer, and an older one is to be ignored."
)
LAG_HISTORY = (
    "Mean lag of each minute in milliseconds, at most 30 of them; the last is the minute of the last event, null for a "
    "minute without events."
)


PROOF_CODE = (
    "For a handle that is not proven yet: put this code into the profile, then request the proof. Until then public "
    "pages do not name the account."
)


class BotOut(Schema):
    """The account that sends messages in this channel: its own bot, else the system bot."""

    kind: Literal["own", "system"]
    display_name: str
    avatar_url: str
    # Whether the account has to be reconnected.
    scope_needed: bool


class MissingScope(Schema):
    scope: str
    label: str


class ConnectionOut(Schema):
    state: ConnectionState
    detail: str
    since: datetime


class AllowanceOut(Schema):
    """Daily API quota of the platform, and the use expected by the end of the day."""

    used: int
    total: int
    resets_at: datetime
    forecast: int
    # What is restricted to save quota, as text; empty if nothing is.
    restriction: str


class ConnectionHealthOut(Schema):
    """Health of the connection; published with a few seconds' delay when much changes."""

    # None if unknown.
    viewers: int | None
    # From the platform's timestamp of the last event to its arrival.
    lag_ms: int | None
    lag_history: Annotated[list[int | None], Field(description=LAG_HISTORY)]
    messages_per_minute: int
    last_event_at: datetime | None
    allowance: AllowanceOut | None


class RegisterIn(Schema):
    """A channel to register by its handle, without OAuth."""

    provider: Annotated[StorableText, Field(min_length=1, max_length=20)]
    handle: Annotated[str, Field(max_length=MAX_HANDLE_LENGTH), AfterValidator(handle_in)]


class ChannelProviderOut(Schema):
    id: UUID
    revision: Annotated[int, Field(description=REVISION)]
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
    # Whether the channel's own account has to be reconnected.
    scope_needed: bool
    missing_scopes: list[MissingScope]
    # Whether the channel's own account may write in chat, even if it lacks other scopes.
    can_chat: bool
    # Whether the same account may write, delete messages and ban, even if it lacks other scopes.
    can_moderate: bool
    bot_provider: BotOut | None
    connection: ConnectionOut
    health: ConnectionHealthOut
    connected_by: str | None
    connected_at: datetime
    proof_code: Annotated[str | None, Field(description=PROOF_CODE)]
    channel_url: str | None
    dashboard_url: str | None
    edit_url: str | None
    # None if there is nothing to watch.
    watch_url: str | None
    embed_url: str | None
    chat_embed_url: str | None


class ProviderUpdate(Schema):
    """One frame of providers-ws."""

    action: Literal["new", "updated", "deleted"]
    data: ChannelProviderOut
