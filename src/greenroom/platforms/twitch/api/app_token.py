"""App access token, used for webhooks, conduits and emotes."""

import asyncio
from datetime import datetime, timedelta

from greenroom.kernel.clock import Clock
from greenroom.platforms.twitch.api.oauth import TwitchOAuth
from greenroom.tenancy.platforms import AuthExpired, PlatformUnavailable, Tokens

# Renewed early, so that it does not expire during a call.
MARGIN = timedelta(minutes=5)


class AppToken:
    """One cached token, renewed before it expires."""

    def __init__(self, oauth: TwitchOAuth, clock: Clock) -> None:
        self._oauth = oauth
        self._clock = clock
        self._held: Tokens | None = None
        self._asking = asyncio.Lock()

    async def __call__(self, rejected: str | None = None) -> str:
        async with self._asking:
            held = self._held
            if held is None or held.access_token == rejected or _ends_soon(held.expires_at, self._clock()):
                held = self._held = await self._ask()
            return held.access_token

    async def _ask(self) -> Tokens:
        try:
            return await self._oauth.app_tokens()
        except AuthExpired as error:
            # No user's permission is affected: the server's admin has to check the settings.
            raise PlatformUnavailable("Twitch refused the app of this installation") from error


def _ends_soon(expires_at: datetime | None, now: datetime) -> bool:
    return expires_at is not None and expires_at - MARGIN <= now
