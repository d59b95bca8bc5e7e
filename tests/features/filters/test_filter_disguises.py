"""Disguised messages and messages without letters are caught and stored as written."""

import pytest

from support.filters import FilterEditor, filter_body, is_removed

HIDDEN = {
    "zero-width": "what rub\u200bb\u200d\u2060ish",
    "turned round": "what \u202erubbish\u202c\u2066\u2069",
    "piled up": "what r\u0336u\u0351b\u0363b\u0352i\u0369s\u0361h",
    "full width": "what ｒｕｂｂｉｓｈ",
    "at the end of ten thousand characters": f"{'x ' * 4_996}rubbish",
}
WITHOUT_LETTERS = {
    "emote": "😀👩‍👩‍👧🏳️‍🌈" * 100,
    "zalgo": "z\u0351\u0363\u0352\u0369\u0361\u035e\u0360a\u0322\u0321\u0327lgo",
    "symbol": "‖¦§" * 100,
    "paragraph": "x" * 10_000,
}
DELETE = [{"action": "delete"}]


@pytest.mark.parametrize("text", list(HIDDEN.values()), ids=list(HIDDEN))
async def test_disguised_term_is_caught_and_the_line_is_stored_as_written(on_twitch: FilterEditor, text: str) -> None:
    saved = await on_twitch.ban_words("rubbish", ladder=DELETE)
    async with on_twitch.filter_events() as live_events:
        line = await on_twitch.send_chat(text)
        await live_events.until(is_removed(line["message_id"]))
    assert "".join(part["text"] for part in line["parts"]) == text
    assert [hit["text"] for hit in await on_twitch.hits(saved)] == [text]


@pytest.mark.parametrize("kind", list(WITHOUT_LETTERS))
async def test_message_without_letters_is_caught(on_twitch: FilterEditor, kind: str) -> None:
    await on_twitch.make(kind, ladder=DELETE)
    async with on_twitch.filter_events() as live_events:
        line = await on_twitch.send_chat(WITHOUT_LETTERS[kind])
        await live_events.until(is_removed(line["message_id"]))
    tested = await on_twitch.test(filter_body(kind), WITHOUT_LETTERS[kind][:2_000])
    assert tested["caught"]
