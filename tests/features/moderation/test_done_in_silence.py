"""A platform that does what it is asked and never says so: one ban there, one entry here, whoever asks again."""

from collections.abc import Generator
from dataclasses import replace

import pytest

from filter_desk import FilterDesk
from house import House, Json, refusal
from house_fixtures import on_each, on_one_database
from moderation_desk import SOMEBODY, Crew, in_short

BANS = {
    "twitch": "/twitch/helix/moderation/bans",
    "youtube": "/youtube/v3/liveChat/bans",
    "kick": "/kick/public/v1/moderation/bans",
}
UNHEARD = 1_000


@pytest.fixture(autouse=True)
def hurried(open_door: House) -> Generator[None]:
    """So that nobody waits long for an answer that never comes."""
    patience = open_door.sender.patience
    open_door.sender.patience = replace(patience, answer_seconds=0.5, first_wait_seconds=0.01)
    yield
    open_door.sender.patience = patience


async def banned_in_silence(crew: Crew, provider: str, *, is_heard: bool) -> Json:
    """The line of whom the platform has put out; its answer is lost, and its news of it where nobody is to hear."""
    await crew.connect(provider)
    line = await crew.says("To be swept", provider)
    await crew.house.rehearse(f"/{provider}/mute", next=1, path_prefix=BANS[provider])
    await crew.house.rehearse(f"/{provider}/deliveries", lose_next=0 if is_heard else UNHEARD)
    answer = await crew.ban(line)
    assert answer.status_code in ({200, 502} if is_heard else {502}), answer.text
    await crew.house.happens("answer_withheld", path=BANS[provider])
    await crew.house.happens("banned", login="junoplays")
    return line


async def let_in_once(crew: Crew, line: Json) -> None:
    """Nothing is left of it, there or here."""
    assert (await crew.unban(line)).json()["outcome"] == "done"
    await crew.says("In again", line["provider"])
    assert (await crew.card(line))["sent_out"] is None
    assert in_short(await crew.log()) == [("unban", "JunoPlays", "done"), ("ban", "JunoPlays", "done")]


@on_each(*BANS)
async def test_news_of_a_ban_stand_for_its_answer_and_asking_again_is_no_second_ban(crew: Crew, provider: str) -> None:
    line = await banned_in_silence(crew, provider, is_heard=True)
    async with crew.listening() as ears:
        if (await crew.log())[0]["outcome"] != "done":
            await ears.entry(action="ban", outcome="done")
    (entry,) = await crew.log()
    assert (await crew.banned(line))["id"] == entry["id"]
    assert in_short(await crew.log()) == [("ban", "JunoPlays", "done")]
    assert (await crew.card(line))["sent_out"] == {"until": None}
    await let_in_once(crew, line)


@on_each(*BANS)
async def test_ban_that_nobody_heard_of_is_asked_for_again_under_the_same_entry(crew: Crew, provider: str) -> None:
    line = await banned_in_silence(crew, provider, is_heard=False)
    (doubtful,) = await crew.log()
    assert doubtful["outcome"] == "failed"
    assert (await crew.removals())["To be swept"] is None
    again = await crew.banned(line)
    assert (again["id"], again["outcome"], again["detail"]) == (doubtful["id"], "done", "")
    assert (await crew.removals())["To be swept"] is not None
    await crew.house.rehearse(f"/{provider}/deliveries", lose_next=0)
    await let_in_once(crew, line)


@on_one_database
async def test_news_that_come_after_the_second_try_are_no_second_ban(house: House, crew: Crew) -> None:
    line = await banned_in_silence(crew, "twitch", is_heard=False)
    await crew.banned(line)
    await house.rehearse("/twitch/deliveries", lose_next=0)
    await house.rehearse("/twitch/ban", login="junoplays", viewer=SOMEBODY)
    await crew.says("Said after the news", viewer="marekfixes")
    assert in_short(await crew.log()) == [("ban", "JunoPlays", "done")]


@on_one_database
async def test_second_try_that_fails_too_leaves_the_first_in_doubt(house: House, crew: Crew) -> None:
    line = await banned_in_silence(crew, "kick", is_heard=False)
    await house.rehearse("/kick/fail", next=10, status=429, path_prefix=BANS["kick"], retry_after=30)
    assert refusal(await crew.ban(line)) == (503, "platform_busy")
    assert in_short(await crew.log()) == [("ban", "JunoPlays", "failed")]
    await house.rehearse("/kick/deliveries", lose_next=0)
    async with crew.listening() as ears:
        await house.rehearse("/kick/ban", login="junoplays", viewer=SOMEBODY)
        await ears.entry(outcome="done")
    assert in_short(await crew.log()) == [("ban", "JunoPlays", "done")]


async def test_whoever_was_let_in_meanwhile_is_banned_anew(house: House, crew: Crew) -> None:
    line = await banned_in_silence(crew, "twitch", is_heard=False)
    assert (await crew.unban(line)).status_code == 200
    await crew.banned(line)
    assert [entry["action"] for entry in await crew.log()] == ["ban", "unban", "ban"]
    assert [entry["outcome"] for entry in await crew.log()] == ["done", "done", "failed"]
    assert (await crew.card(line))["sent_out"] == {"until": None}


@on_each(*BANS)
async def test_filter_whose_ban_is_not_answered_bans_once(house: House, crew: Crew, provider: str) -> None:
    desk = FilterDesk(house, crew.visitor, crew.channel_id)
    await desk.connect(provider)
    await desk.ban_words("rubbish", ladder=[{"action": "ban"}])
    await desk.says("Warm", provider, viewer="marekfixes")
    await house.rehearse(f"/{provider}/mute", next=1, path_prefix=BANS[provider])
    async with desk.watching() as ears:
        line = await desk.says("what rubbish", provider)
        await house.happens("answer_withheld", path=BANS[provider])
        await ears.entry(action="ban", outcome="done")
    bans = [entry for entry in await desk.log() if entry["action"] == "ban"]
    assert in_short(bans) == [("ban", "The banned_terms filter", "done")]
    assert (await desk.card(line))["sent_out"] == {"until": None}
