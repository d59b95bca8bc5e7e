"""What only Kick does: signed webhooks, subscriptions that get lost, two kinds of bots, and the socket of its site."""

import contextlib
from collections.abc import AsyncGenerator, Callable
from typing import cast

import pytest
from theatre import KICK, LOGIN, Seat, Theatre, settings_for

from greenroom.chat.protocol.actions import (
    BanViewer,
    ChangeCategory,
    DeleteMessage,
    LookUpViewer,
    SearchCategories,
    SendMessage,
)
from greenroom.chat.protocol.events import (
    ActivityKind,
    ActivityReceived,
    ChatEvent,
    MessageDeleted,
    MessageReceived,
    ViewerBanned,
    ViewerUnbanned,
)
from greenroom.chat.protocol.platform import Account, Actor
from greenroom.chat.sending.acting_as import NotConfirmed
from greenroom.kernel.context import Kernel
from greenroom.platforms.kick.pace import Pace
from greenroom.platforms.kick.platform import KickPlatform
from greenroom.platforms.kick.webhooks.normalize import EVENTS
from greenroom.tenancy.channel_providers.service import connect_provider
from greenroom.tenancy.models.channel_providers import ChannelProvider
from support.adapter_connection import MemoryAdapterState
from support.rehearsal_process import MovableClock, Rehearsal

VIEWER, BOT = "brisket99", "stagehandbot"


@contextlib.asynccontextmanager
async def opened(
    kernel: Kernel, rehearsal: Rehearsal, pace: Pace = KICK, **settings: bool
) -> AsyncGenerator[tuple[Theatre, Seat]]:
    """With somebody on air, and Kick as the settings have it."""
    theatre = Theatre(kernel, rehearsal, settings_for(rehearsal, kernel))
    given = theatre.settings.kick.model_copy(update=settings)
    theatre.installed["kick"] = KickPlatform(given, kernel.http, kernel.clock, kernel.bus, pace)
    async with theatre.open():
        seat = await theatre.take_seat("kick")
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


def is_kind(kind: ActivityKind) -> Callable[[ChatEvent], bool]:
    return lambda event: isinstance(event, ActivityReceived) and event.kind == kind


def says(text: str) -> Callable[[ChatEvent], bool]:
    return lambda event: isinstance(event, MessageReceived) and event.text == text


async def activity(theatre: Theatre, seat: Seat, kind: ActivityKind) -> ActivityReceived:
    heard = await theatre.hear(seat, is_kind(kind))
    assert isinstance(heard, ActivityReceived)
    return heard


async def test_every_event_of_kick_is_subscribed_to_once(theatre: Theatre, seat: Seat) -> None:
    address = f"{theatre.rehearsal.environment['REHEARSAL_CONTROL_URL']}/kick/subscriptions"
    records = (await theatre.rehearsal.http.get(address)).json()["records"]
    assert sorted(record["event"] for record in records) == sorted(EVENTS)


async def test_account_is_known_by_its_number_and_its_address(theatre: Theatre) -> None:
    identity = (await theatre.consent("kick", LOGIN)).identity
    assert identity.provider_user_id.isdecimal()
    assert identity.login == LOGIN
    assert identity.avatar_url.startswith("http")


async def test_everything_to_be_thankful_for_is_heard(theatre: Theatre, seat: Seat) -> None:
    for scene, body in (
        ("follow", {}),
        ("subscribe", {"months": 1}),
        ("subscribe", {"months": 7}),
        ("gift", {"count": 5}),
        ("pay", {"amount": 500, "text": "for tea"}),
        ("redeem", {"title": "Hydrate", "text": "now"}),
    ):
        await theatre.rehearsal.command(f"/kick/{scene}", login=LOGIN, viewer=VIEWER, **body)
    assert (await activity(theatre, seat, ActivityKind.FOLLOW)).chatter is not None
    assert (await activity(theatre, seat, ActivityKind.SUB)).months == 1
    assert (await activity(theatre, seat, ActivityKind.RESUB)).months == 7
    bomb = await activity(theatre, seat, ActivityKind.GIFT_BOMB)
    assert (bomb.count, len(bomb.recipients)) == (5, 5)
    kicks = await activity(theatre, seat, ActivityKind.KICKS)
    assert (kicks.count, kicks.message) == (500, "for tea")
    redeemed = await activity(theatre, seat, ActivityKind.REDEMPTION)
    assert (redeemed.title, redeemed.message) == ("Hydrate", "now")


