"""Moderation history and messages of a viewer include those of linked accounts on request (`with_linked`)."""

from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy import insert

from greenroom.chat.messages.models import Viewer
from greenroom.kernel.ids import new_id
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal
from support.moderation import ModeratedChannel
from support.stored_messages import MOMENT, StoredLine, all_texts, store

SECOND = timedelta(seconds=1)
ACCOUNTS = (("twitch", "1"), ("kick", "1"), ("youtube", "UC"))


async def link(channel: ModeratedChannel, line: Json, other: Json) -> None:
    body = {"provider": other["provider"], "provider_viewer_id": other["author"]["id"]}
    path = f"{channel.path}/viewers/{line['provider']}/{line['author']['id']}/links"
    response = await channel.client.ask("POST", path, json=body)
    assert response.status_code == 200, response.text


async def all_entries(channel: ModeratedChannel, line: Json, **query: str | int) -> list[Json]:
    found: list[Json] = []
    account = {"provider": line["provider"], "provider_viewer_id": line["author"]["id"]}
    cursor: str | None = ""
    while cursor is not None:
        page = await channel.client.get(f"{channel.path}/moderation-log", **account, **query, cursor=cursor)
        found += page["records"]
        cursor = page["cursor"]
    return found


@pytest.mark.both_databases
async def test_history_covers_linked_accounts_in_pages_without_gaps(channel: ModeratedChannel) -> None:
    await channel.connect("twitch", "kick")
    one = await channel.send_chat("One", viewer="marekfixes")
    two = await channel.send_chat("Two", "kick", viewer="marekfixes")
    unlinked = await channel.send_chat("Three", viewer="odalys_")
    for minutes, line in enumerate((one, two, unlinked, two, one, one, two), start=1):
        await channel.ban(line, duration_seconds=60 * minutes)
    await link(channel, one, two)
    linked = [("kick", 420), ("twitch", 360), ("twitch", 300), ("kick", 240), ("kick", 120), ("twitch", 60)]
    for line in (one, two):
        entries = await all_entries(channel, line, with_linked="true", limit=2)
        assert [(entry["provider"], entry["seconds"]) for entry in entries] == linked
    assert [entry["seconds"] for entry in await all_entries(channel, one)] == [360, 300, 60]
    assert [entry["seconds"] for entry in await all_entries(channel, unlinked, with_linked="true")] == [180]


async def store_person(greenroom: GreenroomServer, channel_id: str) -> None:
    person_id = new_id()
    texts = dict.fromkeys(("login", "name", "search_name", "colour", "avatar_url"), "")
    times = {"first_seen_at": MOMENT, "last_seen_at": MOMENT}
    rows = [
        {
            "id": new_id(),
            "channel_id": UUID(channel_id),
            "provider": provider,
            "viewer_id": viewer_id,
            "level": 0,
            "is_bot": False,
            "message_count": 1,
            "former_names": list[str](),
            "person_id": person_id,
            **texts,
            **times,
        }
        for provider, viewer_id in ACCOUNTS
    ]
    async with greenroom.kernel.database.write() as session:
        await session.execute(insert(Viewer), rows)


@pytest.mark.both_databases
async def test_messages_cover_linked_accounts_in_pages_without_gaps(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await store_person(greenroom, channel_id)
    authors = (*ACCOUNTS, ("twitch", "UC"), ("twitch", "2"))
    lines = [
        StoredLine(f"word {number}", MOMENT + number // 4 * SECOND, *authors[number * 3 % 5]) for number in range(40)
    ]
    await store(greenroom, channel_id, lines)
    expected = [line.text for line in reversed(lines) if (line.provider, line.viewer_id) in ACCOUNTS]
    account = {"provider": "kick", "viewer_id": "1"}
    assert await all_texts(owner, channel_id, **account, with_linked="true", limit=3) == expected
    assert await all_texts(owner, channel_id, **account, with_linked="true", q="word", limit=7) == expected
    own = [line.text for line in reversed(lines) if line.provider == "kick"]
    assert await all_texts(owner, channel_id, **account, limit=3) == own


async def test_search_that_includes_linked_accounts_requires_an_account(channel: ModeratedChannel) -> None:
    for path in ("moderation-log", "chat-messages"):
        response = await channel.client.ask("GET", f"{channel.path}/{path}", params={"with_linked": "true"})
        assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["with_linked"]), path
