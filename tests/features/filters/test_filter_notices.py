"""Filters check the text that viewers add to subs, Super Chats and gifts."""

from typing import Any

import pytest

from support.filters import FilterChannel, is_removed
from support.greenroom_server import Json

# Control calls that create a notice with text of the viewer.
NOTICE_CALLS: dict[str, tuple[str, dict[str, Any]]] = {
    "twitch": ("/twitch/subscribe", {"months": 3}),
    "youtube": ("/youtube/pay", {}),
    "kick": ("/kick/pay", {}),
}


async def send_notice(channel: FilterChannel, provider: str, text: str) -> None:
    path, more = NOTICE_CALLS[provider]
    await channel.greenroom.control(path, login="junoplays", viewer="marekfixes", text=text, **more)


@pytest.mark.parametrize("provider", ["twitch", "youtube", "kick"])
async def test_text_of_a_notice_is_caught_and_its_author_timed_out(channel: FilterChannel, provider: str) -> None:
    await channel.connect(provider)
    filter_ = await channel.ban_words("rubbish", ladder=[{"action": "timeout", "seconds": 60}])
    async with channel.filter_events() as live_events:
        await send_notice(channel, provider, "what rubbish")
        line = (await live_events.until(lambda event: event["type"] == "line"))["line"]
        removed = await live_events.until(is_removed(line["message_id"]))
        await live_events.wait_for_entry(action="timeout", outcome="done")
        deletion = await live_events.wait_for_entry(action="delete", outcome="done")
    assert (line["kind"], line["text"]) == ("notice", "what rubbish")
    # Kick has no chat message for a notice, so there is nothing to delete.
    assert removed["removal"].get("is_here_only", False) is (provider == "kick")
    assert bool(deletion["detail"]) is (provider == "kick")
    (hit,) = await channel.hits(filter_)
    assert (hit["text"], hit["message_id"]) == ("what rubbish", line["message_id"])


async def test_text_of_a_sub_is_deleted_on_twitch(on_twitch: FilterChannel) -> None:
    await on_twitch.ban_words("rubbish", ladder=[{"action": "delete"}])
    await send_notice(on_twitch, "twitch", "what rubbish")
    await on_twitch.greenroom.wait_for_event("message_deleted")


async def test_text_that_the_platform_writes_in_a_notice_is_not_checked(on_twitch: FilterChannel) -> None:
    await on_twitch.ban_words("subscribed", "months", "tier", ladder=[{"action": "ban"}])
    async with on_twitch.filter_events() as live_events:
        await send_notice(on_twitch, "twitch", "love it here")
        line: Json = (await live_events.until(lambda event: event["type"] == "line"))["line"]
        await on_twitch.send_chat("hello")
        await live_events.wait_for_line("hello")
        assert await live_events.all_of("removed") == []
    assert "months" in line["headline"]
    assert {one["verdict"] for one in await on_twitch.explain(line)} == {"passed"}
