"""Actions on Twitch against the running rehearsal."""

from collections.abc import AsyncGenerator
from datetime import timedelta

import pytest
from msgspec.structs import replace

from greenroom.accounts.platforms import AuthExpired, RateLimited
from greenroom.chat.protocol.actions import (
    Action,
    Announce,
    BanViewer,
    CancelRaid,
    ChangeCategory,
    ChangeChatModes,
    ChangeTitle,
    ChatModes,
    ClearChat,
    CountFollowers,
    CreateClip,
    CreateMarker,
    DeleteMessage,
    FindAccount,
    ListChatters,
    ListEmotes,
    LookUpViewer,
    ReadAdSchedule,
    ReadChatModes,
    Receipt,
    RunAd,
    SearchCategories,
    SendMessage,
    ShoutOut,
    SnoozeAd,
    StartRaid,
    UnbanViewer,
    WarnViewer,
)
from greenroom.chat.protocol.adapter_state import StoredAdapterState
from greenroom.chat.protocol.events import (
    ChatCleared,
    MessageDeleted,
    MessageReceived,
    ModeratorActed,
    NoticeReceived,
    ViewerBanned,
    ViewerUnbanned,
)
from greenroom.chat.protocol.platform import Account, Actor, TokenSource
from greenroom.platforms.twitch.info import INFO
from support.rehearsal_process import ConnectedAccount, ConnectionHost

MESSAGES = "/twitch/helix/chat/messages"


def token_source(token: str) -> TokenSource:
    async def get_token(rejected: str | None = None) -> str:
        if rejected == token:
            raise AuthExpired("nothing can be refreshed here")
        return token

    return get_token


class TwitchChannel:
    """The connected channel of junoplays."""

    def __init__(self, connection_host: ConnectionHost, connected: ConnectedAccount, account: Account) -> None:
        self.connection_host = connection_host
        self.connected = connected
        self.account = account

    async def act(self, action: Action, actor: Actor | None = None) -> Receipt:
        return await self.connection_host.twitch.act(replace(self.account, actor=actor), action)

    async def bot(self, login: str = "hanamori") -> Actor:
        grant = await self.connection_host.grant(login, INFO.bot_scopes)
        return Actor(grant.identity.provider_user_id, token_source(grant.tokens.access_token), is_bot=True)

    async def wait_for_message(self, text: str) -> MessageReceived:
        received = await self.connection_host.chat.until(
            lambda one: isinstance(one.event, MessageReceived) and one.event.text == text
        )
        assert isinstance(received.event, MessageReceived)
        return received.event

    async def send_chat(self, text: str) -> MessageReceived:
        await self.connection_host.rehearsal.command("/twitch/say", login="junoplays", text=text, viewer="marekfixes")
        return await self.wait_for_message(text)

    async def wait_for_action(self, action: str) -> None:
        await self.connection_host.chat.until(
            lambda one: isinstance(one.event, ModeratorActed) and one.event.action == action
        )

    def moderator_actions(self) -> list[ModeratorActed]:
        return [one.event for one in self.connection_host.chat.events if isinstance(one.event, ModeratorActed)]

    async def wait_for(self, kind: type[object]) -> None:
        await self.connection_host.chat.until(lambda one: isinstance(one.event, kind))


@pytest.fixture
async def twitch(connection_host: ConnectionHost) -> AsyncGenerator[TwitchChannel]:
    connected = await connection_host.connect()
    row, credential = await connection_host.row(connected), await connection_host.credential(connected)
    token = token_source(connection_host.kernel.vault.decrypt(credential.locked_access_token))
    adapter_state = StoredAdapterState(connection_host.kernel.database, str(row.id))
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        yield TwitchChannel(
            connection_host,
            connected,
            Account(row.id, row.channel_id, row.provider_channel_id, row.provider_channel_name, token, adapter_state),
        )


async def test_sent_message_appears_under_the_id_of_its_receipt(twitch: TwitchChannel) -> None:
    receipt = await twitch.act(SendMessage("good evening"))
    message = await twitch.wait_for_message("good evening")
    assert receipt == Receipt("done", message_ids=(message.message_id,))
    assert message.chatter.is_broadcaster


