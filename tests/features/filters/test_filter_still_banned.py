"""A ban stands until it is lifted: no filter puts a time-out in its place."""

from filter_desk import FilterDesk, is_removed
from house_fixtures import on_one_database
from moderation_desk import in_short, left_behind
from sending_desk import happened

TIMEOUT = [{"action": "timeout", "seconds": 60}]


@on_one_database
async def test_time_out_of_somebody_who_is_banned_is_not_asked_for_and_the_log_says_why(on_twitch: FilterDesk) -> None:
    desk = on_twitch
    await desk.ban_words("rubbish", name="Words", ladder=TIMEOUT)
    await left_behind(desk, await desk.says("Here before", viewer="marekfixes"), outcome="done")
    async with desk.watching() as ears:
        line = await desk.says("what rubbish", viewer="marekfixes")
        await ears.until(is_removed(line["message_id"]))
        entry = await ears.entry(action="timeout", outcome="failed")
    assert entry["detail"] == "They are banned. Unban them first."
    assert await happened(desk.house, "banned") == []
    assert (await desk.card(line))["sent_out"] == {"until": None}


@on_one_database
async def test_whoever_was_let_in_is_timed_out_by_a_filter(on_twitch: FilterDesk) -> None:
    desk = on_twitch
    await desk.ban_words("rubbish", name="Words", ladder=TIMEOUT)
    line = await desk.says("Here before", viewer="marekfixes")
    await desk.banned(line)
    await desk.unban(line)
    async with desk.watching() as ears:
        await desk.says("what rubbish", viewer="marekfixes")
        await ears.entry(action="timeout", outcome="done")
    assert in_short(await desk.log())[0] == ("timeout", "Words", "done")
