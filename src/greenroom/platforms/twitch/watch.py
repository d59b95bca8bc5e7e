"""One channel of Twitch while it is connected: permission, how it stands now, and what happens to it."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, NoReturn

import msgspec

from greenroom.chat.events import Connected
from greenroom.chat.platform import Account, Emit
from greenroom.kernel.clock import Clock
from greenroom.kernel.logs import get_logger
from greenroom.platforms.twitch.eventsub import EventSub
from greenroom.platforms.twitch.frames import Frame
from greenroom.platforms.twitch.helix import Helix
from greenroom.platforms.twitch.normalize import NORMALIZERS, current_channel, current_stream
from greenroom.platforms.twitch.oauth import TwitchOAuth
from greenroom.platforms.twitch.pace import Pace
from greenroom.tenancy.platforms import AuthExpired, Gone, PlatformUnavailable, RateLimited

log = get_logger(__name__)


class Watch:
    def __init__(
        self,
        account: Account,
        emit: Emit,
        *,
        eventsub_url: str,
        oauth: TwitchOAuth,
        helix: Helix,
        clock: Clock,
        pace: Pace,
    ) -> None:
        self._oauth = oauth
        self._helix = helix
        self._clock = clock
        self._pace = pace
        self._account = account
        self._broadcaster_id = account.provider_channel_id
        self._emit = emit
        self._eventsub = EventSub(
            eventsub_url,
            clock,
            pace,
            subscribe=self._subscribe,
            ready=self._catch_up,
            hear=self._hear,
            revoked=self._revoked,
        )

    async def run(self) -> None:
        await self._check_permission()
        await _until_one_fails(self._eventsub.run(), self._keep_validating(), self._look_again())

    async def _check_permission(self) -> None:
        token = await self._account.token()
        if await self._oauth.is_valid(token):
            return
        if not await self._oauth.is_valid(await self._account.token(rejected=token)):
            raise AuthExpired("Twitch does not accept a token it has just issued")

    async def _keep_validating(self) -> NoReturn:
        while True:
            await asyncio.sleep(self._pace.validate_seconds)
            await self._in_the_end(self._check_permission)

    async def _subscribe(self, session_id: str) -> None:
        for kind, version in NORMALIZERS:
            await self._helix.subscribe(kind, version, self._broadcaster_id, session_id)

    async def _catch_up(self) -> None:
        """After subscribing, so that nothing can happen unseen between the two."""
        asked_at = self._clock()
        channel = await self._helix.channel(self._broadcaster_id)
        if channel is None:
            raise Gone("Twitch does not know this channel any more")
        stream = await self._helix.stream(self._broadcaster_id)
        await self._emit(current_channel(channel, asked_at))
        await self._emit(current_stream(stream, asked_at, self._pace.list_lag_seconds))
        await self._emit(Connected())

    async def _look_again(self) -> None:
        """A stream that ended while we were away, minutes after it began, could not be told from a late list."""
        await asyncio.sleep(self._pace.list_lag_seconds)
        await self._in_the_end(self._end_if_not_listed)

    async def _end_if_not_listed(self) -> None:
        asked_at = self._clock()
        if await self._helix.stream(self._broadcaster_id) is None:
            await self._emit(current_stream(None, asked_at, self._pace.list_lag_seconds))

    async def _in_the_end(self, check: Callable[[], Awaitable[None]]) -> None:
        """A call that fails for a while is no reason to give up a socket that works."""
        while True:
            try:
                return await check()
            except (PlatformUnavailable, RateLimited) as error:
                log.warning("twitch_check_failed", channel=self._broadcaster_id, error=str(error))
                await asyncio.sleep(self._pace.check_again_seconds)

    async def _hear(self, frame: Frame, event: msgspec.Raw) -> None:
        kind, version = frame.metadata.subscription_type, frame.metadata.subscription_version
        normalize = NORMALIZERS.get((kind, version))
        if normalize is None:
            log.warning("twitch_event_unknown", type=kind, version=version)
            return
        await self._emit(normalize(event, frame.metadata.message_timestamp))

    async def _revoked(self, status: str) -> None:
        log.warning("twitch_subscription_revoked", status=status, channel=self._broadcaster_id)
        await self._check_permission()
        # The permission stands, so the subscription can be made anew.
        raise PlatformUnavailable("Twitch ended a subscription")


async def _until_one_fails(*parts: Coroutine[Any, Any, None]) -> None:
    """Runs all of them; the first to fail ends the others, and its error is ours."""
    tasks = [asyncio.create_task(part) for part in parts]
    try:
        # Unlike `gather` this does not cancel them: a second cancellation would cut short how they close.
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()
