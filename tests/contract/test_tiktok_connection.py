"""What only TikTok does: rooms found by a handle, tickets of a sign server, gifts in streaks, and floods."""

import contextlib
from collections.abc import AsyncGenerator, Callable

import pytest
from theatre import LOGIN, TIKTOK, Seat, Theatre, settings_for

from greenroom.chat.protocol.events import ActivityKind, ActivityReceived, ChatEvent, MessageDeleted, MessageReceived
from greenroom.kernel.context import Kernel
from greenroom.platforms.tiktok.pace import Pace
from greenroom.platforms.tiktok.platform import TikTokPlatform
from greenroom.tenancy.platforms import AuthExpired, Gone
from support.rehearsal_process import Rehearsal

VIEWER = "brisket99"
# What is sent under this name is held to the contract.
OURS = "Greenroom/0 (reader)"
SIGN, LOOK = "/tiktok/sign/webcast/fetch", "/tiktok/app/api-live/user/room/"


def theatre_of(kernel: Kernel, rehearsal: Rehearsal, pace: Pace) -> Theatre:
    theatre = Theatre(kernel, rehearsal, settings_for(rehearsal, kernel))
    settings = theatre.settings.tiktok.model_copy(update={"user_agent": OURS})
    theatre.installed["tiktok"] = TikTokPlatform(settings, kernel.http, kernel.clock, pace)
    return theatre


@contextlib.asynccontextmanager
async def opened(kernel: Kernel, rehearsal: Rehearsal, pace: Pace = TIKTOK) -> AsyncGenerator[tuple[Theatre, Seat]]:
    theatre = theatre_of(kernel, rehearsal, pace)
    async with theatre.open():
        seat = await theatre.take_seat("tiktok")
        await theatre.go_on_air(seat)
        yield theatre, seat


@pytest.fixture
async def evening(kernel: Kernel, rehearsal: Rehearsal) -> AsyncGenerator[tuple[Theatre, Seat]]:
    async with opened(kernel, rehearsal) as evening:
        yield evening


@pytest.fixture
def theatre(evening: tuple[Theatre, Seat]) -> Theatre:
    return evening[0]


@pytest.fixture
def seat(evening: tuple[Theatre, Seat]) -> Seat:
    return evening[1]


def says(text: str) -> Callable[[ChatEvent], bool]:
    return lambda event: isinstance(event, MessageReceived) and event.text == text


async def activity(theatre: Theatre, seat: Seat, kind: ActivityKind) -> ActivityReceived:
    heard = await theatre.hear(seat, lambda event: isinstance(event, ActivityReceived) and event.kind == kind)
    assert isinstance(heard, ActivityReceived)
    return heard


async def test_handle_of_nobody_is_not_found(kernel: Kernel, rehearsal: Rehearsal) -> None:
    registrar = theatre_of(kernel, rehearsal, TIKTOK).installed["tiktok"].registrar
    assert registrar is not None
    with pytest.raises(Gone):
        await registrar.find("nobody.here")


async def test_handle_is_found_behind_a_captcha(kernel: Kernel, rehearsal: Rehearsal) -> None:
    registrar = theatre_of(kernel, rehearsal, TIKTOK).installed["tiktok"].registrar
    assert registrar is not None
    plain = await registrar.find(f"https://www.tiktok.com/@{LOGIN}/live")
    await rehearsal.command("/tiktok/captcha", on=True)
    assert (await registrar.find(f"@{LOGIN}")).provider_user_id == plain.provider_user_id == LOGIN


async def test_waiting_for_a_stream_costs_no_ticket(kernel: Kernel, rehearsal: Rehearsal) -> None:
    theatre = theatre_of(kernel, rehearsal, TIKTOK)
    async with theatre.open():
        seat = await theatre.take_seat("tiktok")
        await theatre.updates.state(seat, "connected")
        assert await rehearsal.requests("GET", SIGN) == 0
        await theatre.go_on_air(seat)
        assert await rehearsal.requests("GET", SIGN) == 1


async def test_everything_to_be_thankful_for_is_heard(theatre: Theatre, seat: Seat) -> None:
    for scene, body in (
        ("follow", {}),
        ("share", {}),
        ("subscribe", {"months": 3}),
        ("like", {"count": 9}),
        ("join", {}),
    ):
        await theatre.rehearsal.command(f"/tiktok/{scene}", login=LOGIN, viewer=VIEWER, **body)
    assert (await activity(theatre, seat, ActivityKind.FOLLOW)).chatter is not None
    assert (await activity(theatre, seat, ActivityKind.SHARE)).chatter is not None
    assert (await activity(theatre, seat, ActivityKind.RESUB)).months == 3
    assert (await activity(theatre, seat, ActivityKind.LIKE)).count == 9
    assert (await activity(theatre, seat, ActivityKind.JOIN)).count >= 1


