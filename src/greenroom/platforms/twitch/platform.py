"""Twitch: reads by EventSub over a WebSocket, which needs no public address."""

from dataclasses import replace

from greenroom.chat.platform import Account, Emit
from greenroom.kernel.clock import Clock
from greenroom.kernel.http import HttpClient
from greenroom.platforms.twitch.helix import Helix
from greenroom.platforms.twitch.info import INFO
from greenroom.platforms.twitch.oauth import TwitchOAuth
from greenroom.platforms.twitch.pace import Pace
from greenroom.platforms.twitch.settings import TwitchSettings
from greenroom.platforms.twitch.watch import Watch


class TwitchPlatform:
    def __init__(self, settings: TwitchSettings, http: HttpClient, clock: Clock, pace: Pace | None = None) -> None:
        self.info = replace(INFO, is_set_up=bool(settings.client_id))
        self.oauth = TwitchOAuth(settings, http, clock)
        self._settings = settings
        self._http = http
        self._clock = clock
        self._pace = pace or Pace()

    async def run(self, account: Account, emit: Emit) -> None:
        watch = Watch(
            account,
            emit,
            eventsub_url=self._settings.eventsub_url,
            oauth=self.oauth,
            helix=Helix(self._settings, self._http, self._clock, account.token),
            clock=self._clock,
            pace=self._pace,
        )
        await watch.run()
