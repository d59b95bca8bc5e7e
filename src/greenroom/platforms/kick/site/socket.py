"""Socket of Kick's own site, read in addition to the webhooks: unofficial, optional, off by default."""

import asyncio
import random
import re
from collections.abc import Awaitable, Callable
from typing import NoReturn
from urllib.parse import quote
from uuid import uuid4

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from greenroom.accounts.platforms import PlatformFailure, PlatformUnavailable, RateLimited
from greenroom.chat.protocol.events import Event
from greenroom.kernel.clock import Clock
from greenroom.kernel.fast.small_frames import DirectConnect
from greenroom.kernel.http.client import HttpClient
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.kernel.logs import get_logger
from greenroom.platforms.kick.api.answers import Enveloped, call, raise_for_status, read
from greenroom.platforms.kick.pace import Pace
from greenroom.platforms.kick.settings import KickSettings
from greenroom.platforms.kick.site.events import NORMALIZERS

log = get_logger(__name__)

OPEN_SECONDS = 10.0
CLOSE_SECONDS = 2.0
ESTABLISHED = "pusher:connection_established"
# Accepted names of clusters and app keys, which become part of a URL.
CLUSTER = re.compile(r"[a-z0-9-]{1,20}")
APP_KEY = re.compile(r"[A-Za-z0-9]{1,64}")

OnEvent = Callable[[Event], Awaitable[None]]


class Chatroom(msgspec.Struct):
    id: int


class SiteChannel(msgspec.Struct):
    id: int
    chatroom: Chatroom


class Credentials(msgspec.Struct):
    # Used if the site returns no credentials; as seen on the site.
    app_key: str = "32cbd69e4b950bf97679"
    cluster: str = "us2"


class OfferedConnection(msgspec.Struct):
    provider: str
    credentials: Credentials


class Connections(msgspec.Struct):
    connections: list[OfferedConnection]


class Frame(msgspec.Struct):
    event: str
    # A string that contains JSON; an object in the frames of Pusher itself.
    data: msgspec.Raw = msgspec.Raw(b"{}")


class SiteSocket:
    def __init__(self, settings: KickSettings, http: HttpClient, clock: Clock, pace: Pace, slug: str) -> None:
        self._settings = settings
        self._http = http
        self._clock = clock
        self._pace = pace
        self._slug = slug

    async def keep_reading(self, on_event: OnEvent) -> NoReturn:
        """Reads until cancelled; a platform failure is logged, and the socket is opened again after a pause."""
        while True:
            wait = self._pace.retry_wait_seconds
            try:
                await self._read(on_event)
            except RateLimited as error:
                wait = max(wait, error.after_seconds)
            except PlatformFailure as error:
                log.warning("kick_site_socket_ended", channel=self._slug, error=str(error))
            await asyncio.sleep(wait * random.uniform(1.0, 1.5))  # noqa: S311  # jitter, not a secret

    async def _read(self, on_event: OnEvent) -> None:
        channel = await self._channel()
        credentials = await self._negotiate(channel.id)
        socket = await self._open(credentials)
        try:
            await _subscribe(socket, f"chatrooms.{channel.chatroom.id}.v2")
            while True:
                await self._handle_frame(socket, await self._receive(socket), on_event)
        except ConnectionClosed as error:
            raise PlatformUnavailable("Kick's site closed its socket") from error
        finally:
            await socket.close()

    async def _channel(self) -> SiteChannel:
        answer = await call(
            self._http, "GET", f"{self._settings.site_url}/api/v2/channels/{quote(self._slug, safe='')}"
        )
        raise_for_status(answer)
        return read(answer, SiteChannel)

    async def _negotiate(self, channel_id: int) -> Credentials:
        body = {
            "client": {"id": str(uuid4()), "type": "web"},
            "capabilities": {"accepted_providers": [{"provider": "pusher"}]},
        }
        url = f"{self._settings.realtime_url}/channels/{channel_id}/chat/connection"
        try:
            answer = await call(self._http, "POST", url, json=body)
            raise_for_status(answer)
            offered = read(answer, Enveloped[Connections]).data.connections
        except PlatformUnavailable as error:
            log.warning("kick_site_negotiation_failed", channel=self._slug, error=str(error))
            return Credentials()
        return next((one.credentials for one in offered if one.provider == "pusher"), Credentials())

    async def _open(self, credentials: Credentials) -> ClientConnection:
        if not APP_KEY.fullmatch(credentials.app_key) or not CLUSTER.fullmatch(credentials.cluster):
            raise PlatformUnavailable("Kick's site returned an invalid socket address")
        host = self._settings.pusher_url.replace("{cluster}", credentials.cluster)
        url = f"{host}/app/{credentials.app_key}?protocol=7&client=js&version=8.4.0&flash=false"
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                socket = await DirectConnect(url, close_timeout=CLOSE_SECONDS, proxy=None)
                try:
                    await _wait_until_established(socket)
                except BaseException:
                    await socket.close()
                    raise
                return socket
        except (OSError, TimeoutError, WebSocketException) as error:
            raise PlatformUnavailable("Kick's site socket is not responding") from error

    async def _receive(self, socket: ClientConnection) -> Frame | None:
        try:
            async with asyncio.timeout(self._pace.socket_silence_seconds):
                return _parse_frame(await socket.recv())
        except TimeoutError:
            # In a quiet chat only the response to a ping proves that the socket is alive.
            await socket.send('{"event":"pusher:ping","data":{}}')
        try:
            async with asyncio.timeout(self._pace.pong_seconds):
                return _parse_frame(await socket.recv())
        except TimeoutError:
            raise PlatformUnavailable("Kick's site socket stopped responding") from None

    async def _handle_frame(self, socket: ClientConnection, frame: Frame | None, on_event: OnEvent) -> None:
        if frame is None:
            return
        if frame.event == "pusher:ping":
            await socket.send('{"event":"pusher:pong","data":{}}')
        normalize = NORMALIZERS.get(frame.event)
        if normalize is None:
            return
        try:
            event = normalize(_event_data(frame.data), self._clock())
        except UNREADABLE as error:
            log.warning("kick_site_event_unreadable", type=frame.event, error=str(error))
            return
        await on_event(event)


def _event_data(data: msgspec.Raw) -> bytes:
    raw = bytes(data)
    return msgspec.json.decode(raw, type=str).encode() if raw.startswith(b'"') else raw


async def _subscribe(socket: ClientConnection, channel: str) -> None:
    frame = {"event": "pusher:subscribe", "data": {"auth": "", "channel": channel}}
    await socket.send(msgspec.json.encode(frame).decode())


async def _wait_until_established(socket: ClientConnection) -> None:
    while True:
        frame = _parse_frame(await socket.recv())
        if frame is not None and frame.event == ESTABLISHED:
            return


def _parse_frame(raw: str | bytes) -> Frame | None:
    try:
        return msgspec.json.decode(raw, type=Frame)
    except UNREADABLE as error:
        log.warning("kick_site_frame_unreadable", error=str(error), size=len(raw))
        return None
