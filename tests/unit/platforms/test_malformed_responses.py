"""Malformed responses of platforms are failures of the platform, or the invalid value is ignored."""

import asyncio
from collections.abc import Callable

import msgspec
import pytest

from greenroom.accounts.platforms import PlatformFailure, PlatformUnavailable, RateLimited
from greenroom.chat.emotes import lookup
from greenroom.kernel.http.client import HttpClient, HttpResponse
from greenroom.platforms.discord import answers as discord
from greenroom.platforms.kick.api import answers as kick
from greenroom.platforms.kick.api.payloads import parse_time
from greenroom.platforms.kick.webhooks import signatures
from greenroom.platforms.spotify import answers as spotify
from greenroom.platforms.tiktok import answers as tiktok
from greenroom.platforms.tiktok.room.sign_server import SignServer
from greenroom.platforms.tiktok.room_lookup import UserInfo, read_page, room_of
from greenroom.platforms.tiktok.settings import TikTokSettings
from greenroom.platforms.tiktok.webcast_pb2 import FetchResult
from greenroom.platforms.twitch.api import answers as twitch
from greenroom.platforms.twitch.api.helix import Helix
from greenroom.platforms.twitch.api.oauth import TwitchOAuth
from greenroom.platforms.twitch.eventsub.subscriptions import existing_subscriptions
from greenroom.platforms.twitch.settings import TwitchSettings
from greenroom.platforms.youtube.api import answers as youtube
from support.adapter_connection import MemoryTokens
from support.cpu_growth import MAX_LINEAR_GROWTH, cpu_growth
from support.frozen_clock import FrozenClock
from support.routed_server import routed_server
from support.waiting import MAX_WAIT_SECONDS

# Deep nesting in a field that is not read: a parser that skips the field recurses as deep.
DEEP = b'{"x":' + b"[" * 5_000 + b"]" * 5_000 + b"}"
MALFORMED = [DEEP, b"{" * 5_000, b"\xff\xfe", b'"\\ud800"', b"<html>", b"", b"9" * 10_000]


class Payload(msgspec.Struct):
    needed: int


Read = Callable[[HttpResponse, type[Payload]], Payload]


def http_response(content: bytes, status: int = 200, **headers: str) -> HttpResponse:
    return HttpResponse(status, {name.replace("_", "-"): value for name, value in headers.items()}, content, "/x")


@pytest.mark.parametrize("content", MALFORMED, ids=range(len(MALFORMED)))
@pytest.mark.parametrize("read", [twitch.read, youtube.read, kick.read, tiktok.read, discord.read, spotify.read])
def test_unreadable_content_is_an_outage(read: Read, content: bytes) -> None:
    with pytest.raises(PlatformUnavailable):
        read(http_response(content), Payload)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 500])
@pytest.mark.parametrize("content", MALFORMED, ids=range(len(MALFORMED)))
def test_malformed_refusal_is_a_platform_failure(content: bytes, status: int, clock: FrozenClock) -> None:
    response = http_response(content, status)
    refusals: list[Callable[[], None]] = [
        lambda: twitch.raise_for_status(response, clock),
        lambda: kick.raise_for_status(response),
        lambda: tiktok.raise_for_status(response),
        lambda: discord.raise_for_status(response),
        lambda: spotify.raise_for_status(response, clock),
    ]
    for refuse in refusals:
        with pytest.raises(PlatformFailure):
            refuse()
    assert youtube.classify(status, youtube.read_error(content)).error_kind is youtube.ErrorKind.SERVER


@pytest.mark.parametrize("reset", ["9" * 5_000, "9" * 400, "-1", "\u0663", "\u00b2", "nan"])
def test_invalid_rate_limit_header_uses_the_default_wait(reset: str, clock: FrozenClock) -> None:
    response = http_response(b"", 429, Ratelimit_Remaining="0", Ratelimit_Reset=reset)
    assert twitch.seconds_until_reset(response, clock) == twitch.DEFAULT_WAIT_SECONDS