async def test_anonymous_gift_has_no_giver(theatre: Theatre, seat: Seat) -> None:
    await theatre.rehearsal.command("/kick/gift", login=LOGIN, count=2, is_anonymous=True)
    assert (await activity(theatre, seat, ActivityKind.GIFT_BOMB)).chatter is None


async def test_ban_made_on_kick_is_heard(theatre: Theatre, seat: Seat) -> None:
    await theatre.rehearsal.command("/kick/ban", login=LOGIN, viewer=VIEWER, seconds=600, reason="spam")
    ban = await theatre.hear(seat, lambda event: isinstance(event, ViewerBanned))
    assert isinstance(ban, ViewerBanned)
    assert (ban.viewer_name.lower(), ban.reason) == (VIEWER, "spam")
    assert ban.until is not None


async def test_emotes_are_found_although_kick_hides_their_list(theatre: Theatre, seat: Seat) -> None:
    await theatre.rehearsal.command("/kick/hide-emotes", on=True)
    await theatre.say(seat, "gg [emote:37226:KEKW]")
    heard = await theatre.hear(seat, says("gg KEKW"))
    assert isinstance(heard, MessageReceived)
    assert [fragment.kind for fragment in heard.fragments] == ["text", "emote"]


@pytest.mark.parametrize(
    ("switch", "body"),
    [
        ("signatures", {"signatures": "wrong"}),
        ("signatures", {"signatures": "missing"}),
        ("old-timestamps", {"seconds": 660}),
    ],
)
async def test_forged_and_replayed_webhooks_are_not_believed(
    theatre: Theatre, seat: Seat, switch: str, body: dict[str, object]
) -> None:
    await theatre.rehearsal.command(f"/kick/{switch}", **body)
    await theatre.rehearsal.command("/kick/follow", login=LOGIN, viewer=VIEWER)
    good = {"signatures": "good"} if switch == "signatures" else {"seconds": 0}
    await theatre.rehearsal.wait_for_event("webhook_refused", after=0)
    await theatre.rehearsal.command(f"/kick/{switch}", **good)
    await theatre.say(seat, "the end")
    await theatre.hear(seat, says("the end"))


async def test_new_key_of_kick_is_fetched_when_it_is_needed(theatre: Theatre, seat: Seat) -> None:
    await theatre.say(seat, "before")
    await theatre.hear(seat, says("before"))
    await theatre.rehearsal.command("/kick/rotate-key")
    cast("MovableClock", theatre.kernel.clock).advance(31)
    await theatre.say(seat, "after")
    await theatre.hear(seat, says("after"))
    assert await theatre.rehearsal.requests("GET", "/kick/public/v1/public-key") == 2


async def test_lost_subscription_is_noticed_and_made_again(kernel: Kernel, rehearsal: Rehearsal) -> None:
    pace = Pace(poll_seconds=0.5, reconcile_seconds=0.2, again_seconds=0.1, list_lag_seconds=0.0)
    async with opened(kernel, rehearsal, pace) as (theatre, seat):
        seq = await rehearsal.command("/kick/drop-subscriptions", event="chat.message.sent")
        await rehearsal.wait_for_event("subscription_created", type="chat.message.sent", after=seq)
        await theatre.say(seat, "heard again")
        await theatre.hear(seat, says("heard again"))


async def test_kick_that_is_silent_and_does_not_answer_is_shown_as_failing(
    kernel: Kernel, rehearsal: Rehearsal
) -> None:
    pace = Pace(poll_seconds=0.1, again_seconds=0.1, list_lag_seconds=0.0, lost_seconds=0.3)
    async with opened(kernel, rehearsal, pace) as (theatre, seat):
        before = len(theatre.updates.of(seat))
        await rehearsal.command("/kick/plug", on=False)
        await theatre.updates.state(seat, "failing", before)
        await rehearsal.command("/kick/plug", on=True)
        await theatre.updates.state(seat, "connected", len(theatre.updates.of(seat)))


