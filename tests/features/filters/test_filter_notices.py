"""What somebody writes beside a sub, a Super Chat or a gift is read by the filters like everything else."""

from typing import Any

from filter_desk import FilterDesk, is_removed
from house import Json
from house_fixtures import on_each, on_one_database

# How people come to write beside something that they give.
WRITES_BESIDE: dict[str, tuple[str, dict[str, Any]]] = {
    "twitch": ("/twitch/subscribe", {"months": 3}),
    "youtube": ("/youtube/pay", {}),
    "kick": ("/kick/pay", {}),
}


async def gives(desk: FilterDesk, provider: str, text: str) -> None:
    path, more = WRITES_BESIDE[provider]
    await desk.house.rehearse(path, login="junoplays", viewer="marekfixes", text=text, **more)


@on_each("twitch", "youtube", "kick")
async def test_words_beside_a_gift_are_caught_and_their_author_timed_out(desk: FilterDesk, provider: str) -> None:
    await desk.connect(provider)
    made = await desk.ban_words("rubbish", ladder=[{"action": "timeout", "seconds": 60}])
    async with desk.watching() as ears:
        await gives(desk, provider, "what rubbish")
        line = (await ears.until(lambda event: event["type"] == "line"))["line"]
        told = await ears.until(is_removed(line["message_id"]))
        await ears.entry(action="timeout", outcome="done")
        deletion = await ears.entry(action="delete", outcome="done")
    assert (line["kind"], line["text"]) == ("notice", "what rubbish")
    # Kick's chat has no line for it: there is nothing that it could delete.
    assert told["removal"].get("is_here_only", False) is (provider == "kick")
    assert bool(deletion["detail"]) is (provider == "kick")
    (hit,) = await desk.hits(made)
    assert (hit["text"], hit["message_id"]) == ("what rubbish", line["message_id"])


@on_one_database
async def test_words_beside_a_sub_are_deleted_at_twitch(on_twitch: FilterDesk) -> None:
    await on_twitch.ban_words("rubbish", ladder=[{"action": "delete"}])
    await gives(on_twitch, "twitch", "what rubbish")
    await on_twitch.house.happens("message_deleted")


@on_one_database
async def test_sentence_of_the_platform_itself_is_nobodys(on_twitch: FilterDesk) -> None:
    await on_twitch.ban_words("subscribed", "months", "tier", ladder=[{"action": "ban"}])
    async with on_twitch.watching() as ears:
        await gives(on_twitch, "twitch", "love it here")
        line: Json = (await ears.until(lambda event: event["type"] == "line"))["line"]
        await on_twitch.says("hello")
        assert await ears.all_of("removed") == []
    assert "months" in line["headline"]
    assert {one["verdict"] for one in await on_twitch.why(line)} == {"passed"}
