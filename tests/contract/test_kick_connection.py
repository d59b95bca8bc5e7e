"""Kick connections: webhooks, subscriptions, actions, two kinds of bots and the unofficial socket."""

import contextlib
from collections.abc import AsyncGenerator, Callable
from typing import cast

import pytest
from platform_connections import KICK, LOGIN, ConnectedChannel, PlatformConnections, is_message, settings_for

from greenroom.accounts.channel_providers.service import connect_provider
from greenroom.accounts.models.channel_providers import ChannelProvider
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
from support.adapter_connection import MemoryAdapterState
from support.rehearsal_process import MovableClock, Rehearsal

VIEWER, BOT = "brisket99", "stagehandbot"


@contextlib.asynccontextmanager
async def open_live_channel(
    kernel: Kernel, rehearsal: Rehearsal, pace: Pace = KICK, **settings: bool
) -> AsyncGenerator[tuple[PlatformConnections, ConnectedChannel]]:
    """Opens a live channel on Kick; `settings` replace settings of the adapter."""
    connections = PlatformConnections(kernel, rehearsal, settings_for(rehearsal, kernel))
    changed = connections.settings.kick.model_copy(update=settings)
    connections.installed["kick"] = KickPlatform(changed, kernel.http, kernel.clock, kernel.bus, pace)
    async with connections.open():
        channel = await connections.connect("kick")
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


def is_kind(kind: ActivityKind) -> Callable[[ChatEvent], bool]:
    return lambda event: isinstance(event, ActivityReceived) and event.kind == kind


async def wait_for_activity(
    connections: PlatformConnections, channel: ConnectedChannel, kind: ActivityKind
) -> ActivityReceived:
    received = await connections.wait_for_event(channel, is_kind(kind))
    assert isinstance(received, ActivityReceived)
    return received