async def test_ban_is_given_in_minutes_and_said(theatre: Theatre, seat: Seat) -> None:
    await theatre.say(seat, "ban me", viewer=VIEWER)
    said = await theatre.hear(seat, says("ban me"))
    assert isinstance(said, MessageReceived)
    receipt = await theatre.perform(seat, BanViewer(said.chatter.id, seconds=61, reason="caps"))
    assert (receipt.outcome, "2 minutes" in receipt.detail) == ("done", True)


async def test_categories_are_found_and_chosen(theatre: Theatre, seat: Seat) -> None:
    found = (await theatre.perform(seat, SearchCategories("moth"))).categories
    assert found
    assert (await theatre.perform(seat, ChangeCategory(found[0].id))).outcome == "done"
    await theatre.updates.until(seat, lambda data: data["category"] == found[0].name)


async def test_viewer_is_looked_up_by_their_number(theatre: Theatre, seat: Seat) -> None:
    await theatre.say(seat, "who am I", viewer=VIEWER)
    said = await theatre.hear(seat, says("who am I"))
    assert isinstance(said, MessageReceived)
    (found,) = (await theatre.perform(seat, LookUpViewer(said.chatter.id))).viewers
    assert (found.id, found.name) == (said.chatter.id, said.chatter.name)


async def test_closed_room_drops_what_is_said(theatre: Theatre, seat: Seat) -> None:
    await theatre.rehearsal.command("/kick/moderator", login=LOGIN, viewer=BOT, on=False)
    await theatre.rehearsal.command("/kick/room", login=LOGIN, followers_only=True)
    receipt = await theatre.installed["kick"].perform(await bot_account(theatre, seat), SendMessage("beep"))
    assert receipt.outcome == "dropped"


async def test_deleting_what_is_gone_is_done(theatre: Theatre, seat: Seat) -> None:
    receipt = await theatre.perform(seat, DeleteMessage("00000000-0000-4000-8000-000000000000"))
    assert receipt.outcome == "done"


@pytest.mark.parametrize("shape", ["natural", "object", "null", "string"])
async def test_refusal_is_understood_in_every_shape(theatre: Theatre, seat: Seat, shape: str) -> None:
    await theatre.rehearsal.command("/kick/error-data", data=shape)
    receipt = await theatre.perform(seat, ChangeCategory("999999999"))
    assert receipt.outcome == "refused"
    assert receipt.detail


async def test_wall_before_kick_is_an_outage_and_costs_no_permission(theatre: Theatre, seat: Seat) -> None:
    await theatre.rehearsal.command("/kick/security-block", next=1)
    with pytest.raises(NotConfirmed):
        await theatre.perform(seat, SendMessage("hello"))
    assert (await theatre.perform(seat, SendMessage("hello again"))).outcome == "done"


async def test_reply_names_what_it_answers(theatre: Theatre, seat: Seat) -> None:
    await theatre.say(seat, "anybody there?", viewer=VIEWER)
    asked = await theatre.hear(seat, says("anybody there?"))
    assert isinstance(asked, MessageReceived)
    await theatre.perform(seat, SendMessage("I am", reply_to=asked.message_id))
    answer = await theatre.hear(seat, says("I am"))
    assert isinstance(answer, MessageReceived)
    assert answer.reply_to is not None
    assert (answer.reply_to.message_id, answer.reply_to.text) == (asked.message_id, "anybody there?")


