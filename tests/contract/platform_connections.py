"""Connections of all four stream platforms to the rehearsal: connecting, supervision, events and actions."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from uuid import UUID

from fastapi import FastAPI

from greenroom.accounts.channel_providers.registration import register
from greenroom.accounts.channel_providers.schemas import RegisterIn
from greenroom.accounts.channel_providers.service import connect_provider
from greenroom.accounts.channels.service import create_channel
from greenroom.accounts.platforms import Grant, Identity, Platforms, Tokens
from greenroom.accounts.users.service import create_user
from greenroom.chat.connections.outages import Pause
from greenroom.chat.connections.rules import Timings
from greenroom.chat.connections.supervisor import Supervisor
from greenroom.chat.protocol.actions import Action, Receipt
from greenroom.chat.protocol.adapter_state import StoredAdapterState
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.protocol.events import ChatEvent, MessageReceived
from greenroom.chat.protocol.platform import Platform
from greenroom.features.sign_in.rules import code_challenge
from greenroom.installed_platforms import platforms as install_platforms
from greenroom.kernel.context import Kernel
from greenroom.platforms.kick.pace import Pace as KickPace
from greenroom.platforms.kick.platform import KickPlatform
from greenroom.platforms.kick.webhooks.router import webhook_router
from greenroom.platforms.tiktok.pace import Pace as TikTokPace
from greenroom.platforms.tiktok.platform import TikTokPlatform
from greenroom.platforms.youtube.pace import Pace as YouTubePace
from greenroom.platforms.youtube.platform import YouTubePlatform
from greenroom.server import listen_on, running
from greenroom.settings import Settings
from support.greenroom_server import platform_settings
from support.performed_actions import perform_action
from support.probe_pauses import no_probes
from support.rehearsal_process import QUICK, Chat, ProviderUpdates, Rehearsal
from support.waiting import MAX_WAIT_SECONDS

STREAM_PLATFORMS = ("twitch", "youtube", "kick", "tiktok")
WRITING_PLATFORMS = ("twitch", "youtube", "kick")
LOGIN = "junoplays"
REDIRECT_URI = "http://127.0.0.1:8000/oauth/somewhere"
VERIFIER = "a-verifier-of-at-least-forty-three-characters.~_"

# Intervals of the adapters, much shorter than in production; Twitch has those of production.
YOUTUBE = YouTubePace(check_seconds=0.2, first_wait_seconds=0.05, min_retry_seconds=0.05, part_gap_seconds=0.0)
KICK = KickPace(poll_seconds=0.5, send_gap_seconds=0.0, retry_wait_seconds=0.1, offline_lag_seconds=0.0)
TIKTOK = TikTokPace(
    poll_seconds=0.2, poll_spread_seconds=0.0, alive_seconds=0.5, retry_seconds=(0.05,), merge_seconds=0.1,
    tick_seconds=0.05,
)  # fmt: skip
# With the short intervals YouTube's usual daily quota would be used up in a minute.
YOUTUBE_DAILY_UNITS = 100_000_000


@dataclass(frozen=True, slots=True)
class ConnectedChannel:
    """An account of one platform that is connected to a channel."""

    provider: str
    id: UUID
    channel_id: UUID


class PlatformConnections:
    def __init__(
        self, kernel: Kernel, rehearsal: Rehearsal, settings: Settings, *, has_short_intervals: bool = True
    ) -> None:
        self.kernel = kernel
        self.rehearsal = rehearsal
        self.settings = settings
        installed = {one.info.provider: one for one in install_platforms(settings, kernel)}
        self.installed: dict[str, Platform] = installed
        if has_short_intervals:
            self.installed |= self._with_short_intervals()
        self.platforms = Platforms(
            list(self.installed.values()), [one.info.descriptor for one in self.installed.values()]
        )
        self.updates = ProviderUpdates(kernel)
        self.chat = Chat()

    def _with_short_intervals(self) -> dict[str, Platform]:
        kernel, settings = self.kernel, self.settings
        adapter_state = StoredAdapterState(kernel.database, "youtube")
        return {
            "youtube": YouTubePlatform(settings.youtube, kernel.http, kernel.clock, adapter_state, YOUTUBE),
            "kick": KickPlatform(settings.kick, kernel.http, kernel.clock, kernel.bus, KICK),
            "tiktok": TikTokPlatform(settings.tiktok, kernel.http, kernel.clock, TIKTOK),
        }

    @contextlib.asynccontextmanager
    async def open(self, timings: Timings = QUICK, probe_pause: Pause = no_probes) -> AsyncGenerator[None]:
        """Runs the connections and an endpoint for Kick's webhooks; platforms are not probed for outages by default."""
        stream_platforms = [self.installed[provider] for provider in STREAM_PLATFORMS]
        supervisor = Supervisor(
            self.kernel, self.platforms, stream_platforms, timings, on_events=self.chat, probe_pause=probe_pause
        )
        async with self._kick_endpoint():
            await supervisor.start()
            try:
                yield
            finally:
                await supervisor.stop()

    @contextlib.asynccontextmanager
    async def _kick_endpoint(self) -> AsyncGenerator[None]:
        app = FastAPI()
        app.include_router(webhook_router(self.settings.kick, self.kernel.http, self.kernel.clock, self.kernel.bus))
        listener = listen_on("127.0.0.1", 0)
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/webhooks/kick"
        async with running(app, listener):
            await self.rehearsal.command("/kick/webhook-url", url=address)
            yield

    async def connect(self, provider: str, login: str = LOGIN) -> ConnectedChannel:
        """Creates a user with a channel and connects an account to it."""
        now = self.kernel.clock()
        sign_in = Grant("twitch", Identity(f"{provider}-{login}", login, login, ""), Tokens("t", None, None, None))
        async with self.kernel.database.write() as session:
            user = await create_user(session, sign_in, now, may_become_operator=False)
            channel = await create_channel(session, user.id, login, now)
        if self.installed[provider].registrar is not None:
            body = RegisterIn(provider=provider, handle=login)
            registered = await register(self.kernel, self.platforms, channel.id, user.id, body)
            return ConnectedChannel(provider, registered.id, channel.id)
        grant = await self.consent(provider, login)
        async with self.kernel.database.write() as session:
            provider_id = await connect_provider(
                session,
                self.kernel.vault,
                self.platforms,
                channel_id=channel.id,
                user_id=user.id,
                grant=grant,
                now=now,
            )
        return ConnectedChannel(provider, provider_id, channel.id)

    async def consent(self, provider: str, login: str) -> Grant:
        platform = self.installed[provider]
        assert platform.oauth is not None
        verifier = VERIFIER if platform.oauth.uses_pkce else None
        url = platform.oauth.authorize_url(
            redirect_uri=REDIRECT_URI,
            state="s1",
            scopes=platform.info.channel_scopes,
            code_challenge=code_challenge(verifier) if verifier else None,
        )
        code = await self.rehearsal.consent(url, login)
        tokens = await platform.oauth.exchange(code=code, redirect_uri=REDIRECT_URI, code_verifier=verifier)
        return Grant(provider, await platform.oauth.identify(tokens.access_token), tokens)

    async def go_live(self, channel: ConnectedChannel, login: str = LOGIN) -> None:
        await self.rehearsal.command(f"/{channel.provider}/go-live", login=login)
        await self.updates.until(channel, lambda data: data["is_live"])
        await self.updates.state(channel, "connected")

    async def say(self, channel: ConnectedChannel, text: str, login: str = LOGIN, **more: object) -> None:
        await self.rehearsal.command(f"/{channel.provider}/say", login=login, text=text, **more)

    async def wait_for_event(
        self, channel: ConnectedChannel, fits: Callable[[ChatEvent], bool], after: int = 0
    ) -> ChatEvent:
        def matches(channel_event: ChannelEvent) -> bool:
            return channel_event.connection_id == channel.id and fits(channel_event.event)

        return (await self.chat.until(matches, after)).event

    def received(self, channel: ConnectedChannel) -> list[ChatEvent]:
        return [one.event for one in self.chat.events if one.connection_id == channel.id]

    async def act(self, channel: ConnectedChannel, action: Action) -> Receipt:
        return await perform_action(self.kernel, self.platforms, self.installed, channel.id, action)


