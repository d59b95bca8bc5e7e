"""Twitch adapter: reads by EventSub, acts by Helix."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from starlette.routing import BaseRoute

from greenroom.chat.protocol.actions import Action, MusicAction, Receipt, refused
from greenroom.chat.protocol.platform import Account, Emit, TokenSource
from greenroom.kernel.bus.bus import Bus, MemoryBus
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.twitch.api.answers import TWITCH
from greenroom.platforms.twitch.api.app_token import AppToken
from greenroom.platforms.twitch.api.helix import AppHelix, Bucket, Helix
from greenroom.platforms.twitch.api.oauth import TwitchOAuth
from greenroom.platforms.twitch.emote_source import TwitchEmotes
from greenroom.platforms.twitch.eventsub.conduit import Conduit
from greenroom.platforms.twitch.eventsub.subscriptions import WEBHOOK_PATH, Subscriber, Transport
from greenroom.platforms.twitch.info import info_for
from greenroom.platforms.twitch.pace import Pace
from greenroom.platforms.twitch.settings import TwitchSettings

if TYPE_CHECKING:
    from greenroom.platforms.twitch.connection import TwitchConnection
    from greenroom.platforms.twitch.eventsub.socket import EventSubSocket
    from greenroom.platforms.twitch.eventsub.webhook_feed import WebhookFeed


class TwitchPlatform:
    def __init__(
        self,
        settings: TwitchSettings,
        http: HttpClient,
        clock: Clock,
        pace: Pace | None = None,
        *,
        bus: Bus | None = None,
        origin: str = "",
    ) -> None:
        self.info = info_for(settings)
        self.registrar = None
        self.oauth = TwitchOAuth(settings, http, clock)
        self._settings = settings
        self._http = http
        self._clock = clock
        self._pace = pace or Pace()
        self._bus = bus or MemoryBus()
        self._buckets: dict[str, Bucket] = {}
        self._app = AppHelix(settings, http, clock, AppToken(self.oauth, clock))
        self.emotes = TwitchEmotes(settings, self._app)
        self._webhook: Transport = {
            "method": "webhook",
            "callback": f"{origin}{WEBHOOK_PATH}",
            "secret": settings.webhook_secret,
        }
        self._conduit = Conduit(self._app, self._webhook, self._pace)

    def webhook_routes(self) -> Sequence[BaseRoute]:
        from greenroom.platforms.twitch.eventsub.webhooks import webhook_router

        return webhook_router(self._settings, self._bus, self._clock).routes

    async def run(self, account: Account, emit: Emit) -> None:
        from greenroom.platforms.twitch.connection import TwitchConnection

        helix = self._helix(account.provider_channel_id, account.token)
        connection = TwitchConnection(
            account,
            emit,
            oauth=self.oauth,
            helix=helix,
            clock=self._clock,
            pace=self._pace,
            emotes_url=self._settings.emotes_url,
        )
        feed = (
            self._socket(connection, helix, account)
            if self._settings.transport == "websocket"
            else self._webhook_feed(connection, account)
        )
        await connection.run(feed.run)

    async def act(self, account: Account, action: Action) -> Receipt:
        from greenroom.platforms.twitch.actions.context import ActionContext
        from greenroom.platforms.twitch.actions.dispatch import act

        if isinstance(action, MusicAction):
            return refused("Twitch plays no music.")
        acting = account.acting
        owner = self._helix(account.provider_channel_id, account.token)
        actor = self._helix(acting.provider_user_id, acting.token)
        return await act(ActionContext(account, owner, actor, self._pace), action)

    async def probe(self) -> datetime | None:
        # Twitch answers a request without a token with 401 and counts it against no rate limit.
        return await TWITCH.probe(self._http, f"{self._settings.api_url}/users")

    def _helix(self, user_id: str, token: TokenSource) -> Helix:
        bucket = self._buckets.setdefault(user_id, Bucket())
        return Helix(self._settings, self._http, self._clock, token, bucket)

    def _socket(self, connection: "TwitchConnection", helix: Helix, account: Account) -> "EventSubSocket":
        from greenroom.platforms.twitch.eventsub.socket import EventSubSocket

        async def subscribe(session_id: str) -> None:
            transport = {"method": "websocket", "session_id": session_id}
            await Subscriber(helix, account.provider_channel_id, transport).subscribe(connection.topics)

        return EventSubSocket(
            self._settings.eventsub_url,
            self._clock,
            self._pace,
            subscribe=subscribe,
            ready=connection.catch_up,
            on_notifications=connection.on_notifications,
            on_revoked=connection.on_revoked,
        )

    def _webhook_feed(self, connection: "TwitchConnection", account: Account) -> "WebhookFeed":
        from greenroom.platforms.twitch.eventsub.subscription_sync import remember_secret, sync_subscriptions
        from greenroom.platforms.twitch.eventsub.webhook_feed import WebhookFeed

        async def sync() -> set[str]:
            transport = await self._transport(account)
            waiting = await sync_subscriptions(self._app, account.provider_channel_id, connection.topics, transport)
            await remember_secret(account.adapter_state, self._settings.webhook_secret)
            return waiting

        return WebhookFeed(
            self._bus,
            account.provider_channel_id,
            self._clock,
            self._pace,
            sync=sync,
            ready=connection.catch_up,
            on_notifications=connection.on_notifications,
            on_revoked=connection.on_revoked,
        )

    async def _transport(self, account: Account) -> Transport:
        from greenroom.platforms.twitch.eventsub.subscription_sync import cancel_subscriptions, is_known_secret

        is_known = await is_known_secret(account.adapter_state, self._settings.webhook_secret)
        if self._settings.transport == "conduit":
            return await self._conduit.prepare(twitch_has_secret=is_known)
        if not is_known:
            await cancel_subscriptions(self._app, account.provider_channel_id, self._webhook)
        return self._webhook