async def test_bot_replies_as_itself(twitch: TwitchChannel) -> None:
    bot = await twitch.bot()
    question = await twitch.send_chat("what song is this?")
    await twitch.act(SendMessage("The one about the moth", reply_to=question.message_id), bot)
    reply = await twitch.wait_for_message("The one about the moth")
    assert reply.chatter.id == bot.provider_user_id
    assert reply.reply_to is not None
    assert reply.reply_to.message_id == question.message_id


async def test_message_dropped_by_twitch_has_a_reason(twitch: TwitchChannel) -> None:
    await twitch.connection_host.rehearsal.command("/twitch/drop-messages", code="msg_rejected")
    receipt = await twitch.act(SendMessage("something rude"))
    assert receipt.outcome == "dropped"
    assert receipt.detail


async def test_repeated_text_is_reported_as_a_duplicate(twitch: TwitchChannel) -> None:
    bot = await twitch.bot()
    await twitch.act(SendMessage("again"), bot)
    receipt = await twitch.act(SendMessage("again"), bot)
    assert receipt == Receipt("dropped", "Twitch shows the same text only once within 30 seconds.")


async def test_moderation_actions_are_performed_and_reported(twitch: TwitchChannel) -> None:
    message = await twitch.send_chat("buy followers")
    viewer = message.chatter.id
    assert await twitch.act(WarnViewer(viewer, "no ads")) == Receipt("done")
    await twitch.wait_for(ModeratorActed)
    assert await twitch.act(DeleteMessage(message.message_id)) == Receipt("done")
    await twitch.wait_for(MessageDeleted)
    assert await twitch.act(BanViewer(viewer, 600, "ads")) == Receipt("done")
    await twitch.wait_for(ViewerBanned)
    assert await twitch.act(UnbanViewer(viewer)) == Receipt("done")
    await twitch.wait_for(ViewerUnbanned)
    assert await twitch.act(BanViewer(viewer)) == Receipt("done")
    assert await twitch.act(BanViewer(viewer)) == Receipt("done", "Already banned.")
    assert await twitch.act(ClearChat()) == Receipt("done")
    await twitch.wait_for(ChatCleared)


async def test_unbanning_a_viewer_who_is_not_banned_succeeds(twitch: TwitchChannel) -> None:
    viewer = (await twitch.send_chat("hello")).chatter.id
    assert await twitch.act(UnbanViewer(viewer)) == Receipt("done", "Not banned.")


async def test_broadcaster_cannot_be_banned(twitch: TwitchChannel) -> None:
    receipt = await twitch.act(BanViewer(twitch.account.provider_channel_id))
    assert receipt.outcome == "refused"
    assert receipt.detail.startswith("Twitch says: ")


async def test_deleting_an_unknown_message_succeeds(twitch: TwitchChannel) -> None:
    receipt = await twitch.act(DeleteMessage("0f1d3c52-6a0e-4a51-9d0c-2f4f5a6b7c8d"))
    assert receipt == Receipt("done", "Already deleted, or older than six hours.")


async def test_bot_without_moderator_role_gets_a_hint(twitch: TwitchChannel) -> None:
    viewer = (await twitch.send_chat("spam")).chatter.id
    bot = await twitch.bot()
    refused = await twitch.act(BanViewer(viewer, 60), bot)
    assert refused.outcome == "refused"
    assert refused.detail.startswith("Make the bot a moderator of this channel on Twitch first.")
    await twitch.connection_host.rehearsal.command("/twitch/moderator", login="junoplays", viewer="hanamori", on=True)
    assert await twitch.act(BanViewer(viewer, 60), bot) == Receipt("done")


async def test_missing_scope_refuses_one_action_and_leaves_the_token_valid(twitch: TwitchChannel) -> None:
    grant = await twitch.connection_host.grant("hanamori", ["user:write:chat"])
    bot = Actor(grant.identity.provider_user_id, token_source(grant.tokens.access_token), is_bot=True)
    receipt = await twitch.act(BanViewer("1"), bot)
    assert receipt == Receipt("refused", "The bot has not given the permission for this. Reconnect Twitch to add it.")
    assert (await twitch.act(SendMessage("still here"), bot)).outcome == "done"


