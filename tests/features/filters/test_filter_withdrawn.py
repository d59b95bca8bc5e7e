"""A ban of a filter that waits for a slow platform, while a moderator lets its viewer in."""

import asyncio

from filter_desk import FilterDesk
from house_fixtures import on_one_database
from moderation_desk import in_short
from sending_desk import happened

BANS = "/twitch/helix/moderation/bans"
BAN = [{"action": "ban"}]


@on_one_database
async def test_ban_that_waits_for_another_try_is_withdrawn(on_twitch: FilterDesk) -> None:
    desk = on_twitch
    await desk.ban_words("rubbish", name="Words", ladder=BAN)
    await desk.house.rehearse("/twitch/fail", next=1, status=500, path_prefix=BANS)
    async with desk.watching() as ears:
        line = await desk.says("what rubbish", viewer="marekfixes")
        await desk.house.happens("request_failed", path=BANS)
        assert (await desk.unban(line)).status_code == 200
        withdrawn = await ears.entry(action="ban", outcome="failed")
        # It stands behind the first in the same lane: once it is done the first was decided.
        again = await desk.says("rubbish again", viewer="marekfixes")
        await ears.entry(action="ban", outcome="done", message_id=again["message_id"])
    assert (withdrawn["message_id"], withdrawn["detail"]) == (line["message_id"], "Withdrawn: JunoPlays let them in.")
    assert len(await happened(desk.house, "banned")) == 1


@on_one_database
async def test_ban_that_is_on_its_way_is_lifted_once_it_has_arrived(on_twitch: FilterDesk) -> None:
    desk = on_twitch
    await desk.ban_words("rubbish", name="Words", ladder=BAN)
    await desk.house.rehearse("/twitch/delay", ms=60_000, path_prefix=BANS)
    async with desk.watching() as ears:
        line = await desk.says("what rubbish", viewer="marekfixes")
        await desk.house.happens("request_held", path=BANS)
        letting_in = asyncio.create_task(desk.unban(line))
        await ears.entry(action="unban", outcome="asked")
        await desk.house.rehearse("/twitch/delay", ms=0, path_prefix=BANS)
        await desk.house.rehearse("/clock", seconds=60)
        assert (await letting_in).status_code == 200
    at_twitch = [len(await happened(desk.house, event)) for event in ("banned", "unbanned")]
    assert at_twitch == [1, 1]
    await desk.says("All news of it were heard by now")
    assert in_short(await desk.log())[:2] == [("unban", "JunoPlays", "done"), ("ban", "Words", "done")]
    assert (await desk.card(line))["sent_out"] is None