@pytest.mark.parametrize("after", ["1000000000000", "9" * 400])
async def test_pause_of_an_emote_service_is_limited(after: str) -> None:
    http = HttpClient("Greenroom test")
    async with routed_server() as server:
        server.on("GET /e", 429, "{}", Retry_After=after)
        with pytest.raises(RateLimited) as pause:
            await lookup.look_up(http, "7TV", f"{server.url}/e", dict[str, str])
    await http.close()
    assert pause.value.after_seconds == lookup.MAX_WAIT_SECONDS


def test_tiktok_page_with_unclosed_scripts_is_parsed_in_linear_time() -> None:
    assert read_page(b"<script" * 1_000, "beta.b") is None
    # Searching the rest of the page for each script would take hours on a page of a few megabytes.
    assert cpu_growth(lambda count: read_page(b"<script" * count, "beta.b"), 10_000) < MAX_LINEAR_GROWTH


def test_tiktok_page_with_deeply_nested_data_has_no_room() -> None:
    assert read_page(b'<script id="SIGI_STATE">' + DEEP + b"</script>", "beta.b") is None


@pytest.mark.parametrize(
    ("room_id", "start"),
    [("9999999999999999999", 1_893_553_440), ("9223372036854775808", 5), ("7", -(10**17)), ("7", 0)],
)
def test_implausible_tiktok_room_id_or_start_is_ignored(room_id: str, start: int) -> None:
    found = {"user": {"roomId": room_id, "status": 2}, "liveRoom": {"status": 2, "startTime": start}}
    room = room_of(msgspec.convert(found, UserInfo), "beta.b")
    assert room.room_id in {None, "7"}
    assert room.room_id is None or room.started_at is None


@pytest.mark.parametrize(
    "server",
    [
        "http://169.254.169.254/",
        "file:///etc/passwd",
        "ws://10.0.0.1/",
        "wss://10.0.0.1/",
        "wss://[::1]/",
        "wss://localhost/",
        "wss://router/",
        "wss://[::1",
        "//x",
        "javascript:1",
    ],
)
async def test_unsafe_socket_url_of_the_sign_server_is_refused(server: str, clock: FrozenClock) -> None:
    http = HttpClient("Greenroom test")
    signing = SignServer(TikTokSettings(sign_url="https://sign.example"), http, clock)
    with pytest.raises(PlatformUnavailable):
        signing.address(FetchResult(push_server=server), "7")
    await http.close()


def test_invalid_public_key_of_kick_is_an_outage() -> None:
    with pytest.raises(PlatformUnavailable):
        signatures.read_key("-----BEGIN PUBLIC KEY-----\n\u2603\n-----END PUBLIC KEY-----")


async def test_endless_pages_of_twitch_subscriptions_are_an_outage(clock: FrozenClock) -> None:
    http = HttpClient("Greenroom test")
    async with routed_server() as server:
        server.on("GET /eventsub/subscriptions", 200, {"data": [], "pagination": {"cursor": "same"}})
        helix = Helix(TwitchSettings(client_id="c1", api_url=server.url), http, clock, MemoryTokens())
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            with pytest.raises(PlatformUnavailable, match="too many pages"):
                await existing_subscriptions(helix, "1001")
    await http.close()


@pytest.mark.parametrize(
    "text", ["9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00", "1970-01-01T00:00:00Z", "x"]
)
def test_implausible_time_of_kick_is_ignored(text: str, clock: FrozenClock) -> None:
    assert parse_time(text, clock()) == clock()


@pytest.mark.parametrize("content", MALFORMED, ids=range(len(MALFORMED)))
async def test_malformed_401_response_is_an_outage(content: bytes, clock: FrozenClock) -> None:
    response = http_response(content, 401)
    for refuse in (lambda: twitch.raise_for_status(response, clock), lambda: kick.raise_for_status(response)):
        with pytest.raises(PlatformUnavailable):
            refuse()
    http = HttpClient("Greenroom test")
    async with routed_server() as server:
        server.on("GET /validate", 401, content)
        with pytest.raises(PlatformUnavailable):
            await TwitchOAuth(TwitchSettings(client_id="c1", oauth_url=server.url), http, clock).granted_scopes("t1")
    await http.close()
