"""Discord adapter: posts announcements and checks the connected account; reads no chat and has no stream."""

import asyncio

from msgspec.structs import replace

from greenroom.chat.protocol.actions import Action, Receipt, refused
from greenroom.chat.protocol.announcements import AnnouncementTarget
from greenroom.chat.protocol.events import Connected
from greenroom.chat.protocol.platform import Account, Emit
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.discord.api import DiscordApi
from greenroom.platforms.discord.info import INFO
from greenroom.platforms.discord.oauth import DiscordOAuth
from greenroom.platforms.discord.pace import Pace
from greenroom.platforms.discord.settings import DiscordSettings
from greenroom.platforms.discord.webhooks import Webhooks


class DiscordPlatform:
    def __init__(
        self, settings: DiscordSettings, http: HttpClient, clock: Clock, *, site: str, pace: Pace | None = None
    ) -> None:
        """`site` is the public URL of this installation."""
        self.info = replace(INFO, is_set_up=bool(settings.client_id))
        self.registrar = None
        self._api = DiscordApi(settings, http, clock, site)
        self.oauth = DiscordOAuth(settings, http, clock, self._api)
        self.announcements: AnnouncementTarget = Webhooks(settings, self._api)
        self._pace = pace or Pace()

    async def run(self, account: Account, emit: Emit) -> None:
        """Checks regularly that the user has not revoked the authorization; raises when a check fails."""
        await self._api.check(account.token)
        await emit(Connected())
        while True:
            await asyncio.sleep(self._pace.check_seconds)
            await self._api.check(account.token)

    async def act(self, account: Account, action: Action) -> Receipt:
        return refused("Discord has no stream or chat here.")
