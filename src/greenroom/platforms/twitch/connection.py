"""Connection to one Twitch channel: authorization, current state and events."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from datetime import datetime
from typing import Any, NoReturn

from greenroom.accounts.platforms import AuthExpired, Gone, PlatformUnavailable, RateLimited
from greenroom.chat.protocol.events import Connected, Event, StreamOffline, StreamOnline, ViewersCounted
from greenroom.chat.protocol.platform import Account, Emit
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.groups import until_one_fails
from greenroom.platforms.twitch.api.helix import Helix
from greenroom.platforms.twitch.api.oauth import TwitchOAuth
from greenroom.platforms.twitch.events import current_channel, current_stream, event_of
from greenroom.platforms.twitch.eventsub.frames import AnyFrame
from greenroom.platforms.twitch.eventsub.topics import Topic, topics_for
from greenroom.platforms.twitch.pace import Pace

log = get_logger(__name__)

LIVE_STATE_EVENTS = frozenset({StreamOnline, StreamOffline})


class TwitchConnection:
    def __init__(
        self,
        account: Account,
        emit: Emit,
        *,
        oauth: TwitchOAuth,
        helix: Helix,
        clock: Clock,
        pace: Pace,
        emotes_url: str,
    ) -> None:
        self._oauth = oauth
        self._helix = helix
        self._clock = clock
        self._pace = pace
        self._emotes_url = emotes_url
        self._account = account
        self._broadcaster_id = account.provider_channel_id
        self._emit = emit
        self._granted: frozenset[str] = frozenset()
        self._is_live = False

    async def run(self, listen: Callable[[], Coroutine[Any, Any, None]]) -> None:
        await self._check_authorization()
        await until_one_fails(listen(), self._validate_hourly(), self._check_live_again(), self._poll_viewers())

    @property
    def topics(self) -> list[Topic]:
        """Topics that the granted scopes allow; before the first validation, no scopes count as granted."""
        return topics_for(self._granted)

    async def catch_up(self) -> None:
        """Emits the current state; called after subscribing, so that no change is missed in between."""
        requested_at = self._clock()
        channel = await self._helix.channel(self._broadcaster_id)
        if channel is None:
            raise Gone("This Twitch channel no longer exists")
        stream = await self._helix.stream(self._broadcaster_id)
        await self._emit_all(current_channel(channel, requested_at))
        await self._emit_all(current_stream(stream, requested_at, self._pace.list_lag_seconds))
        await self._emit_all(Connected())
        if stream is not None:
            await self._emit_all(ViewersCounted(stream.viewer_count, requested_at))

    async def on_notifications(self, frames: Iterable[AnyFrame], received_at: datetime) -> None:
        events: list[Event] = []
        for frame in frames:
            try:
                event = event_of(frame, received_at, self._emotes_url)
            except UNREADABLE as error:
                log.warning("twitch_frame_invalid", about=frame.metadata.subscription_type, error=str(error))
                continue
            if event is not None:
                events.append(event)
        if events:
            await self._emit_all(*events)

    async def on_revoked(self, status: str) -> None:
        log.warning("twitch_subscription_revoked", status=status, channel=self._broadcaster_id)
        await self._check_authorization()
        # The authorization is still valid, so a reconnect subscribes again.
        raise PlatformUnavailable("Twitch ended a subscription")

    async def _emit_all(self, *events: Event) -> None:
        for event in events:
            # `isinstance` is slow for objects of other classes, and nearly all events are messages.
            if type(event) in LIVE_STATE_EVENTS:
                self._is_live = isinstance(event, StreamOnline)
        await self._emit(*events)

    async def _check_authorization(self) -> None:
        token = await self._account.token()
        granted = await self._oauth.granted_scopes(token)
        if granted is None:
            granted = await self._oauth.granted_scopes(await self._account.token(rejected=token))
        if granted is None:
            raise AuthExpired("Twitch does not accept a token it has just issued")
        self._granted = granted

    async def _validate_hourly(self) -> NoReturn:
        while True:
            await asyncio.sleep(self._pace.validate_seconds)
            await self._retry(self._check_authorization)

    async def _poll_viewers(self) -> NoReturn:
        while True:
            await asyncio.sleep(self._pace.count_seconds)
            if self._is_live:
                await self._retry(self._count_viewers)

    async def _count_viewers(self) -> None:
        stream = await self._helix.stream(self._broadcaster_id)
        if stream is not None:
            await self._emit_all(ViewersCounted(stream.viewer_count, self._clock()))

    async def _check_live_again(self) -> None:
        """Checks the live state once more after `list_lag_seconds`, because the list of streams lags behind."""
        await asyncio.sleep(self._pace.list_lag_seconds)
        await self._retry(self._compare_with_list)

    async def _compare_with_list(self) -> None:
        requested_at = self._clock()
        stream = await self._helix.stream(self._broadcaster_id)
        if stream is not None:
            await self._emit_all(current_stream(stream, requested_at, self._pace.list_lag_seconds))
        else:
            # Does not change `_is_live`: a stream may have begun in the meantime.
            await self._emit(current_stream(None, requested_at, self._pace.list_lag_seconds))

    async def _retry(self, check: Callable[[], Awaitable[None]]) -> None:
        """Repeats a check while Twitch is unavailable or limits requests, which must not close a working socket."""
        while True:
            try:
                return await check()
            except (PlatformUnavailable, RateLimited) as error:
                log.warning("twitch_check_failed", channel=self._broadcaster_id, error=str(error))
                await asyncio.sleep(self._pace.check_again_seconds)
