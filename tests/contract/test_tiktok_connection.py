"""TikTok connections: rooms by handle, the sign server, gift streaks and Login Kit."""

import contextlib
from collections.abc import AsyncGenerator

import pytest
from platform_connections import LOGIN, TIKTOK, ConnectedChannel, PlatformConnections, is_message, settings_for

from greenroom.accounts.platforms import AuthExpired, Gone
from greenroom.chat.protocol.events import ActivityKind, ActivityReceived, MessageDeleted, MessageReceived
from greenroom.kernel.context import Kernel
from greenroom.platforms.tiktok.pace import Pace
from greenroom.platforms.tiktok.platform import TikTokPlatform
from support.rehearsal_process import Rehearsal

VIEWER = "brisket99"
# Requests with this user agent are checked against the contract.
USER_AGENT = "Greenroom/0 (reader)"
SIGN = "/tiktok/sign/webcast/fetch"


def connections_of(kernel: Kernel, rehearsal: Rehearsal, pace: Pace) -> PlatformConnections:
    connections = PlatformConnections(kernel, rehearsal, settings_for(rehearsal, kernel))
    settings = connections.settings.tiktok.model_copy(update={"user_agent": USER_AGENT})
    connections.installed["tiktok"] = TikTokPlatform(settings, kernel.http, kernel.clock, pace)
    return connections


@contextlib.asynccontextmanager
async def open_live_channel(
    kernel: Kernel, rehearsal: Rehearsal, pace: Pace = TIKTOK
) -> AsyncGenerator[tuple[PlatformConnections, ConnectedChannel]]:
    connections = connections_of(kernel, rehearsal, pace)
    async with connections.open():
        channel = await connections.connect("tiktok")
        await connections.go_live(channel)
        yield connections, channel


@pytest.fixture
async def live_channel(
    kernel: Kernel, rehearsal: Rehearsal
) -> AsyncGenerator[tuple[PlatformConnections, ConnectedChannel]]:
    async with open_live_channel(kernel, rehearsal) as live_channel:
        yield live_channel


@pytest.fixture
def connections(live_channel: tuple[PlatformConnections, ConnectedChannel]) -> PlatformConnections:
    return live_channel[0]


@pytest.fixture
def channel(live_channel: tuple[PlatformConnections, ConnectedChannel]) -> ConnectedChannel:
    return live_channel[1]


async def wait_for_activity(
    connections: PlatformConnections, channel: ConnectedChannel, kind: ActivityKind
) -> ActivityReceived:
    received = await connections.wait_for_event(
        channel, lambda event: isinstance(event, ActivityReceived) and event.kind == kind
    )
    assert isinstance(received, ActivityReceived)
    return received


async def test_unknown_handle_is_not_found(kernel: Kernel, rehearsal: Rehearsal) -> None:
    registrar = connections_of(kernel, rehearsal, TIKTOK).installed["tiktok"].registrar
    assert registrar is not None
    with pytest.raises(Gone):
        await registrar.find("nobody.here")


async def test_handle_is_found_although_tiktok_shows_a_captcha(kernel: Kernel, rehearsal: Rehearsal) -> None:
    registrar = connections_of(kernel, rehearsal, TIKTOK).installed["tiktok"].registrar
    assert registrar is not None
    plain = await registrar.find(f"https://www.tiktok.com/@{LOGIN}/live")
    await rehearsal.command("/tiktok/captcha", on=True)
    assert (await registrar.find(f"@{LOGIN}")).provider_user_id == plain.provider_user_id == LOGIN


async def test_waiting_for_a_stream_makes_no_sign_request(kernel: Kernel, rehearsal: Rehearsal) -> None:
    connections = connections_of(kernel, rehearsal, TIKTOK)
    async with connections.open():
        channel = await connections.connect("tiktok")
        await connections.updates.state(channel, "connected")
        assert await rehearsal.count_requests("GET", SIGN) == 0
        await connections.go_live(channel)
        assert await rehearsal.count_requests("GET", SIGN) == 1


