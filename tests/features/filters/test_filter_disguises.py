"""Disguised terms are caught, spam without words is caught, and lines are stored as written."""

import pytest

from support.filters import FilterChannel, filter_body, is_removed

DISGUISED = {
    "zero-width": "what rub\u200bb\u200d\u2060ish",
    "right-to-left override": "what \u202erubbish\u202c\u2066\u2069",
    "combining marks": "what r\u0336u\u0351b\u0363b\u0352i\u0369s\u0361h",
    "full width": "what ｒｕｂｂｉｓｈ",
    "at the end of ten thousand characters": f"{'x ' * 4_996}rubbish",
}
SPAM_WITHOUT_WORDS = {
    "emote": "😀👩‍👩‍👧🏳️‍🌈" * 100,
    "zalgo": "z\u0351\u0363\u0352\u0369\u0361\u035e\u0360a\u0322\u0321\u0327lgo",
    "symbol": "‖¦§" * 100,
    "paragraph": "x" * 10_000,
}
DELETE = [{"action": "delete"}]


@pytest.mark.parametrize("text", list(DISGUISED.values()), ids=list(DISGUISED))
async def test_disguised_term_is_caught_and_the_line_is_stored_as_written(on_twitch: FilterChannel, text: str) -> None:
    saved = await on_twitch.ban_words("rubbish", ladder=DELETE)
    async with on_twitch.filter_events() as live_events:
        line = await on_twitch.send_chat(text)
        await live_events.until(is_removed(line["message_id"]))
    assert "".join(part["text"] for part in line["parts"]) == text
    assert [hit["text"] for hit in await on_twitch.hits(saved)] == [text]


@pytest.mark.parametrize("kind", list(SPAM_WITHOUT_WORDS))
async def test_spam_without_words_is_caught(on_twitch: FilterChannel, kind: str) -> None:
    await on_twitch.make(kind, ladder=DELETE)
    async with on_twitch.filter_events() as live_events:
        line = await on_twitch.send_chat(SPAM_WITHOUT_WORDS[kind])
        await live_events.until(is_removed(line["message_id"]))
    tested = await on_twitch.test(filter_body(kind), SPAM_WITHOUT_WORDS[kind][:2_000])
    assert tested["caught"]
