"""Messages are deleted where the platform takes it, and gone here in any case."""

import asyncio

import httpx
import pytest
from sqlalchemy import delete

from certificates import TLS
from greenroom.chat.models import ChatMessage
from house import House, Json, blamed, refusal
from house_fixtures import on_each, on_one_database
from moderation_desk import Crew, in_short

DELETES = ("twitch", "youtube", "kick")


@pytest.mark.rows("K17", "P4")
@on_each(*DELETES)
async def test_message_is_deleted_there_and_here(house: House, crew: Crew, provider: str) -> None:
    await crew.connect(provider)
    other = await crew.says("Polite words", provider)
    line = await crew.says("Rude words", provider)
    async with crew.listening() as ears:
        entry = (await crew.delete(line)).json()
        assert (entry["action"], entry["outcome"], entry["detail"]) == ("delete", "done", "")
        assert (entry["message_text"], entry["viewer_name"]) == ("Rude words", line["author"]["name"])
        told = await ears.until(lambda event: event["type"] == "removed")
    assert [one["message_id"] for one in told["lines"]] == [line["message_id"]]
    assert (told["removal"]["how"], told["removal"]["by"]) == ("deleted", "JunoPlays")
    assert "is_here_only" not in told["removal"]
    # Twitch tells it too, and that is no second entry.
    await crew.says("Said after it", provider)
    rows = await house.rows("SELECT is_confirmed FROM moderation_entries")
    assert [bool(row["is_confirmed"]) for row in rows] == [provider == "twitch"]
    assert [await could_be_deleted_there(house, one) for one in (line, other)] == [False, True]


async def could_be_deleted_there(house: House, line: Json) -> bool:
    """Whether the platform still had it: its own moderators cannot delete what is gone."""
    body = {"login": "junoplays", "message_id": line["message_id"]}
    async with httpx.AsyncClient(base_url=house.stage.base_url, trust_env=False, verify=TLS) as there:
        answer = await there.post(f"/control/{line['provider']}/delete", json=body)
    assert answer.status_code in {200, 409}, answer.text
    return answer.status_code == 200


@on_one_database
async def test_tiktok_takes_no_deletes_so_the_line_is_gone_here_only(crew: Crew) -> None:
    await crew.connect("tiktok")
    line = await crew.says("Rude words", "tiktok")
    answer = await crew.delete(line)
    assert (answer.status_code, answer.json()["outcome"]) == (200, "done")
    assert answer.json()["detail"].startswith("Removed here only. TikTok")
    removal = (await crew.removals())["Rude words"]
    assert removal is not None
    assert removal["is_here_only"] is True


@on_one_database
async def test_message_that_twitch_has_forgotten_is_gone_here_and_we_say_so(house: House, on_twitch: Crew) -> None:
    line = await on_twitch.says("Long gone")
    # So old that Twitch does not delete it any more.
    await house.rehearse("/clock", seconds=7 * 3600)
    entry = (await on_twitch.delete(line)).json()
    assert entry["outcome"] == "done"
    assert "six hours" in entry["detail"]
    assert (await on_twitch.removals())["Long gone"] is not None


@on_each(*DELETES)
async def test_message_that_is_gone_at_the_platform_is_gone_here(house: House, crew: Crew, provider: str) -> None:
    await crew.connect(provider)
    line = await crew.says("Gone over there", provider)
    await house.rehearse(f"/{provider}/deliveries", lose_next=100)
    await house.rehearse(f"/{provider}/delete", login="junoplays", message_id=line["message_id"])
    assert (await crew.removals())["Gone over there"] is None
    entry = (await crew.delete(line)).json()
    assert (entry["outcome"], bool(entry["detail"])) == ("done", True)
    assert (await crew.removals())["Gone over there"] is not None
    again = (await crew.delete(line)).json()
    assert again["id"] == entry["id"]


async def test_same_deletion_twice_is_one(on_twitch: Crew) -> None:
    line = await on_twitch.says("Rude words")
    answers = await asyncio.gather(*(on_twitch.delete(line) for _ in range(3)))
    assert {answer.json()["id"] for answer in answers} == {(await on_twitch.log())[0]["id"]}
    assert in_short(await on_twitch.log()) == [("delete", "JunoPlays", "done")]


async def test_platform_that_fails_keeps_the_line(house: House, on_twitch: Crew) -> None:
    line = await on_twitch.says("Still here")
    await house.rehearse("/twitch/fail", next=10, status=500, path_prefix="/twitch/helix/moderation/chat")
    assert refusal(await on_twitch.delete(line)) == (502, "not_confirmed")
    assert in_short(await on_twitch.log()) == [("delete", "JunoPlays", "failed")]
    assert (await on_twitch.removals())["Still here"] is None


@on_one_database
async def test_message_that_nobody_knows_is_left_to_the_platform(crew: Crew) -> None:
    await crew.connect("tiktok")
    answer = await crew.visitor.ask("DELETE", f"{crew.place('tiktok')}/chat-messages/7312345")
    assert refusal(answer) == (409, "refused")


@on_one_database
async def test_message_that_neither_we_nor_the_platform_know_is_not_found(on_twitch: Crew) -> None:
    answer = await on_twitch.visitor.ask("DELETE", f"{on_twitch.place('twitch')}/chat-messages/nope")
    assert refusal(answer) == (404, "chat_message_not_found")
    assert in_short(await on_twitch.log()) == [("delete", "JunoPlays", "failed")]


@on_one_database
async def test_message_that_only_the_platform_knows_is_deleted_there(house: House, on_twitch: Crew) -> None:
    line = await on_twitch.says("Older than this channel keeps its chat")
    async with house.kernel.database.write() as session:
        await session.execute(delete(ChatMessage))
    assert (await on_twitch.delete(line)).json()["outcome"] == "done"
    assert not await could_be_deleted_there(house, line)


@on_one_database
async def test_hostile_message_id_is_refused_by_name(on_twitch: Crew) -> None:
    for message_id in ("%00", "9" * 10_000, "%0a"):
        answer = await on_twitch.visitor.ask("DELETE", f"{on_twitch.place('twitch')}/chat-messages/{message_id}")
        assert (refusal(answer), blamed(answer)) == ((422, "invalid"), ["provider_message_id"])


@on_one_database
async def test_message_id_with_a_slash_reaches_the_platform_as_it_is(on_twitch: Crew) -> None:
    answer = await on_twitch.visitor.ask("DELETE", f"{on_twitch.place('twitch')}/chat-messages/a%2Fb%2F..")
    assert refusal(answer) == (404, "chat_message_not_found")
    assert [entry["message_id"] for entry in await on_twitch.log()] == ["a/b/.."]
