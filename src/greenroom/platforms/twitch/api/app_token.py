"""App access token, used for webhooks, conduits and emotes."""

import asyncio
from datetime import datetime, timedelta

from greenroom.accounts.platforms import AuthExpired, PlatformUnavailable, Tokens
from greenroom.kernel.clock import Clock
from greenroom.platforms.twitch.api.oauth import TwitchOAuth

# The token is renewed this long before it expires, so that it does not expire during a call.
MARGIN = timedelta(minutes=5)


class AppToken:
    """One cached token, renewed before it expires."""

    def __init__(self, oauth: TwitchOAuth, clock: Clock) -> None:
        self._oauth = oauth
        self._clock = clock
        self._tokens: Tokens | None = None
        self._lock = asyncio.Lock()

    async def __call__(self, rejected: str | None = None) -> str:
        async with self._lock:
            tokens = self._tokens
            if tokens is None or tokens.access_token == rejected or _ends_soon(tokens.expires_at, self._clock()):
                tokens = self._tokens = await self._fetch()
            return tokens.access_token

    async def _fetch(self) -> Tokens:
        try:
            return await self._oauth.app_tokens()
        except AuthExpired as error:
            # Not AuthExpired, because the operator has to check the settings and no user has to reconnect.
            raise PlatformUnavailable("Twitch refused the app of this installation") from error


def _ends_soon(expires_at: datetime | None, now: datetime) -> bool:
    return expires_at is not None and expires_at - MARGIN <= now
