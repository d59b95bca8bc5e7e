"""Stores what a platform reports about a connection, and publishes it."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.channel_providers.connection_health import ConnectionHealth, Quota, with_lags
from greenroom.accounts.channel_providers.public_presentation import on_air
from greenroom.accounts.channel_providers.rules import ConnectionState
from greenroom.accounts.channel_providers.service import announce
from greenroom.accounts.channels.service import notify_members
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.platforms import Platforms
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.text import tidy_line

Change = Callable[[ChannelProvider], None]

# Limit of the database columns.
MAX_NUMBER = 2**31 - 1
MAX_STREAM_DURATION = timedelta(days=3650)
# States that are stored without connection health; with FAILING the latest health is stored.
WITHOUT_HEALTH = {ConnectionState.WAITING, ConnectionState.CONNECTING, ConnectionState.STOPPED}


class LiveState(Struct, frozen=True):
    """A running stream."""

    stream_id: str
    started_at: datetime
    is_listed: bool = True


async def change(
    session: AsyncSession, platforms: Platforms, provider_id: UUID, *changes: Change
) -> ChannelProvider | None:
    """Applies the changes, then publishes the connection if it is different; None if it was deleted."""
    # Takes the lock of the later update, so that a concurrent delete causes no error.
    provider = await session.get(ChannelProvider, provider_id, with_for_update={"key_share": True})
    if provider is None:
        return None
    was_live, was_on_air = provider.is_live, on_air(provider)
    for apply in changes:
        apply(provider)
    if not session.is_modified(provider):
        return provider
    await announce(session, platforms, "updated", provider_id, is_public=on_air(provider) != was_on_air)
    if was_live != provider.is_live:
        await notify_members(session, provider.channel_id)
    return provider


def connection_state(state: ConnectionState, detail: str, now: datetime) -> Change:
    # The detail may contain the platform's text.
    shown = tidy_line(detail, 300, "")

    def apply(provider: ChannelProvider) -> None:
        if (provider.connection_state, provider.connection_detail) != (state, shown):
            provider.connection_state, provider.connection_detail, provider.connection_since = state, shown, now
        if state is not ConnectionState.CONNECTED:
            # The viewer count is unknown while disconnected.
            provider.viewers = None
        if state in WITHOUT_HEALTH:
            # No events arrive that would bring the rate down.
            provider.messages_per_minute = 0

    return apply


def off_air() -> Change:
    """A change to offline, for a connection that will report nothing more."""

    def apply(provider: ChannelProvider) -> None:
        provider.is_live, provider.live_stream_id, provider.live_since, provider.viewers = False, None, None, None

    return apply


def live(state: LiveState | None, received_at: datetime) -> Change:
    def apply(provider: ChannelProvider) -> None:
        stream_id = tidy_line(state.stream_id, 100, "") if state else None
        if provider.live_stream_id != stream_id:
            # The viewer count of the new stream is not known yet.
            provider.viewers = None
        provider.is_live = state is not None
        provider.live_stream_id = stream_id
        provider.is_listed = state is None or state.is_listed
        provider.live_since = _plausible_start(state.started_at, received_at) if state else None
        provider.last_event_at = received_at

    return apply


def _plausible_start(started_at: datetime, received_at: datetime) -> datetime:
    """Replaces an implausible start by the time of receipt: extreme times cannot be converted to other time zones."""
    return started_at if abs(received_at - started_at) <= MAX_STREAM_DURATION else received_at


def title(text: str, category: str, received_at: datetime) -> Change:
    def apply(provider: ChannelProvider) -> None:
        provider.title, provider.category = tidy_line(text, 200, "") or None, tidy_line(category, 200, "") or None
        provider.last_event_at = received_at

    return apply


def health(update: ConnectionHealth) -> Change:
    def apply(provider: ChannelProvider) -> None:
        if update.last_event_at is not None:
            earlier = provider.last_event_at or update.last_event_at
            provider.last_event_at = max(earlier, update.last_event_at)
        if update.lag_ms is not None:
            provider.lag_ms = min(update.lag_ms, MAX_NUMBER)
        if update.lags:
            provider.lag_history = with_lags(provider.lag_history, update.lags)
        if update.viewers is not None:
            provider.viewers = min(update.viewers, MAX_NUMBER)
        if update.allowance is not None:
            provider.allowance = _stored(update.allowance)
        provider.messages_per_minute = update.messages_per_minute

    return apply


def _stored(allowance: Quota) -> JsonObject:
    return {
        "used": allowance.used,
        "total": allowance.total,
        "resets_at": allowance.resets_at.isoformat(),
        "forecast": allowance.forecast,
        "restriction": tidy_line(allowance.restriction, 300, ""),
    }
