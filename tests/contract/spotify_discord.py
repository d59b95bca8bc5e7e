"""Helpers for Spotify and Discord: open a platform, consent as a user, refresh tokens."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from uuid import UUID

from greenroom.accounts.platforms import Grant, OAuthClient
from greenroom.chat.protocol.platform import Account, Platform
from greenroom.features.sign_in.rules import code_challenge
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.discord.pace import Pace as DiscordPace
from greenroom.platforms.discord.platform import DiscordPlatform
from greenroom.platforms.discord.settings import DiscordSettings
from greenroom.platforms.spotify.pace import Pace as SpotifyPace
from greenroom.platforms.spotify.platform import SpotifyPlatform
from greenroom.platforms.spotify.settings import SpotifySettings
from support.adapter_connection import MemoryAdapterState
from support.greenroom_server import platform_settings
from support.rehearsal_process import MovableClock, Rehearsal

REDIRECT_URI = "http://127.0.0.1:8000/oauth/somewhere"
VERIFIER = "a-verifier-of-at-least-forty-three-characters.~_"
# Short, so that tests do not wait for the next check.
CHECK_SECONDS = 0.02
HIGH_LIMITS = {"spotify": {"calls_per_window": 100_000}, "discord": {"route_calls": 100_000}}


class RefreshingTokens:
    """Gives out an access token, and refreshes it when it is rejected."""

    def __init__(self, oauth: OAuthClient, grant: Grant) -> None:
        self._oauth = oauth
        self.tokens = grant.tokens
        self.refreshes = 0

    async def __call__(self, rejected: str | None = None) -> str:
        if rejected == self.tokens.access_token:
            assert self.tokens.refresh_token is not None
            renewed = await self._oauth.refresh(self.tokens.refresh_token)
            self.tokens = replace(renewed, refresh_token=renewed.refresh_token or self.tokens.refresh_token)
            self.refreshes += 1
        return self.tokens.access_token


@asynccontextmanager
async def open_platform(key: str, rehearsal: Rehearsal, **changes: str) -> AsyncGenerator[Platform]:
    http, clock = HttpClient("Greenroom test"), MovableClock()
    fields = platform_settings(rehearsal.environment)[key] | changes
    await rehearsal.command(f"/{key}/limits", values=HIGH_LIMITS[key])
    if key == "spotify":
        yield SpotifyPlatform(SpotifySettings.model_validate(fields), http, clock, SpotifyPace(CHECK_SECONDS))
    else:
        settings, pace = DiscordSettings.model_validate(fields), DiscordPace(CHECK_SECONDS)
        yield DiscordPlatform(settings, http, clock, site="http://127.0.0.1:8000", pace=pace)
    await http.close()


async def consent(platform: Platform, rehearsal: Rehearsal, login: str = "junoplays") -> Grant:
    """Completes the OAuth consent as this user; returns the grant."""
    oauth = platform.oauth
    assert oauth is not None
    verifier = VERIFIER if oauth.uses_pkce else None
    url = oauth.authorize_url(
        redirect_uri=REDIRECT_URI,
        state="s1",
        scopes=platform.info.channel_scopes,
        code_challenge=code_challenge(verifier) if verifier else None,
    )
    code = await rehearsal.consent(url, login)
    tokens = await oauth.exchange(code=code, redirect_uri=REDIRECT_URI, code_verifier=verifier)
    return Grant(platform.info.provider, await oauth.identify(tokens.access_token), tokens)


def account_of(grant: Grant, tokens: RefreshingTokens) -> Account:
    return Account(
        connection_id=UUID(int=1),
        channel_id=UUID(int=2),
        provider_channel_id=grant.identity.provider_user_id,
        provider_channel_name=grant.identity.login,
        token=tokens,
        adapter_state=MemoryAdapterState(),
    )