def settings_for(rehearsal: Rehearsal, kernel: Kernel) -> Settings:
    settings = platform_settings(rehearsal.environment)
    youtube = settings["youtube"] | {"daily_units": YOUTUBE_DAILY_UNITS}
    # Requests are checked against the contract only with our user agent; TikTok's default is a browser's.
    tiktok = settings["tiktok"] | {"user_agent": "Greenroom test"}
    return Settings.model_validate(
        {"data_dir": kernel.settings.data_dir, **settings, "youtube": youtube, "tiktok": tiktok}
    )


@contextlib.asynccontextmanager
async def open_connections(kernel: Kernel, rehearsal: Rehearsal) -> AsyncGenerator[PlatformConnections]:
    await rehearsal.command("/youtube/quota", units=YOUTUBE_DAILY_UNITS)
    connections = PlatformConnections(kernel, rehearsal, settings_for(rehearsal, kernel))
    async with connections.open():
        yield connections


def is_message(text: str) -> "HasText":
    return HasText(text)


@dataclass(frozen=True, slots=True)
class HasText:
    text: str

    def __call__(self, event: ChatEvent) -> bool:
        return isinstance(event, MessageReceived) and event.text == self.text


async def send_until_received(connections: PlatformConnections, channel: ConnectedChannel, text: str) -> None:
    """Sends messages until one is received: a reconnecting connection does not announce when it is ready."""
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        for number in range(400):
            await connections.say(channel, f"{text} {number}")
            try:
                async with asyncio.timeout(0.25):
                    await connections.wait_for_event(channel, is_message(f"{text} {number}"))
                    return
            except TimeoutError:
                continue
