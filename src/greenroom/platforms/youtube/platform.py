"""YouTube adapter: reads the live chat's stream, which needs no public address."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from greenroom.chat.protocol.actions import Action, Receipt
from greenroom.chat.protocol.adapter_state import AdapterState
from greenroom.chat.protocol.platform import Account, Emit, TokenSource
from greenroom.kernel.clock import Clock
from greenroom.kernel.health.check import Check
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.youtube.api.answers import YOUTUBE
from greenroom.platforms.youtube.api.client import Api
from greenroom.platforms.youtube.api.oauth import YouTubeOAuth
from greenroom.platforms.youtube.broadcasts.categories import CategoryCache
from greenroom.platforms.youtube.info import info_for
from greenroom.platforms.youtube.pace import Pace
from greenroom.platforms.youtube.quota.governor import QuotaGovernor, QuotaSpent
from greenroom.platforms.youtube.settings import YouTubeSettings

if TYPE_CHECKING:
    from greenroom.platforms.youtube.connection import YouTubeConnection


class YouTubePlatform:
    """YouTube; `shared` is adapter state of all connections together, which stores how much quota they have used."""

    def __init__(
        self, settings: YouTubeSettings, http: HttpClient, clock: Clock, shared: AdapterState, pace: Pace | None = None
    ) -> None:
        self.info = info_for(settings)
        self.registrar = None
        self.governor = QuotaGovernor(settings, shared, clock)
        self.oauth = YouTubeOAuth(settings, http, clock, self.governor)
        self._settings = settings
        self._http = http
        self._clock = clock
        self._pace = pace or Pace()
        self._categories = CategoryCache(settings, clock)
        self._backoffs: dict[UUID, _RetryBackoff] = {}

    async def run(self, account: Account, emit: Emit) -> None:
        from greenroom.platforms.youtube.chat.reader import ChatUnreadable

        backoff = self._backoffs.setdefault(account.connection_id, _RetryBackoff(self._pace))
        await self._wait_for_quota(account, emit)
        await backoff.wait(account.pause)
        try:
            await self._connection(account, emit).run()
        except QuotaSpent:
            self.governor.mark_reported(account.connection_id)
            raise
        except ChatUnreadable:
            backoff.record_failure()
            raise

    async def act(self, account: Account, action: Action) -> Receipt:
        from greenroom.platforms.youtube.actions import YouTubeActions

        actions = YouTubeActions(
            account,
            acting=self._api(account.acting.token),
            owner=self._api(account.token),
            categories=self._categories,
            costs=self._settings.quota_costs,
            clock=self._clock,
            pace=self._pace,
        )
        return await actions.act(action)

    async def probe(self) -> datetime | None:
        # YouTube refuses this call, which has no token and no key; so it uses no quota.
        return await YOUTUBE.probe(self._http, f"{self._settings.api_url}/videoCategories", params=[("part", "id")])

    def checks(self) -> Sequence[Check]:
        from greenroom.platforms.youtube.quota.check import quota_check

        return [quota_check(self.governor)] if self.info.is_set_up else []

    async def _wait_for_quota(self, account: Account, emit: Emit) -> None:
        """Waits until quota may be available again; raises QuotaSpent if this connection has not reported it yet."""
        if not await self.governor.is_closed():
            return
        await emit(self.governor.report())
        if self.governor.mark_reported(account.connection_id):
            raise QuotaSpent
        while await self.governor.is_closed():  # noqa: ASYNC110  # another process may find that quota is available
            await asyncio.sleep(self._pace.parked_seconds)

    def _connection(self, account: Account, emit: Emit) -> "YouTubeConnection":
        from greenroom.platforms.youtube.connection import YouTubeConnection

        return YouTubeConnection(
            account,
            emit,
            api=self._api(account.token),
            governor=self.governor,
            categories=self._categories,
            costs=self._settings.quota_costs,
            clock=self._clock,
            pace=self._pace,
        )

    def _api(self, token: TokenSource) -> Api:
        return Api(self._settings, self._http, self.governor, token)


class _RetryBackoff:
    """Backoff of a connection whose chat is unreadable, because each try costs quota."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._failures = 0
        self._started_at = 0.0
        self._not_before = 0.0

    async def wait(self, pause: Callable[[float], Awaitable[None]]) -> None:
        now = asyncio.get_running_loop().time()
        if self._not_before > now:
            await pause(self._not_before - now)
        self._started_at = asyncio.get_running_loop().time()

    def record_failure(self) -> None:
        now = asyncio.get_running_loop().time()
        was_stable = now - self._started_at >= self._pace.max_retry_seconds
        self._failures = 1 if was_stable else self._failures + 1
        wait = self._pace.min_retry_seconds * 2.0 ** min(self._failures - 1, 20)
        self._not_before = now + min(wait, self._pace.max_retry_seconds)