async def test_announcement_appears_in_the_chat(twitch: TwitchChannel) -> None:
    assert await twitch.act(Announce("Raffle at ten", "purple")) == Receipt("done")
    await twitch.wait_for(NoticeReceived)


async def test_title_and_category_are_changed_and_reported(twitch: TwitchChannel) -> None:
    assert await twitch.act(ChangeTitle("New words")) == Receipt("done")
    found = (await twitch.act(SearchCategories("Moth"))).categories
    assert found
    assert await twitch.act(ChangeCategory(found[0].id)) == Receipt("done")
    shown = await twitch.connection_host.updates.until(twitch.connected, lambda data: data["category"] == found[0].name)
    assert shown["data"]["title"] == "New words"


async def test_ad_runs_only_while_live_and_returns_the_wait_for_the_next_ad(twitch: TwitchChannel) -> None:
    assert (await twitch.act(RunAd(30))).outcome == "refused"
    await twitch.connection_host.rehearsal.command("/twitch/go-live", login="junoplays")
    ad = await twitch.act(RunAd(30))
    assert (ad.outcome, ad.next_ad_seconds >= 480) == ("done", True)
    assert (await twitch.act(RunAd(30))).outcome == "refused"


async def test_next_ad_is_read_and_postponed_until_no_snooze_is_left(twitch: TwitchChannel) -> None:
    offline = (await twitch.act(ReadAdSchedule())).ad_schedule
    assert offline is not None
    assert (offline.next_ad_at, offline.last_ad_at) == (None, None)
    assert (await twitch.act(SnoozeAd())).outcome == "refused"
    await twitch.connection_host.rehearsal.command("/twitch/go-live", login="junoplays")
    due = (await twitch.act(ReadAdSchedule())).ad_schedule
    later = (await twitch.act(SnoozeAd())).ad_schedule
    assert due is not None
    assert due.next_ad_at is not None
    assert later is not None
    assert later.next_ad_at == due.next_ad_at + timedelta(minutes=5)
    assert (later.snoozes_left, later.seconds) == (due.snoozes_left - 1, 90)
    for _ in range(later.snoozes_left):
        await twitch.act(SnoozeAd())
    assert await twitch.act(SnoozeAd()) == Receipt("refused", "Twitch allows no more postponing for now.")


async def test_refused_ad_has_the_reason_of_twitch(twitch: TwitchChannel) -> None:
    command = twitch.connection_host.rehearsal.command
    await command("/twitch/go-live", login="junoplays")
    await command("/twitch/refuse-ads", login="junoplays", reason="The broadcaster is not a partner or affiliate")
    refusal = await twitch.act(RunAd(30))
    assert refusal == Receipt("refused", "Twitch says: The broadcaster is not a partner or affiliate")


async def test_marker_and_clip_need_a_live_stream(twitch: TwitchChannel) -> None:
    assert (await twitch.act(CreateMarker("boss"))).outcome == "refused"
    assert await twitch.act(CreateClip()) == Receipt("refused", "The channel is not live on Twitch.")
    await twitch.connection_host.rehearsal.command("/twitch/go-live", login="junoplays")
    assert (await twitch.act(CreateMarker("boss"))).outcome == "done"
    clip = await twitch.act(CreateClip())
    assert (clip.outcome, clip.url) == ("done", "https://clips.twitch.tv/RehearsedClip1/edit")


async def test_unknown_category_is_refused(twitch: TwitchChannel) -> None:
    assert (await twitch.act(ChangeCategory("999999999"))).outcome == "refused"


async def test_shoutout_needs_a_live_channel_and_is_rate_limited(twitch: TwitchChannel) -> None:
    other = (await twitch.bot("pixelharbor")).provider_user_id
    assert (await twitch.act(ShoutOut(other))).outcome == "refused"
    await twitch.connection_host.rehearsal.command("/twitch/go-live", login="junoplays")
    assert await twitch.act(ShoutOut(other)) == Receipt("done")
    again = await twitch.act(ShoutOut(other))
    assert again.detail == "Twitch allows one shoutout in two minutes, and one in an hour for the same channel."


