"""Actions on YouTube against the running rehearsal."""

from greenroom.chat.protocol.actions import (
    BanViewer,
    ChangeCategory,
    ChangeTitle,
    CountFollowers,
    DeleteMessage,
    LookUpViewer,
    SearchCategories,
    SendMessage,
    UnbanViewer,
)
from greenroom.chat.protocol.events import ChannelUpdated
from support.youtube_adapter import YouTubeHarness

LIVE, OFFLINE, BOT = "pixelharbor", "junoplays", "junoplays"


async def test_message_of_the_bot_is_sent_as_the_bot_and_received(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE, bot=BOT)
    async with youtube.running(account):
        receipt = await youtube.act(account, SendMessage("a moth walks into a bar"))
        message = await youtube.wait_for_text("a moth walks into a bar")
    assert (receipt.outcome, receipt.message_ids) == ("done", (message.message_id,))
    assert account.actor is not None
    assert message.chatter.id == account.actor.provider_user_id


async def test_long_text_arrives_in_parts_of_200_characters(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    text = " ".join(f"word{number}" for number in range(60))
    async with youtube.running(account):
        receipt = await youtube.act(account, SendMessage(text))
        for message_id in receipt.message_ids:
            await youtube.wait_for_message(message_id)
    parts = [message.text for message in youtube.messages() if message.message_id in receipt.message_ids]
    assert " ".join(parts) == text
    assert len(parts) == 3
    assert all(len(part) <= 200 for part in parts)


async def test_message_to_an_offline_channel_is_refused(youtube: YouTubeHarness) -> None:
    account = await youtube.account(OFFLINE)
    receipt = await youtube.act(account, SendMessage("anybody?"))
    assert (receipt.outcome, receipt.detail) == (
        "refused",
        "YouTube has no live chat right now: it opens with the stream.",
    )


async def test_deleting_a_message_twice_counts_as_done(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    async with youtube.running(account):
        await youtube.control("/say", login=LIVE, text="rude")
        message = await youtube.wait_for_text("rude")
        done = await youtube.act(account, DeleteMessage(message.message_id))
        again = await youtube.act(account, DeleteMessage(message.message_id))
    assert (done.outcome, done.detail) == ("done", "")
    assert (again.outcome, again.detail) == ("done", "Already done.")


async def test_bot_can_ban_only_once_it_is_a_moderator(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE, bot=BOT)
    async with youtube.running(account):
        await youtube.control("/say", login=LIVE, text="rude", viewer="marekfixes")
        message = await youtube.wait_for_text("rude")
        before = await youtube.act(account, BanViewer(message.chatter.id, 60))
        await youtube.control("/moderator", login=LIVE, viewer=BOT, on=True)
        after = await youtube.act(account, BanViewer(message.chatter.id, 60))
    assert (before.outcome, "moderator" in before.detail) == ("refused", True)
    assert after.outcome == "done"


async def test_only_bans_and_time_outs_made_by_greenroom_can_be_lifted(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    async with youtube.running(account):
        await youtube.control("/say", login=LIVE, text="rude", viewer="marekfixes")
        viewer_id = (await youtube.wait_for_text("rude")).chatter.id
        for seconds in (None, 300):
            assert (await youtube.act(account, BanViewer(viewer_id, seconds))).outcome == "done"
            assert (await youtube.act(account, UnbanViewer(viewer_id))).outcome == "done"
        unknown = await youtube.act(account, UnbanViewer(viewer_id))
    assert unknown.outcome == "refused"
    assert "studio.youtube.com" in unknown.detail


async def test_owner_cannot_be_banned(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    receipt = await youtube.act(account, BanViewer(account.provider_channel_id))
    assert receipt.outcome == "refused"


async def test_title_and_category_are_changed_and_reported(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    (music,) = (await youtube.act(account, SearchCategories("music"))).categories
    async with youtube.running(account):
        assert (await youtube.act(account, ChangeTitle("A quiet evening"))).outcome == "done"
        await youtube.wait_for(ChannelUpdated, lambda event: event.title == "A quiet evening")
        assert (await youtube.act(account, ChangeCategory(music.id))).outcome == "done"
        changed = await youtube.wait_for(ChannelUpdated, lambda event: event.category == "Music")
    assert changed.title == "A quiet evening"


async def test_planned_broadcast_is_renamed_before_it_begins(youtube: YouTubeHarness) -> None:
    await youtube.control("/plan", login=OFFLINE, title="Tonight", in_seconds=86_400)
    account = await youtube.account(OFFLINE)
    assert (await youtube.act(account, ChangeTitle("Tomorrow"))).outcome == "done"
    async with youtube.running(account):
        await youtube.wait_for(ChannelUpdated, lambda event: event.title == "Tomorrow")


async def test_unknown_category_is_refused_with_a_message(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    receipt = await youtube.act(account, ChangeCategory("999"))
    assert receipt.outcome == "refused"
    assert receipt.detail


async def test_viewer_is_looked_up(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    (found,) = (await youtube.act(account, LookUpViewer(account.provider_channel_id))).viewers
    assert found.id == account.provider_channel_id
    assert found.name


async def test_subscribers_are_counted(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    assert (await youtube.act(account, CountFollowers())).followers > 0


async def test_expired_token_of_the_bot_is_renewed(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE, bot=BOT)
    await youtube.rehearsal.command("/youtube/expire-tokens", login=BOT)
    assert (await youtube.act(account, SendMessage("still here"))).outcome == "done"
