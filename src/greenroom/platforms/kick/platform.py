"""Kick adapter: reads signed webhooks, for which this installation needs a public address."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from starlette.routing import BaseRoute

from greenroom.chat.protocol.actions import Action, Receipt
from greenroom.chat.protocol.platform import Account, Emit, TokenSource
from greenroom.kernel.bus.bus import Bus
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpClient
from greenroom.kernel.ids import RecentIds
from greenroom.platforms.kick.api.answers import KICK
from greenroom.platforms.kick.api.client import KickApi
from greenroom.platforms.kick.api.oauth import KickOAuth
from greenroom.platforms.kick.info import info_for
from greenroom.platforms.kick.pace import Pace, SendThrottle
from greenroom.platforms.kick.settings import KickSettings
from greenroom.platforms.kick.webhooks.deliveries import MAX_REMEMBERED_IDS

if TYPE_CHECKING:
    from greenroom.platforms.kick.site.socket import SiteSocket


class KickPlatform:
    def __init__(
        self, settings: KickSettings, http: HttpClient, clock: Clock, bus: Bus, pace: Pace | None = None
    ) -> None:
        self.info = info_for(settings)
        self.registrar = None
        self.oauth = KickOAuth(settings, http, clock)
        self._settings = settings
        self._http = http
        self._clock = clock
        self._bus = bus
        self._pace = pace or Pace()
        self._throttle = SendThrottle(self._pace.send_gap_seconds, clock)
        # Outlives each connection, so that events are deduplicated across a reconnect.
        max_age = timedelta(minutes=2 * settings.webhook_minutes)
        self._seen = RecentIds[str](max_age=max_age, limit=MAX_REMEMBERED_IDS)

    def webhook_routes(self) -> Sequence[BaseRoute]:
        from greenroom.platforms.kick.webhooks.router import webhook_router

        return webhook_router(self._settings, self._http, self._clock, self._bus).routes

    async def run(self, account: Account, emit: Emit) -> None:
        from greenroom.platforms.kick.connection import KickConnection

        connection = KickConnection(
            account,
            emit,
            api=self._api(account.token),
            bus=self._bus,
            clock=self._clock,
            pace=self._pace,
            seen=self._seen,
            site=self._site(account),
        )
        await connection.run()

    async def act(self, account: Account, action: Action) -> Receipt:
        from greenroom.platforms.kick.actions import KickActions

        actions = KickActions(
            account,
            owner=self._api(account.token),
            acting=self._api(account.acting.token),
            throttle=self._throttle,
            uses_app_bot=self._settings.app_bot,
        )
        return await actions.act(action)

    async def probe(self) -> datetime | None:
        # The only call without a token: it counts against no account's limit.
        return await KICK.probe(self._http, f"{self._settings.api_url}/v1/public-key")

    def _api(self, token: TokenSource) -> KickApi:
        return KickApi(self._settings, self._http, token)

    def _site(self, account: Account) -> "SiteSocket | None":
        if not self._settings.unofficial_socket:
            return None
        from greenroom.platforms.kick.site.socket import SiteSocket

        return SiteSocket(self._settings, self._http, self._clock, self._pace, account.provider_channel_name)
