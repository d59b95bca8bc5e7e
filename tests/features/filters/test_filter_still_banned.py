"""A filter does not replace a ban with a time-out."""

from support.filters import FilterEditor, is_removed
from support.moderation import in_short, left_behind
from support.sending import happened

TIMEOUT = [{"action": "timeout", "seconds": 60}]


async def test_timeout_of_a_banned_viewer_is_not_sent_and_logged_as_failed(
    on_twitch: FilterEditor,
) -> None:
    editor = on_twitch
    await editor.ban_words("rubbish", name="Words", ladder=TIMEOUT)
    await left_behind(editor, await editor.says("Here before", viewer="marekfixes"), outcome="done")
    async with editor.watching() as live_events:
        line = await editor.says("what rubbish", viewer="marekfixes")
        await live_events.until(is_removed(line["message_id"]))
        entry = await live_events.entry(action="timeout", outcome="failed")
    assert entry["detail"] == "They are banned. Unban them first."
    assert await happened(editor.greenroom, "banned") == []
    assert (await editor.card(line))["sent_out"] == {"until": None}


async def test_unbanned_viewer_is_timed_out_by_a_filter(on_twitch: FilterEditor) -> None:
    editor = on_twitch
    await editor.ban_words("rubbish", name="Words", ladder=TIMEOUT)
    line = await editor.says("Here before", viewer="marekfixes")
    await editor.banned(line)
    await editor.unban(line)
    async with editor.watching() as live_events:
        await editor.says("what rubbish", viewer="marekfixes")
        await live_events.entry(action="timeout", outcome="done")
    assert in_short(await editor.log())[0] == ("timeout", "Words", "done")
