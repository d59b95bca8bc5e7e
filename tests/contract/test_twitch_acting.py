"""What Greenroom does on Twitch really happens there."""

from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest

from greenroom.chat.protocol.actions import (
    Action,
    Announce,
    BanViewer,
    ChangeCategory,
    ChangeTitle,
    ClearChat,
    CountFollowers,
    DeleteMessage,
    ListChatters,
    ListEmotes,
    LookUpViewer,
    Receipt,
    RunAd,
    SearchCategories,
    SendMessage,
    ShoutOut,
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
from greenroom.tenancy.platforms import AuthExpired, RateLimited
from support.rehearsal_process import ConnectedAccount, ConnectionHost

MESSAGES = "/twitch/helix/chat/messages"


def holding(token: str) -> TokenSource:
    async def give(rejected: str | None = None) -> str:
        if rejected == token:
            raise AuthExpired("nothing can be refreshed here")
        return token

    return give


class Stage:
    """junoplays's channel, connected, and hands to act in it."""

    def __init__(self, connection_host: ConnectionHost, connected: ConnectedAccount, account: Account) -> None:
        self.connection_host = connection_host
        self.connected = connected
        self.account = account

    async def do(self, action: Action, actor: Actor | None = None) -> Receipt:
        return await self.connection_host.twitch.perform(replace(self.account, actor=actor), action)

    async def bot(self, login: str = "hanamori") -> Actor:
        grant = await self.connection_host.grant(login, INFO.bot_scopes)
        return Actor(grant.identity.provider_user_id, holding(grant.tokens.access_token), is_bot=True)

    async def message(self, text: str) -> MessageReceived:
        """As the chat has it."""
        heard = await self.connection_host.chat.until(
            lambda one: isinstance(one.event, MessageReceived) and one.event.text == text
        )
        assert isinstance(heard.event, MessageReceived)
        return heard.event

    async def somebody_says(self, text: str) -> MessageReceived:
        await self.connection_host.rehearsal.command("/twitch/say", login="junoplays", text=text)
        return await self.message(text)

    async def hears(self, kind: type[object]) -> None:
        await self.connection_host.chat.until(lambda one: isinstance(one.event, kind))


@pytest.fixture
async def stage(connection_host: ConnectionHost) -> AsyncGenerator[Stage]:
    connected = await connection_host.connect()
    row, credential = await connection_host.row(connected), await connection_host.credential(connected)
    token = holding(connection_host.kernel.vault.unlock(credential.locked_access_token))
    notes = StoredAdapterState(connection_host.kernel.database, str(row.id))
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        yield Stage(
            connection_host,
            connected,
            Account(row.id, row.channel_id, row.provider_channel_id, row.provider_channel_name, token, notes),
        )


async def test_sent_message_appears_under_the_id_of_its_receipt(stage: Stage) -> None:
    receipt = await stage.do(SendMessage("good evening"))
    message = await stage.message("good evening")
    assert receipt == Receipt("done", message_ids=(message.message_id,))
    assert message.chatter.is_broadcaster


async def test_bot_answers_somebody_in_its_own_name(stage: Stage) -> None:
    bot = await stage.bot()
    asked = await stage.somebody_says("what song is this?")
    await stage.do(SendMessage("The one about the moth", reply_to=asked.message_id), bot)
    answer = await stage.message("The one about the moth")
    assert answer.chatter.id == bot.provider_user_id
    assert answer.reply_to is not None
    assert answer.reply_to.message_id == asked.message_id


async def test_swallowed_message_is_told_with_the_reason(stage: Stage) -> None:
    await stage.connection_host.rehearsal.command("/twitch/drop-messages", code="msg_rejected")
    receipt = await stage.do(SendMessage("something rude"))
    assert receipt.outcome == "dropped"
    assert receipt.detail


async def test_same_text_twice_is_told_as_what_it_is(stage: Stage) -> None:
    bot = await stage.bot()
    await stage.do(SendMessage("again"), bot)
    receipt = await stage.do(SendMessage("again"), bot)
    assert receipt == Receipt("dropped", "Twitch shows the same text only once within 30 seconds.")


async def test_moderation_reaches_the_viewer(stage: Stage) -> None:
    message = await stage.somebody_says("buy followers")
    viewer = message.chatter.id
    assert await stage.do(WarnViewer(viewer, "no ads")) == Receipt("done")
    await stage.hears(ModeratorActed)
    assert await stage.do(DeleteMessage(message.message_id)) == Receipt("done")
    await stage.hears(MessageDeleted)
    assert await stage.do(BanViewer(viewer, 600, "ads")) == Receipt("done")
    await stage.hears(ViewerBanned)
    assert await stage.do(UnbanViewer(viewer)) == Receipt("done")
    await stage.hears(ViewerUnbanned)
    assert await stage.do(BanViewer(viewer)) == Receipt("done")
    assert await stage.do(BanViewer(viewer)) == Receipt("done", "Already banned.")
    assert await stage.do(ClearChat()) == Receipt("done")
    await stage.hears(ChatCleared)


async def test_viewer_who_is_not_banned_needs_no_unbanning(stage: Stage) -> None:
    viewer = (await stage.somebody_says("hello")).chatter.id
    assert await stage.do(UnbanViewer(viewer)) == Receipt("done", "Not banned.")


async def test_broadcaster_cannot_be_banned(stage: Stage) -> None:
    receipt = await stage.do(BanViewer(stage.account.provider_channel_id))
    assert receipt.outcome == "refused"
    assert receipt.detail.startswith("Twitch says: ")


async def test_message_that_is_gone_needs_no_deleting(stage: Stage) -> None:
    receipt = await stage.do(DeleteMessage("0f1d3c52-6a0e-4a51-9d0c-2f4f5a6b7c8d"))
    assert receipt == Receipt("done", "Already deleted, or older than six hours.")


async def test_bot_that_is_no_moderator_is_told_to_become_one(stage: Stage) -> None:
    viewer = (await stage.somebody_says("spam")).chatter.id
    bot = await stage.bot()
    refused = await stage.do(BanViewer(viewer, 60), bot)
    assert refused.outcome == "refused"
    assert refused.detail.startswith("Make the bot a moderator of this channel on Twitch first.")
    await stage.connection_host.rehearsal.command("/twitch/moderators", login="junoplays", user="hanamori", on=True)
    assert await stage.do(BanViewer(viewer, 60), bot) == Receipt("done")


async def test_missing_scope_refuses_one_action_and_costs_no_permission(stage: Stage) -> None:
    grant = await stage.connection_host.grant("hanamori", ["user:write:chat"])
    bot = Actor(grant.identity.provider_user_id, holding(grant.tokens.access_token), is_bot=True)
    receipt = await stage.do(BanViewer("1"), bot)
    assert receipt == Receipt("refused", "The bot has not given the permission for this. Reconnect Twitch to add it.")
    assert (await stage.do(SendMessage("still here"), bot)).outcome == "done"


async def test_announcement_appears_in_the_chat(stage: Stage) -> None:
    assert await stage.do(Announce("Raffle at ten", "purple")) == Receipt("done")
    await stage.hears(NoticeReceived)


async def test_title_and_category_are_changed_and_heard(stage: Stage) -> None:
    assert await stage.do(ChangeTitle("New words")) == Receipt("done")
    found = (await stage.do(SearchCategories("Moth"))).categories
    assert found
    assert await stage.do(ChangeCategory(found[0].id)) == Receipt("done")
    shown = await stage.connection_host.updates.until(stage.connected, lambda data: data["category"] == found[0].name)
    assert shown["data"]["title"] == "New words"


async def test_ad_runs_while_live_and_says_when_the_next_may(stage: Stage) -> None:
    assert (await stage.do(RunAd(30))).outcome == "refused"
    await stage.connection_host.rehearsal.command("/twitch/go-live", login="junoplays")
    ad = await stage.do(RunAd(30))
    assert (ad.outcome, ad.seconds >= 480) == ("done", True)
    assert (await stage.do(RunAd(30))).outcome == "refused"


async def test_shoutout_needs_a_live_channel_and_comes_once_in_a_while(stage: Stage) -> None:
    other = (await stage.bot("pixelharbor")).provider_user_id
    assert (await stage.do(ShoutOut(other))).outcome == "refused"
    await stage.connection_host.rehearsal.command("/twitch/go-live", login="junoplays")
    assert await stage.do(ShoutOut(other)) == Receipt("done")
    again = await stage.do(ShoutOut(other))
    assert again.detail == "Twitch allows one shoutout in two minutes, and one in an hour for the same channel."


async def test_chatters_are_listed_and_looked_up(stage: Stage) -> None:
    message = await stage.somebody_says("hello")
    await stage.connection_host.rehearsal.command("/twitch/follow", login="junoplays", viewer=message.chatter.login)
    chatters = (await stage.do(ListChatters())).viewers
    assert message.chatter.id in {viewer.id for viewer in chatters}
    found = (await stage.do(LookUpViewer(message.chatter.id))).viewers
    assert [(viewer.login, viewer.name) for viewer in found] == [(message.chatter.login, message.chatter.name)]
    assert found[0].followed_at
    assert await stage.do(LookUpViewer("1")) == Receipt("done")


async def test_followers_are_counted_and_the_channels_own_emotes_listed(stage: Stage) -> None:
    before = (await stage.do(CountFollowers())).count
    message = await stage.somebody_says("hello")
    await stage.connection_host.rehearsal.command("/twitch/follow", login="junoplays", viewer=message.chatter.login)
    assert (await stage.do(CountFollowers())).count == before + 1
    assert (await stage.do(ListEmotes())).names


async def test_limit_is_obeyed_before_twitch_has_to_say_it_twice(stage: Stage) -> None:
    command = stage.connection_host.rehearsal.command
    await command("/twitch/fail", next=1, status=429, path_prefix=MESSAGES, retry_after=30)
    for _ in range(2):
        with pytest.raises(RateLimited) as limited:
            await stage.do(SendMessage("hello"))
        assert limited.value.after_seconds > 20
    assert await stage.connection_host.rehearsal.requests("POST", MESSAGES) == 1


async def test_withdrawn_permission_is_no_refusal_of_one_message(stage: Stage) -> None:
    bot = await stage.bot()
    await stage.connection_host.rehearsal.command("/twitch/revoke", login="hanamori")
    with pytest.raises(AuthExpired):
        await stage.do(SendMessage("hello"), bot)