async def test_follows_shares_subs_likes_and_joins_are_received(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    for path, body in (
        ("follow", {}),
        ("share", {}),
        ("subscribe", {"months": 3}),
        ("like", {"count": 9}),
        ("join", {}),
    ):
        await connections.rehearsal.command(f"/tiktok/{path}", login=LOGIN, viewer=VIEWER, **body)
    assert (await wait_for_activity(connections, channel, ActivityKind.FOLLOW)).chatter is not None
    assert (await wait_for_activity(connections, channel, ActivityKind.SHARE)).chatter is not None
    assert (await wait_for_activity(connections, channel, ActivityKind.RESUB)).months == 3
    assert (await wait_for_activity(connections, channel, ActivityKind.LIKE)).count == 9
    assert (await wait_for_activity(connections, channel, ActivityKind.JOIN)).count >= 1


async def test_emotes_are_received_alone_and_within_a_text(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    await connections.rehearsal.command("/tiktok/emote", login=LOGIN, viewer=VIEWER, emote_id="71")
    alone = await connections.wait_for_event(channel, is_message("[emote]"))
    await connections.rehearsal.command("/tiktok/emote", login=LOGIN, viewer=VIEWER, text="hi  you", index=3)
    inside = await connections.wait_for_event(channel, is_message("hi [emote] you"))
    assert isinstance(alone, MessageReceived)
    assert isinstance(inside, MessageReceived)
    assert [(one.kind, one.id) for one in alone.fragments] == [("emote", "71")]
    assert [(one.kind, one.text) for one in inside.fragments] == [
        ("text", "hi "),
        ("emote", "[emote]"),
        ("text", " you"),
    ]
    assert inside.fragments[1].url.startswith("http")


async def test_gift_streak_counts_once(connections: PlatformConnections, channel: ConnectedChannel) -> None:
    await connections.rehearsal.command("/tiktok/send-gift", login=LOGIN, viewer=VIEWER, count=4)
    await connections.say(channel, "the end")
    await connections.wait_for_event(channel, is_message("the end"))
    gifts = [event for event in connections.received(channel) if isinstance(event, ActivityReceived)]
    assert [(gift.kind, gift.count) for gift in gifts] == [(ActivityKind.TIKTOK_GIFT, 4)]
    assert gifts[0].amount_micros > 0


async def test_gift_streak_that_never_ends_counts_after_a_while(kernel: Kernel, rehearsal: Rehearsal) -> None:
    pace = Pace(poll_seconds=0.2, poll_spread_seconds=0, streak_seconds=0.3, tick_seconds=0.05)
    async with open_live_channel(kernel, rehearsal, pace) as (connections, channel):
        await rehearsal.command("/tiktok/send-gift", login=LOGIN, viewer=VIEWER, count=4, ends=False)
        assert (await wait_for_activity(connections, channel, ActivityKind.TIKTOK_GIFT)).count == 4


async def test_deleted_message_is_reported(connections: PlatformConnections, channel: ConnectedChannel) -> None:
    await connections.say(channel, "delete me", viewer=VIEWER)
    message = await connections.wait_for_event(channel, is_message("delete me"))
    assert isinstance(message, MessageReceived)
    await connections.rehearsal.command("/tiktok/delete", login=LOGIN, message_id=message.message_id)
    await connections.wait_for_event(
        channel, lambda event: isinstance(event, MessageDeleted) and event.message_id == message.message_id
    )


@pytest.mark.parametrize("how", ["suspend", "end-quietly"])
async def test_suspended_stream_and_end_that_tiktok_does_not_report_are_detected(
    connections: PlatformConnections, channel: ConnectedChannel, how: str
) -> None:
    before = len(connections.updates.of(channel))
    await connections.rehearsal.command(f"/tiktok/{how}", login=LOGIN)
    await connections.updates.until(channel, lambda data: not data["is_live"], before)
    assert connections.updates.of(channel)[-1]["data"]["connection"]["state"] == "connected"


async def test_viewers_are_counted(connections: PlatformConnections, channel: ConnectedChannel) -> None:
    await connections.rehearsal.command("/tiktok/viewers", login=LOGIN, count=321)
    await connections.updates.until(channel, lambda data: data["health"]["viewers"] == 321)


async def test_rate_limit_of_the_sign_server_is_shown_until_it_ends(kernel: Kernel, rehearsal: Rehearsal) -> None:
    connections = connections_of(kernel, rehearsal, TIKTOK)
    async with connections.open():
        channel = await connections.connect("tiktok")
        await connections.updates.state(channel, "connected")
        await rehearsal.command("/tiktok/fail", next=1, status=429, path_prefix=SIGN, retry_after=1)
        await rehearsal.command("/tiktok/go-live", login=LOGIN)
        failing = await connections.updates.state(channel, "failing")
        assert "rate-limiting" in failing["connection"]["detail"]
        await connections.updates.until(channel, lambda data: data["is_live"])


async def test_refused_socket_is_retried_with_a_new_sign_request(kernel: Kernel, rehearsal: Rehearsal) -> None:
    connections = connections_of(kernel, rehearsal, TIKTOK)
    async with connections.open():
        channel = await connections.connect("tiktok")
        await connections.updates.state(channel, "connected")
        await rehearsal.command("/tiktok/refuse-handshakes", next=1)
        await connections.go_live(channel)
        assert await rehearsal.count_requests("GET", SIGN) == 2


async def test_login_kit_issues_refreshes_and_revokes_tokens(kernel: Kernel, rehearsal: Rehearsal) -> None:
    platform = connections_of(kernel, rehearsal, TIKTOK).installed["tiktok"]
    oauth, redirect_uri = platform.oauth, "http://127.0.0.1:8000/oauth/tiktok"
    assert oauth is not None
    url = oauth.authorize_url(
        redirect_uri=redirect_uri, state="s1", scopes=platform.info.user_scopes, code_challenge=None
    )
    code = await rehearsal.consent(url, LOGIN)
    tokens = await oauth.exchange(code=code, redirect_uri=redirect_uri, code_verifier=None)
    identity = await oauth.identify(tokens.access_token)
    assert (identity.login, tokens.scopes) == (LOGIN, set(platform.info.user_scopes))
    assert tokens.refresh_token is not None
    renewed = await oauth.refresh(tokens.refresh_token)
    assert renewed.refresh_token != tokens.refresh_token
    with pytest.raises(AuthExpired):
        await oauth.refresh(tokens.refresh_token)
    await oauth.revoke(renewed.access_token)
    with pytest.raises(AuthExpired):
        await oauth.identify(renewed.access_token)