async def test_socket_of_the_site_adds_deletions_and_unbans_and_doubles_nothing(
    kernel: Kernel, rehearsal: Rehearsal
) -> None:
    async with opened(kernel, rehearsal, unofficial_socket=True) as (theatre, seat):
        await rehearsal.wait_for_event("socket_subscribed", platform="kick")
        # Told by webhooks alone: after it both feeds are known to be there.
        await rehearsal.command("/kick/follow", login=LOGIN, viewer=VIEWER)
        await theatre.hear(seat, lambda event: isinstance(event, ActivityReceived))
        await theatre.say(seat, "delete me", viewer=VIEWER)
        said = await theatre.hear(seat, says("delete me"))
        assert isinstance(said, MessageReceived)
        await rehearsal.command("/kick/delete", login=LOGIN, message_id=said.message_id)
        await theatre.hear(seat, lambda event: isinstance(event, MessageDeleted))
        await rehearsal.command("/kick/ban", login=LOGIN, viewer=VIEWER)
        await rehearsal.command("/kick/unban", login=LOGIN, viewer=VIEWER)
        await theatre.hear(seat, lambda event: isinstance(event, ViewerUnbanned))
        await theatre.say(seat, "the end")
        await theatre.hear(seat, says("the end"))
        heard = theatre.heard(seat)
    ids = [event.message_id for event in heard if isinstance(event, MessageReceived)]
    assert len(ids) == len(set(ids)) == 2
    assert len([event for event in heard if isinstance(event, ViewerBanned)]) == 1


async def test_bot_of_the_app_speaks_in_the_channel_of_the_streamer(kernel: Kernel, rehearsal: Rehearsal) -> None:
    async with opened(kernel, rehearsal, app_bot=True) as (theatre, seat):
        kick, account = theatre.installed["kick"], await bot_account(theatre, seat)
        assert (await kick.perform(account, SendMessage("beep"))).outcome == "done"
        heard = await theatre.hear(seat, says("beep"))
        assert isinstance(heard, MessageReceived)
        assert heard.chatter.name.lower() != LOGIN
        await rehearsal.command("/kick/app-bot", on=False)
        assert (await kick.perform(account, SendMessage("beep"))).outcome == "refused"


async def test_bot_with_an_account_of_its_own_speaks_as_itself(theatre: Theatre, seat: Seat) -> None:
    account = await bot_account(theatre, seat)
    assert (await theatre.installed["kick"].perform(account, SendMessage("beep"))).outcome == "done"
    heard = await theatre.hear(seat, says("beep"))
    assert isinstance(heard, MessageReceived)
    assert heard.chatter.login == BOT


async def bot_account(theatre: Theatre, seat: Seat) -> Account:
    """The channel of the seat, with a bot that acts in it."""
    owner, bot = await theatre.consent("kick", LOGIN), await theatre.consent("kick", BOT)
    return Account(
        connection_id=seat.id,
        channel_id=seat.channel_id,
        provider_channel_id=owner.identity.provider_user_id,
        provider_channel_name=owner.identity.login,
        token=Token(owner.tokens.access_token),
        notes=MemoryAdapterState(),
        actor=Actor(bot.identity.provider_user_id, Token(bot.tokens.access_token), is_bot=True),
    )


class Token:
    def __init__(self, token: str) -> None:
        self._token = token

    async def __call__(self, rejected: str | None = None) -> str:
        return self._token


async def test_who_reconnects_after_withdrawing_is_heard_at_once(kernel: Kernel, rehearsal: Rehearsal) -> None:
    """Kick drops the subscriptions with the permission, and would next be asked about them in an hour."""
    async with opened(kernel, rehearsal, Pace(poll_seconds=3600, reconcile_seconds=3600)) as (theatre, seat):
        await rehearsal.command("/kick/revoke", login=LOGIN)
        grant, told = await theatre.consent("kick", LOGIN), len(theatre.updates.of(seat))
        async with kernel.database.write() as session:
            provider = await session.get_one(ChannelProvider, seat.id)
            assert provider.connected_by_id is not None
            await connect_provider(
                session,
                kernel.vault,
                theatre.platforms,
                channel_id=seat.channel_id,
                user_id=provider.connected_by_id,
                grant=grant,
                now=kernel.clock(),
            )
        began = (await theatre.updates.state(seat, "connecting", after=told))["revision"]
        await theatre.updates.until(
            seat, lambda data: data["connection"]["state"] == "connected" and data["revision"] > began
        )
        await theatre.say(seat, "welcome back")
        await theatre.hear(seat, says("welcome back"))
