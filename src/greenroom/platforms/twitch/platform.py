"""Twitch: reads by EventSub, acts by Helix."""

from fastapi import APIRouter

from greenroom.chat.protocol.actions import Action, Receipt
from greenroom.chat.protocol.platform import Account, Emit, TokenSource
from greenroom.kernel.bus.bus import Bus, MemoryBus
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.twitch.actions.context import Desk
from greenroom.platforms.twitch.actions.dispatch import perform
from greenroom.platforms.twitch.api.app_token import AppToken
from greenroom.platforms.twitch.api.helix import AppHelix, Bucket, Helix
from greenroom.platforms.twitch.api.oauth import TwitchOAuth
from greenroom.platforms.twitch.connection import Watch
from greenroom.platforms.twitch.emote_source import TwitchEmotes
from greenroom.platforms.twitch.eventsub.conduit import Conduit
from greenroom.platforms.twitch.eventsub.socket import EventSub
from greenroom.platforms.twitch.eventsub.subscription_sync import cancel, is_known_secret, order, remember_secret
from greenroom.platforms.twitch.eventsub.subscriptions import Subscribing, Transport
from greenroom.platforms.twitch.eventsub.webhook_feed import Mailbox
from greenroom.platforms.twitch.eventsub.webhooks import PATH, webhook_router
from greenroom.platforms.twitch.info import info_for
from greenroom.platforms.twitch.pace import Pace
from greenroom.platforms.twitch.settings import TwitchSettings


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
            "callback": f"{origin}{PATH}",
            "secret": settings.webhook_secret,
        }
        self._conduit = Conduit(self._app, self._webhook, self._pace)

    def webhook_router(self) -> APIRouter:
        return webhook_router(self._settings, self._bus, self._clock)

    async def run(self, account: Account, emit: Emit) -> None:
        helix = self._helix(account.provider_channel_id, account.token)
        watch = Watch(
            account,
            emit,
            oauth=self.oauth,
            helix=helix,
            clock=self._clock,
            pace=self._pace,
            emotes_url=self._settings.emotes_url,
        )
        ear = (
            self._socket(watch, helix, account)
            if self._settings.transport == "websocket"
            else self._mail(watch, account)
        )
        await watch.run(ear.run)

    async def perform(self, account: Account, action: Action) -> Receipt:
        acting = account.acting
        owner = self._helix(account.provider_channel_id, account.token)
        actor = self._helix(acting.provider_user_id, acting.token)
        return await perform(Desk(account, owner, actor, self._pace), action)

    def _helix(self, user_id: str, token: TokenSource) -> Helix:
        bucket = self._buckets.setdefault(user_id, Bucket())
        return Helix(self._settings, self._http, self._clock, token, bucket)

    def _socket(self, watch: Watch, helix: Helix, account: Account) -> EventSub:
        async def subscribe(session_id: str) -> None:
            transport = {"method": "websocket", "session_id": session_id}
            await Subscribing(helix, account.provider_channel_id, transport).all_of(watch.topics)

        return EventSub(
            self._settings.eventsub_url,
            self._clock,
            self._pace,
            subscribe=subscribe,
            ready=watch.catch_up,
            hear=watch.hear,
            revoked=watch.revoked,
        )

    def _mail(self, watch: Watch, account: Account) -> Mailbox:
        async def order_all() -> set[str]:
            transport = await self._transport(account)
            waiting = await order(self._app, account.provider_channel_id, watch.topics, transport)
            await remember_secret(account.notes, self._settings.webhook_secret)
            return waiting

        return Mailbox(
            self._bus,
            account.provider_channel_id,
            self._clock,
            self._pace,
            order=order_all,
            ready=watch.catch_up,
            hear=watch.hear,
            revoked=watch.revoked,
        )

    async def _transport(self, account: Account) -> Transport:
        is_known = await is_known_secret(account.notes, self._settings.webhook_secret)
        if self._settings.transport == "conduit":
            return await self._conduit.prepare(is_secret_known=is_known)
        if not is_known:
            await cancel(self._app, account.provider_channel_id, self._webhook)
        return self._webhook
