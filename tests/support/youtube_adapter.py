"""YouTube's adapter against the running rehearsal, without a Greenroom server."""

import asyncio
import contextlib
import dataclasses
from collections.abc import AsyncGenerator, Callable
from typing import TypeVar
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import pytest
from msgspec.structs import replace
from tenacity import wait_none

from greenroom.accounts.platforms import Grant, Tokens
from greenroom.chat.protocol.actions import Action, Receipt
from greenroom.chat.protocol.adapter_state import StoredAdapterState
from greenroom.chat.protocol.events import Connected, Event, MessageReceived
from greenroom.chat.protocol.platform import Account, Actor
from greenroom.features.sign_in.rules import code_challenge
from greenroom.kernel.context import Kernel
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.youtube.pace import Pace
from greenroom.platforms.youtube.platform import YouTubePlatform
from greenroom.platforms.youtube.settings import YouTubeSettings
from support.rehearsal_process import Json, MovableClock, Rehearsal
from support.waiting import MAX_WAIT_SECONDS

REDIRECT_URI = "http://127.0.0.1:8000/oauth/youtube"
VERIFIER = "v" * 43
CONNECTION = UUID("01890000-0000-7000-8000-000000000001")
PACE = Pace(
    check_seconds=0.2,
    upcoming_seconds=0.2,
    first_wait_seconds=0.02,
    max_wait_seconds=0.1,
    part_gap_seconds=0.01,
    save_seconds=0,
    parked_seconds=0.05,
    min_retry_seconds=0.01,
)

T = TypeVar("T")


class RefreshingTokens:
    """Tokens of one account; refreshes them when the current token is rejected."""

    def __init__(self, platform: YouTubePlatform, tokens: Tokens) -> None:
        self._platform = platform
        self._tokens = tokens

    async def __call__(self, rejected: str | None = None) -> str:
        if rejected == self._tokens.access_token:
            assert self._tokens.refresh_token is not None
            renewed = await self._platform.oauth.refresh(self._tokens.refresh_token)
            former = self._tokens.refresh_token
            self._tokens = dataclasses.replace(renewed, refresh_token=renewed.refresh_token or former)
        return self._tokens.access_token


