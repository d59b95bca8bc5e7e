"""TikTok adapter: reads only; a channel is connected by its handle, without OAuth."""

from collections import OrderedDict
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from greenroom.chat.protocol.actions import Action, Receipt, refused
from greenroom.chat.protocol.platform import Account, Emit
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.tiktok.answers import TIKTOK
from greenroom.platforms.tiktok.info import info_for, unsupported_reason
from greenroom.platforms.tiktok.oauth import TikTokOAuth
from greenroom.platforms.tiktok.pace import Pace, Retries
from greenroom.platforms.tiktok.room_lookup import RoomLookup
from greenroom.platforms.tiktok.settings import TikTokSettings

if TYPE_CHECKING:
    from greenroom.platforms.tiktok.room.aggregator import RoomAggregator

MAX_STATES = 10_000


class TikTokPlatform:
    def __init__(self, settings: TikTokSettings, http: HttpClient, clock: Clock, pace: Pace | None = None) -> None:
        self.info = info_for(settings)
        self.registrar = RoomLookup(settings, http)
        self.oauth = TikTokOAuth(settings, http, clock)
        self._settings = settings
        self._http = http
        self._clock = clock
        self._pace = pace or Pace()
        self._states: OrderedDict[UUID, tuple[RoomAggregator, Retries]] = OrderedDict()

    async def run(self, account: Account, emit: Emit) -> None:
        # Protocol Buffers take a while to import, and most installations start without a TikTok channel.
        from greenroom.platforms.tiktok.connection import TikTokConnection
        from greenroom.platforms.tiktok.room.sign_server import SignServer

        aggregator, retries = self._state_of(account.connection_id)
        connection = TikTokConnection(
            account,
            emit,
            rooms=self.registrar,
            sign_server=SignServer(self._settings, self._http, self._clock),
            clock=self._clock,
            pace=self._pace,
            aggregator=aggregator,
            retries=retries,
        )
        await connection.run()

    def _state_of(self, connection_id: UUID) -> "tuple[RoomAggregator, Retries]":
        """The aggregator and the retries of a connection, kept from one `run` to the next."""
        from greenroom.platforms.tiktok.room.aggregator import RoomAggregator

        state = self._states.get(connection_id) or (RoomAggregator(self._pace), Retries(self._pace.retry_seconds))
        self._states[connection_id] = state
        self._states.move_to_end(connection_id)
        if len(self._states) > MAX_STATES:
            self._states.popitem(last=False)
        return state

    async def probe(self) -> datetime | None:
        # A static file: TikTok blocks clients that ask too often for pages of its users.
        headers = {"User-Agent": self._settings.user_agent}
        return await TIKTOK.probe(self._http, f"{self._settings.app_url}/robots.txt", headers=headers)

    async def act(self, account: Account, action: Action) -> Receipt:
        return refused(unsupported_reason(action))