async def test_webhooks_of_every_kick_event_are_subscribed_to_once(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    address = f"{connections.rehearsal.environment['REHEARSAL_CONTROL_URL']}/kick/subscriptions"
    records = (await connections.rehearsal.http.get(address)).json()["records"]
    assert sorted(record["event"] for record in records) == sorted(EVENTS)


async def test_account_has_a_numeric_id_a_slug_and_an_avatar(connections: PlatformConnections) -> None:
    identity = (await connections.consent("kick", LOGIN)).identity
    assert identity.provider_user_id.isdecimal()
    assert identity.login == LOGIN
    assert identity.avatar_url.startswith("http")


async def test_follows_subs_gifts_kicks_and_redemptions_are_received(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    for path, body in (
        ("follow", {}),
        ("subscribe", {"months": 1}),
        ("subscribe", {"months": 7}),
        ("gift", {"count": 5}),
        ("pay", {"amount": 500, "text": "for tea"}),
        ("redeem", {"title": "Hydrate", "text": "now"}),
    ):
        await connections.rehearsal.command(f"/kick/{path}", login=LOGIN, viewer=VIEWER, **body)
    assert (await wait_for_activity(connections, channel, ActivityKind.FOLLOW)).chatter is not None
    assert (await wait_for_activity(connections, channel, ActivityKind.SUB)).months == 1
    assert (await wait_for_activity(connections, channel, ActivityKind.RESUB)).months == 7
    bomb = await wait_for_activity(connections, channel, ActivityKind.GIFT_BOMB)
    assert (bomb.count, len(bomb.recipients)) == (5, 5)
    kicks = await wait_for_activity(connections, channel, ActivityKind.KICKS)
    assert (kicks.count, kicks.message) == (500, "for tea")
    redeemed = await wait_for_activity(connections, channel, ActivityKind.REDEMPTION)
    assert (redeemed.title, redeemed.message) == ("Hydrate", "now")


async def test_anonymous_gift_has_no_giver(connections: PlatformConnections, channel: ConnectedChannel) -> None:
    await connections.rehearsal.command("/kick/gift", login=LOGIN, count=2, is_anonymous=True)
    assert (await wait_for_activity(connections, channel, ActivityKind.GIFT_BOMB)).chatter is None


async def test_ban_made_on_kick_is_received(connections: PlatformConnections, channel: ConnectedChannel) -> None:
    await connections.rehearsal.command("/kick/ban", login=LOGIN, viewer=VIEWER, seconds=600, reason="spam")
    ban = await connections.wait_for_event(channel, lambda event: isinstance(event, ViewerBanned))
    assert isinstance(ban, ViewerBanned)
    assert (ban.viewer_name.lower(), ban.reason) == (VIEWER, "spam")
    assert ban.until is not None


async def test_emotes_are_found_in_the_text_although_kick_sends_no_list_of_them(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    await connections.rehearsal.command("/kick/hide-emotes", on=True)
    await connections.say(channel, "gg [emote:37226:KEKW]")
    received = await connections.wait_for_event(channel, is_message("gg KEKW"))
    assert isinstance(received, MessageReceived)
    assert [fragment.kind for fragment in received.fragments] == ["text", "emote"]


@pytest.mark.parametrize(
    ("switch", "body", "status"),
    [
        ("signatures", {"signatures": "wrong"}, 403),
        ("signatures", {"signatures": "missing"}, 400),
        ("old-timestamps", {"seconds": 660}, 403),
    ],
)
async def test_forged_and_outdated_webhooks_are_rejected(
    connections: PlatformConnections, channel: ConnectedChannel, switch: str, body: dict[str, object], status: int
) -> None:
    # Kick repeats a refused webhook; this limit delays the repetition until after the test.
    await connections.rehearsal.command("/kick/limits", values={"retry_first_seconds": 3600})
    seq = await connections.rehearsal.command(f"/kick/{switch}", **body)
    await connections.rehearsal.command("/kick/follow", login=LOGIN, viewer=VIEWER)
    refused = await connections.rehearsal.wait_for_event("webhook_refused", after=seq)
    good = {"signatures": "good"} if switch == "signatures" else {"seconds": 0}
    await connections.rehearsal.command(f"/kick/{switch}", **good)
    await connections.say(channel, "the end")
    await connections.wait_for_event(channel, is_message("the end"))
    assert (refused["type"], refused["status"]) == ("channel.followed", status)
    assert not [event for event in connections.received(channel) if isinstance(event, ActivityReceived)]


async def test_new_key_of_kicks_signatures_is_fetched_when_a_webhook_needs_it(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    await connections.say(channel, "before")
    await connections.wait_for_event(channel, is_message("before"))
    await connections.rehearsal.command("/kick/rotate-key")
    cast("MovableClock", connections.kernel.clock).advance(31)
    await connections.say(channel, "after")
    await connections.wait_for_event(channel, is_message("after"))
    assert await connections.rehearsal.count_requests("GET", "/kick/public/v1/public-key") == 2


async def test_webhook_subscription_dropped_by_kick_is_created_again(kernel: Kernel, rehearsal: Rehearsal) -> None:
    pace = Pace(poll_seconds=0.5, reconcile_seconds=0.2, retry_wait_seconds=0.1, offline_lag_seconds=0.0)
    async with open_live_channel(kernel, rehearsal, pace) as (connections, channel):
        seq = await rehearsal.command("/kick/drop-subscriptions", event="chat.message.sent")
        await rehearsal.wait_for_event("subscription_created", type="chat.message.sent", after=seq)
        await connections.say(channel, "heard again")
        await connections.wait_for_event(channel, is_message("heard again"))


async def test_unreachable_kick_is_shown_as_failing_until_it_is_back(kernel: Kernel, rehearsal: Rehearsal) -> None:
    pace = Pace(poll_seconds=0.1, retry_wait_seconds=0.1, offline_lag_seconds=0.0, lost_seconds=0.3)
    async with open_live_channel(kernel, rehearsal, pace) as (connections, channel):
        before = len(connections.updates.of(channel))
        await rehearsal.command("/kick/plug", on=False)
        await connections.updates.state(channel, "failing", before)
        await rehearsal.command("/kick/plug", on=True)
        await connections.updates.state(channel, "connected", len(connections.updates.of(channel)))


async def test_ban_duration_is_rounded_up_to_minutes_and_the_receipt_says_so(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    await connections.say(channel, "ban me", viewer=VIEWER)
    message = await connections.wait_for_event(channel, is_message("ban me"))
    assert isinstance(message, MessageReceived)
    receipt = await connections.act(channel, BanViewer(message.chatter.id, seconds=61, reason="caps"))
    assert (receipt.outcome, "2 minutes" in receipt.detail) == ("done", True)


async def test_categories_are_found_and_chosen(connections: PlatformConnections, channel: ConnectedChannel) -> None:
    found = (await connections.act(channel, SearchCategories("moth"))).categories
    assert found
    assert (await connections.act(channel, ChangeCategory(found[0].id))).outcome == "done"
    await connections.updates.until(channel, lambda data: data["category"] == found[0].name)


async def test_viewer_is_looked_up_by_id(connections: PlatformConnections, channel: ConnectedChannel) -> None:
    await connections.say(channel, "who am I", viewer=VIEWER)
    message = await connections.wait_for_event(channel, is_message("who am I"))
    assert isinstance(message, MessageReceived)
    (found,) = (await connections.act(channel, LookUpViewer(message.chatter.id))).viewers
    assert (found.id, found.name) == (message.chatter.id, message.chatter.name)


async def test_followers_only_chat_drops_messages_of_a_bot_that_does_not_follow(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    await connections.rehearsal.command("/kick/moderator", login=LOGIN, viewer=BOT, on=False)
    await connections.rehearsal.command("/kick/room", login=LOGIN, followers_only=True)
    receipt = await connections.installed["kick"].act(await bot_account(connections, channel), SendMessage("beep"))
    assert receipt.outcome == "dropped"


async def test_deleting_an_unknown_message_counts_as_done(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    receipt = await connections.act(channel, DeleteMessage("00000000-0000-4000-8000-000000000000"))
    assert receipt.outcome == "done"


@pytest.mark.parametrize("shape", ["natural", "object", "null", "string"])
async def test_refusal_is_recognised_in_every_format_of_kicks_error(
    connections: PlatformConnections, channel: ConnectedChannel, shape: str
) -> None:
    await connections.rehearsal.command("/kick/error-data", data=shape)
    receipt = await connections.act(channel, ChangeCategory("999999999"))
    assert receipt.outcome == "refused"
    assert receipt.detail


async def test_bot_protection_page_of_kick_is_an_outage_and_the_authorization_stays_valid(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    await connections.rehearsal.command("/kick/security-block", next=1)
    with pytest.raises(NotConfirmed):
        await connections.act(channel, SendMessage("hello"))
    assert (await connections.act(channel, SendMessage("hello again"))).outcome == "done"


async def test_reply_names_the_message_it_replies_to(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    await connections.say(channel, "anybody there?", viewer=VIEWER)
    question = await connections.wait_for_event(channel, is_message("anybody there?"))
    assert isinstance(question, MessageReceived)
    await connections.act(channel, SendMessage("I am", reply_to=question.message_id))
    reply = await connections.wait_for_event(channel, is_message("I am"))
    assert isinstance(reply, MessageReceived)
    assert reply.reply_to is not None
    assert (reply.reply_to.message_id, reply.reply_to.text) == (question.message_id, "anybody there?")


async def test_unofficial_socket_adds_moderation_and_repeats_no_message(kernel: Kernel, rehearsal: Rehearsal) -> None:
    async with open_live_channel(kernel, rehearsal, unofficial_socket=True) as (connections, channel):
        await rehearsal.wait_for_event("socket_subscribed", platform="kick")
        # Follows arrive only by webhook: after this follow, both the socket and the webhooks work.
        await rehearsal.command("/kick/follow", login=LOGIN, viewer=VIEWER)
        await connections.wait_for_event(channel, lambda event: isinstance(event, ActivityReceived))
        await connections.say(channel, "delete me", viewer=VIEWER)
        message = await connections.wait_for_event(channel, is_message("delete me"))
        assert isinstance(message, MessageReceived)
        await rehearsal.command("/kick/delete", login=LOGIN, message_id=message.message_id)
        await connections.wait_for_event(channel, lambda event: isinstance(event, MessageDeleted))
        await rehearsal.command("/kick/ban", login=LOGIN, viewer=VIEWER)
        await rehearsal.command("/kick/unban", login=LOGIN, viewer=VIEWER)
        await connections.wait_for_event(channel, lambda event: isinstance(event, ViewerUnbanned))
        await connections.say(channel, "the end")
        await connections.wait_for_event(channel, is_message("the end"))
        received = connections.received(channel)
    ids = [event.message_id for event in received if isinstance(event, MessageReceived)]
    assert len(ids) == len(set(ids)) == 2
    assert len([event for event in received if isinstance(event, ViewerBanned)]) == 1


async def test_bot_of_the_kick_app_sends_until_the_app_has_no_bot(kernel: Kernel, rehearsal: Rehearsal) -> None:
    async with open_live_channel(kernel, rehearsal, app_bot=True) as (connections, channel):
        kick, account = connections.installed["kick"], await bot_account(connections, channel)
        assert (await kick.act(account, SendMessage("beep"))).outcome == "done"
        received = await connections.wait_for_event(channel, is_message("beep"))
        assert isinstance(received, MessageReceived)
        assert received.chatter.name.lower() != LOGIN
        await rehearsal.command("/kick/app-bot", on=False)
        assert (await kick.act(account, SendMessage("beep"))).outcome == "refused"


async def test_bot_with_its_own_account_sends_as_itself(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    account = await bot_account(connections, channel)
    assert (await connections.installed["kick"].act(account, SendMessage("beep"))).outcome == "done"
    received = await connections.wait_for_event(channel, is_message("beep"))
    assert isinstance(received, MessageReceived)
    assert received.chatter.login == BOT


async def bot_account(connections: PlatformConnections, channel: ConnectedChannel) -> Account:
    """The channel's account for actions of the bot."""
    owner, bot = await connections.consent("kick", LOGIN), await connections.consent("kick", BOT)
    return Account(
        connection_id=channel.id,
        channel_id=channel.channel_id,
        provider_channel_id=owner.identity.provider_user_id,
        provider_channel_name=owner.identity.login,
        token=FixedToken(owner.tokens.access_token),
        adapter_state=MemoryAdapterState(),
        actor=Actor(bot.identity.provider_user_id, FixedToken(bot.tokens.access_token), is_bot=True),
    )


class FixedToken:
    def __init__(self, token: str) -> None:
        self._token = token

    async def __call__(self, rejected: str | None = None) -> str:
        return self._token


async def test_channel_reconnected_after_a_revocation_is_read_at_once(kernel: Kernel, rehearsal: Rehearsal) -> None:
    # Kick drops the subscriptions with the authorization; the next check of the subscriptions is an hour away.
    async with open_live_channel(kernel, rehearsal, Pace(poll_seconds=3600, reconcile_seconds=3600)) as (
        connections,
        channel,
    ):
        await rehearsal.command("/kick/revoke", login=LOGIN)
        grant, seen = await connections.consent("kick", LOGIN), len(connections.updates.of(channel))
        async with kernel.database.write() as session:
            provider = await session.get_one(ChannelProvider, channel.id)
            assert provider.connected_by_id is not None
            await connect_provider(
                session,
                kernel.vault,
                connections.platforms,
                channel_id=channel.channel_id,
                user_id=provider.connected_by_id,
                grant=grant,
                now=kernel.clock(),
            )
        connecting_revision = (await connections.updates.state(channel, "connecting", after=seen))["revision"]
        await connections.updates.until(
            channel, lambda data: data["connection"]["state"] == "connected" and data["revision"] > connecting_revision
        )
        await connections.say(channel, "welcome back")
        await connections.wait_for_event(channel, is_message("welcome back"))