async def test_streak_of_gifts_counts_once(theatre: Theatre, seat: Seat) -> None:
    await theatre.rehearsal.command("/tiktok/send-gift", login=LOGIN, viewer=VIEWER, count=4)
    await theatre.say(seat, "the end")
    await theatre.hear(seat, says("the end"))
    gifts = [event for event in theatre.heard(seat) if isinstance(event, ActivityReceived)]
    assert [(gift.kind, gift.count) for gift in gifts] == [(ActivityKind.TIKTOK_GIFT, 4)]
    assert gifts[0].amount_micros > 0


async def test_streak_that_never_ends_counts_after_a_while(kernel: Kernel, rehearsal: Rehearsal) -> None:
    pace = Pace(poll_seconds=0.2, poll_spread_seconds=0, streak_seconds=0.3, tick_seconds=0.05)
    async with opened(kernel, rehearsal, pace) as (theatre, seat):
        await rehearsal.command("/tiktok/send-gift", login=LOGIN, viewer=VIEWER, count=4, ends=False)
        assert (await activity(theatre, seat, ActivityKind.TIKTOK_GIFT)).count == 4


async def test_deleted_message_is_told(theatre: Theatre, seat: Seat) -> None:
    await theatre.say(seat, "delete me", viewer=VIEWER)
    said = await theatre.hear(seat, says("delete me"))
    assert isinstance(said, MessageReceived)
    await theatre.rehearsal.command("/tiktok/delete", login=LOGIN, message_id=said.message_id)
    await theatre.hear(seat, lambda event: isinstance(event, MessageDeleted) and event.message_id == said.message_id)


@pytest.mark.parametrize("how", ["suspend", "end-quietly"])
async def test_end_of_a_stream_is_seen_however_it_comes(theatre: Theatre, seat: Seat, how: str) -> None:
    before = len(theatre.updates.of(seat))
    await theatre.rehearsal.command(f"/tiktok/{how}", login=LOGIN)
    await theatre.updates.until(seat, lambda data: not data["is_live"], before)
    assert theatre.updates.of(seat)[-1]["data"]["connection"]["state"] == "connected"


async def test_viewers_are_counted(theatre: Theatre, seat: Seat) -> None:
    await theatre.rehearsal.command("/tiktok/viewers", login=LOGIN, count=321)
    await theatre.updates.until(seat, lambda data: data["health"]["viewers"] == 321)


async def test_limit_of_the_sign_server_is_shown_and_kept(kernel: Kernel, rehearsal: Rehearsal) -> None:
    theatre = theatre_of(kernel, rehearsal, TIKTOK)
    async with theatre.open():
        seat = await theatre.take_seat("tiktok")
        await theatre.updates.state(seat, "connected")
        await rehearsal.command("/tiktok/fail", next=1, status=429, path_prefix=SIGN, retry_after=1)
        await rehearsal.command("/tiktok/go-live", login=LOGIN)
        failing = await theatre.updates.state(seat, "failing")
        assert "pause" in failing["connection"]["detail"]
        await theatre.updates.until(seat, lambda data: data["is_live"])


async def test_refused_socket_is_tried_again_with_a_new_ticket(kernel: Kernel, rehearsal: Rehearsal) -> None:
    theatre = theatre_of(kernel, rehearsal, TIKTOK)
    async with theatre.open():
        seat = await theatre.take_seat("tiktok")
        await theatre.updates.state(seat, "connected")
        await rehearsal.command("/tiktok/refuse-handshakes", next=1)
        await theatre.go_on_air(seat)
        assert await rehearsal.requests("GET", SIGN) == 2


async def test_account_is_connected_by_login_kit(kernel: Kernel, rehearsal: Rehearsal) -> None:
    platform = theatre_of(kernel, rehearsal, TIKTOK).installed["tiktok"]
    oauth, back = platform.oauth, "http://127.0.0.1:8000/oauth/tiktok"
    assert oauth is not None
    url = oauth.authorize_url(redirect_uri=back, state="s1", scopes=platform.info.user_scopes, code_challenge=None)
    code = await rehearsal.consent(url, LOGIN)
    tokens = await oauth.exchange(code=code, redirect_uri=back, code_verifier=None)
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
