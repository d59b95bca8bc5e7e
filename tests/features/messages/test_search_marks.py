"""A search ignores emoji and combining marks beside words, and is rejected without letters or digits."""

from support.greenroom_server import ApiClient, GreenroomServer, error_fields
from support.stored_messages import store, texts


async def test_emoji_beside_words_are_ignored(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    # The heart is followed by a variation selector, which makes it a colour emoji.
    await store(greenroom, channel_id, ["hello ❤️ you", "goodbye"])
    assert await texts(owner, channel_id, q="hello ❤️") == ["hello ❤️ you"]
    assert await texts(owner, channel_id, q="❤️ hello") == ["hello ❤️ you"]


WITHOUT_WORDS: list[str] = ["❤️", "½", "①", "\u0301", "\ufe0f", "\u20e3 \u0301"]


async def test_search_without_letters_or_digits_is_rejected(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await store(greenroom, channel_id, ["hello ❤️ you"])
    for q in WITHOUT_WORDS:
        for path in ("chat-messages", "chat-messages/export"):
            response = await owner.ask("GET", f"/channels/{channel_id}/{path}", params={"q": q})
            assert response.status_code == 422, response.text
            assert error_fields(response) == ["q"]