async def test_changed_chat_modes_are_read_back_and_reported(twitch: TwitchChannel) -> None:
    assert (await twitch.act(ReadChatModes())).chat_modes == ChatModes()
    strict = ChangeChatModes(slow_seconds=60, followers_seconds=600, subscribers_only=True, emotes_only=True)
    modes = ChatModes(slow_seconds=60, followers_seconds=600, subscribers_only=True, emotes_only=True)
    assert await twitch.act(strict) == Receipt("done", chat_modes=modes)
    assert await twitch.act(ChangeChatModes(slow_seconds=None)) == Receipt(
        "done", chat_modes=replace(modes, slow_seconds=None)
    )
    assert (await twitch.act(ReadChatModes())).chat_modes == replace(modes, slow_seconds=None)
    await twitch.wait_for_action("slowoff")
    assert [one.action for one in twitch.moderator_actions()] == [
        "slow",
        "followers",
        "subscribers",
        "emoteonly",
        "slowoff",
    ]


async def test_raid_goes_to_an_account_found_by_its_login(twitch: TwitchChannel) -> None:
    (target,) = (await twitch.act(FindAccount("PixelHarbor"))).viewers
    assert (await twitch.act(StartRaid(target.id))).outcome == "done"
    assert (await twitch.act(StartRaid(target.id))).outcome == "refused"
    assert await twitch.act(CancelRaid()) == Receipt("done")
    assert (await twitch.act(CancelRaid())).detail == "No raid to cancel."
    await twitch.wait_for_action("unraid")
    assert [(one.action, one.target) for one in twitch.moderator_actions()] == [
        ("raid", target.name),
        ("unraid", target.name),
    ]


async def test_me_message_is_received_as_an_action_message(twitch: TwitchChannel) -> None:
    receipt = await twitch.act(SendMessage("waves at the stream", is_action=True))
    message = await twitch.wait_for_message("waves at the stream")
    assert (message.kind, receipt.message_ids) == ("action", (message.message_id,))


async def test_chatters_are_listed_and_looked_up(twitch: TwitchChannel) -> None:
    message = await twitch.send_chat("hello")
    await twitch.connection_host.rehearsal.command("/twitch/follow", login="junoplays", viewer=message.chatter.login)
    chatters = (await twitch.act(ListChatters())).viewers
    assert message.chatter.id in {viewer.id for viewer in chatters}
    found = (await twitch.act(LookUpViewer(message.chatter.id))).viewers
    assert [(viewer.login, viewer.name) for viewer in found] == [(message.chatter.login, message.chatter.name)]
    assert found[0].followed_at
    assert await twitch.act(LookUpViewer("1")) == Receipt("done")


async def test_followers_are_counted_and_the_channels_own_emotes_listed(twitch: TwitchChannel) -> None:
    before = (await twitch.act(CountFollowers())).followers
    message = await twitch.send_chat("hello")
    await twitch.connection_host.rehearsal.command("/twitch/follow", login="junoplays", viewer=message.chatter.login)
    assert (await twitch.act(CountFollowers())).followers == before + 1
    assert (await twitch.act(ListEmotes())).names


async def test_rate_limit_is_respected_after_the_first_429(twitch: TwitchChannel) -> None:
    command = twitch.connection_host.rehearsal.command
    await command("/twitch/fail", next=1, status=429, path_prefix=MESSAGES, retry_after=30)
    for _ in range(2):
        with pytest.raises(RateLimited) as limited:
            await twitch.act(SendMessage("hello"))
        assert limited.value.after_seconds > 20
    assert await twitch.connection_host.rehearsal.count_requests("POST", MESSAGES) == 1


async def test_sending_with_a_revoked_authorization_raises_auth_expired(twitch: TwitchChannel) -> None:
    bot = await twitch.bot()
    await twitch.connection_host.rehearsal.command("/twitch/revoke", login="hanamori")
    with pytest.raises(AuthExpired):
        await twitch.act(SendMessage("hello"), bot)