class YouTubeHarness:
    def __init__(self, kernel: Kernel, rehearsal: Rehearsal, http: HttpClient, clock: MovableClock) -> None:
        self.kernel = kernel
        self.rehearsal = rehearsal
        self.clock = clock
        self._http = http
        self.platform = self.build(PACE)
        self.events: list[Event] = []
        self._more = asyncio.Condition()

    def build(self, pace: Pace, **changes: object) -> YouTubePlatform:
        prefix = "GREENROOM_YOUTUBE__"
        found = {name.removeprefix(prefix).lower(): value for name, value in self.rehearsal.environment.items()}
        known = {name: value for name, value in found.items() if name in YouTubeSettings.model_fields}
        # A large quota, because checks are so frequent here that the usual one would be used up at once.
        settings = YouTubeSettings.model_validate({"daily_units": 100_000_000, **known, **changes})
        shared = StoredAdapterState(self.kernel.database, "youtube")
        self.platform = YouTubePlatform(settings, self._http, self.clock, shared, pace)
        return self.platform

    async def grant(self, login: str, scopes: list[str] | None = None) -> Grant:
        oauth = self.platform.oauth
        requested = list(self.platform.info.channel_scopes)
        challenge = code_challenge(VERIFIER)
        url = oauth.authorize_url(redirect_uri=REDIRECT_URI, state="s1", scopes=requested, code_challenge=challenge)
        ticked = requested if scopes is None else scopes
        form = {"login": login, "decision": "authorize", **{f"scope:{scope}": "on" for scope in ticked}}
        response = await self.rehearsal.http.post(url, data=form)
        code = parse_qs(urlsplit(response.headers["location"]).query)["code"][0]
        tokens = await oauth.exchange(code=code, redirect_uri=REDIRECT_URI, code_verifier=VERIFIER)
        return Grant("youtube", await oauth.identify(tokens.access_token), tokens)

    async def account_and_grant(self, login: str, scopes: list[str] | None = None) -> tuple[Account, Grant]:
        grant = await self.grant(login, scopes)
        identity, token = grant.identity, RefreshingTokens(self.platform, grant.tokens)
        adapter_state = StoredAdapterState(self.kernel.database, str(CONNECTION))
        account = Account(CONNECTION, CONNECTION, identity.provider_user_id, identity.login, token, adapter_state)
        return account, grant

    async def account(self, login: str, bot: str | None = None) -> Account:
        """An account for the adapter to run; its actions are performed by the account `bot`, if given."""
        account, _ = await self.account_and_grant(login)
        if bot is None:
            return account
        granted = await self.grant(bot)
        actor = Actor(granted.identity.provider_user_id, RefreshingTokens(self.platform, granted.tokens), is_bot=True)
        return replace(account, actor=actor)

    @contextlib.asynccontextmanager
    async def running(self, account: Account) -> AsyncGenerator[asyncio.Task[None]]:
        """Runs the connection until the end of the block; the block begins once the connection is connected."""
        seen = len(self.events)
        task = asyncio.create_task(self.platform.run(account, self.emit))
        try:
            await self.wait_for(Connected, after=seen, task=task)
            yield task
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def act(self, account: Account, action: Action) -> Receipt:
        return await self.platform.act(account, action)

    async def emit(self, *events: Event) -> None:
        async with self._more:
            self.events += events
            self._more.notify_all()

    async def wait_for(
        self,
        kind: type[T],
        fits: Callable[[T], bool] = lambda _: True,
        *,
        after: int = 0,
        task: asyncio.Task[None] | None = None,
    ) -> T:
        """Waits for an event of this kind that fits, skipping the first `after` events; raises if the task fails."""
        ended = asyncio.create_task(self._until_ended(task)) if task else None
        waiting = asyncio.create_task(self._first(kind, fits, after))
        try:
            async with asyncio.timeout(MAX_WAIT_SECONDS):
                await asyncio.wait({waiting, *([ended] if ended else [])}, return_when=asyncio.FIRST_COMPLETED)
            if ended is not None and ended.done() and not waiting.done():
                ended.result()
            return waiting.result()
        finally:
            waiting.cancel()
            if ended is not None:
                ended.cancel()
            await asyncio.gather(waiting, *([ended] if ended else []), return_exceptions=True)

    async def _until_ended(self, task: asyncio.Task[None]) -> None:
        await asyncio.wait({task})
        task.result()

    async def _first(self, kind: type[T], fits: Callable[[T], bool], after: int) -> T:
        async with self._more:
            while True:
                for event in self.events[after:]:
                    if isinstance(event, kind) and fits(event):
                        return event
                await self._more.wait()

    async def wait_for_text(self, text: str, after: int = 0) -> MessageReceived:
        return await self.wait_for(MessageReceived, lambda message: message.text == text, after=after)

    async def wait_for_message(self, message_id: str) -> MessageReceived:
        return await self.wait_for(MessageReceived, lambda message: message.message_id == message_id)

    def messages(self) -> list[MessageReceived]:
        return [event for event in self.events if isinstance(event, MessageReceived)]

    def texts(self, beginning: str) -> list[str]:
        return [message.text for message in self.messages() if message.text.startswith(beginning)]

    async def control(self, path: str, **body: object) -> Json:
        """Calls a control route of the rehearsal's YouTube; returns the response."""
        address = f"{self.rehearsal.environment['REHEARSAL_CONTROL_URL']}/youtube{path}"
        response = await self.rehearsal.http.post(address, json=body)
        assert response.status_code == 200, response.text
        return response.json()

    async def quota(self) -> Json:
        address = f"{self.rehearsal.environment['REHEARSAL_CONTROL_URL']}/youtube/quota"
        return (await self.rehearsal.http.get(address)).json()


@pytest.fixture
async def youtube(kernel: Kernel, rehearsal: Rehearsal) -> AsyncGenerator[YouTubeHarness]:
    http = HttpClient("Greenroom/test", wait=wait_none())
    yield YouTubeHarness(kernel, rehearsal, http, MovableClock())
    await http.close()
