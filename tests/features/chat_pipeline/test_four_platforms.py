"""Messages, removals and activities of four platforms are stored and published."""

from functools import partial

import pytest

from support.four_platforms import LOGIN, PLATFORMS, Listener, go_live_everywhere, stored_lines
from support.greenroom_server import ApiClient, GreenroomServer, Json

VIEWER = "brisket99"
# The event of the rehearsal after which Greenroom receives chat and deletions.
READY = {"twitch": "went_live", "youtube": "stream_opened", "kick": "socket_subscribed", "tiktok": "room_entered"}
# TikTok has no gifted subscriptions, and a new follower is not a line on any platform.
ACTIVITIES: dict[str, Json] = {"pay": {"amount": 500}, "gift": {"count": 2}, "subscribe": {"months": 3}, "follow": {}}
WITH_GIFTS = ("twitch", "youtube", "kick")
NOTICES = {
    "twitch": ["community_sub_gift", "paid", "resub"],
    "youtube": ["membership_gift", "milestone", "super_chat"],
    "kick": ["gift_bomb", "kicks", "resub"],
    "tiktok": ["resub", "tiktok_gift"],
}


@pytest.mark.rows("P4")
async def test_messages_of_four_platforms_are_stored_and_published(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await go_live_everywhere(greenroom, owner, channel_id)
    async with owner.socket("/live") as socket:
        chat = Listener(socket)
        await chat.subscribe(f"{channel_id}:chat")
        for provider in PLATFORMS:
            await greenroom.control(f"/{provider}/say", login=LOGIN, text=f"hello from {provider}", viewer=VIEWER)
        lines = {provider: await chat.line(f"hello from {provider}") for provider in PLATFORMS}
    assert {line["provider"] for line in lines.values()} == set(PLATFORMS)
    assert all(line["is_first"] for line in lines.values())
    assert all(line["author"]["name"] and line["author"]["colour"].startswith("#") for line in lines.values())
    # The lines are stored exactly as they were published.
    found = {line["message_id"]: line for line in await stored_lines(greenroom)}
    assert {line["message_id"]: {**line, "removal": None} for line in lines.values()} == found


async def test_every_chatter_is_stored_as_a_viewer(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await go_live_everywhere(greenroom, owner, channel_id)
    async with owner.socket("/live") as socket:
        chat = Listener(socket)
        await chat.subscribe(f"{channel_id}:chat")
        for provider in PLATFORMS:
            await greenroom.control(f"/{provider}/say", login=LOGIN, text=f"{provider} again", viewer=VIEWER, count=3)
        for provider in PLATFORMS:
            await chat.line(f"{provider} again 3")
            await chat.line(f"{provider} again 1")
            await chat.line(f"{provider} again 2")
    viewers = await greenroom.rows("SELECT provider, message_count, name, search_name FROM viewers")
    assert {(one["provider"], one["message_count"]) for one in viewers} == {(provider, 3) for provider in PLATFORMS}
    assert all(one["search_name"] == one["name"].casefold() for one in viewers)
    assert sum(line.get("is_first", False) for line in chat.lines()) == len(PLATFORMS)


async def test_duplicate_deliveries_in_any_order_are_stored_once(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await go_live_everywhere(greenroom, owner, channel_id)
    async with owner.socket("/live") as socket:
        chat = Listener(socket)
        await chat.subscribe(f"{channel_id}:chat")
        for provider in PLATFORMS:
            await greenroom.control(f"/{provider}/deliveries", duplicates=True, reorders=True)
            await greenroom.control(f"/{provider}/say", login=LOGIN, text=f"{provider} storm", viewer=VIEWER, count=10)
            await greenroom.control(f"/{provider}/deliveries", duplicates=False, reorders=False)
            await greenroom.control(f"/{provider}/say", login=LOGIN, text=f"{provider} calm", viewer=VIEWER)
        expected = {f"{provider} storm {number}" for provider in PLATFORMS for number in range(1, 11)}
        expected |= {f"{provider} calm" for provider in PLATFORMS}
        for text in expected:
            await chat.line(text)
    texts = [line["text"] for line in await stored_lines(greenroom)]
    assert (len(texts), set(texts)) == (len(expected), expected)
    assert sorted(line["text"] for line in chat.lines()) == sorted(texts)


@pytest.mark.parametrize("provider", ["twitch", "youtube", "kick", "tiktok"])
async def test_message_deleted_on_the_platform_is_removed_in_greenroom(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Kick reports deletions only on the socket of its website, YouTube only to some readers.
    monkeypatch.setattr(greenroom.settings.kick, "unofficial_socket", True)
    await greenroom.control("/youtube/deletions", tell="tombstone")
    await go_live_everywhere(greenroom, owner, channel_id, (provider,))
    await greenroom.wait_for_event(READY[provider], platform=provider)
    async with owner.socket("/live") as socket:
        chat = Listener(socket)
        await chat.subscribe(f"{channel_id}:chat")
        await greenroom.control(f"/{provider}/say", login=LOGIN, text="regrettable", viewer=VIEWER)
        line = await chat.line("regrettable")
        await greenroom.control(f"/{provider}/delete", login=LOGIN, message_id=line["message_id"])
        removed = await chat.until(lambda event: event["type"] == "removed")
    assert removed["lines"] == [{"connection_id": line["connection_id"], "message_id": line["message_id"]}]
    assert [one["removal"]["how"] for one in await stored_lines(greenroom)] == ["deleted"]


@pytest.mark.parametrize("provider", ["twitch", "kick", "youtube"])
@pytest.mark.parametrize(("seconds", "how"), [(600, "timed_out"), (None, "banned")])
async def test_ban_on_the_platform_removes_the_viewers_messages(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, provider: str, seconds: int | None, how: str
) -> None:
    await go_live_everywhere(greenroom, owner, channel_id, (provider,))
    async with owner.socket("/live") as socket:
        chat = Listener(socket)
        await chat.subscribe(f"{channel_id}:chat")
        await greenroom.control(f"/{provider}/say", login=LOGIN, text="rude", viewer=VIEWER, count=2)
        await greenroom.control(f"/{provider}/say", login=LOGIN, text="polite", viewer="odalys_")
        line = await chat.line("rude 1")
        await chat.line("rude 2")
        await chat.line("polite")
        await greenroom.control(f"/{provider}/ban", login=LOGIN, viewer=VIEWER, seconds=seconds)
        # Twitch also reports the cleared lines; the ban is kept, whichever report comes first.
        swept = await chat.until(lambda event: event["type"] == "swept" and event["removal"]["how"] == how)
    assert swept["author_id"] == line["author"]["id"]
    removals = {one["text"]: one["removal"] for one in await stored_lines(greenroom)}
    assert removals["polite"] is None
    assert [removals[text]["how"] for text in ("rude 1", "rude 2")] == [how, how]


async def test_gifts_and_subs_become_one_line_each_on_every_platform(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await go_live_everywhere(greenroom, owner, channel_id)
    async with owner.socket("/live") as socket:
        chat = Listener(socket)
        await chat.subscribe(f"{channel_id}:chat")
        for provider in PLATFORMS:
            for action, fields in ACTIVITIES.items():
                if (provider, action) != ("tiktok", "gift"):
                    await greenroom.control(f"/{provider}/{action}", login=LOGIN, viewer=VIEWER, **fields)
        for provider in PLATFORMS:
            await greenroom.control(f"/{provider}/say", login=LOGIN, text=f"{provider} is done", viewer="odalys_")
        for provider, kinds in NOTICES.items():
            for kind in kinds:
                await chat.until(partial(is_notice, provider=provider, kind=kind))
            await chat.line(f"{provider} is done")
    lines = [line for line in await stored_lines(greenroom) if "is done" not in line["text"]]
    stored_kinds = {
        provider: sorted(kind_of(line) for line in lines if line["provider"] == provider) for provider in PLATFORMS
    }
    assert stored_kinds == NOTICES
    gifts = {line["provider"]: line for line in lines if line.get("gifts")}
    assert {provider: len(line["recipients"]) for provider, line in gifts.items()} == dict.fromkeys(WITH_GIFTS, 2)
    assert {line["author"]["name"].lower() for line in gifts.values()} == {VIEWER}
    assert len({(line["provider"], line.get("headline"), line["text"]) for line in lines}) == len(lines)


def is_notice(event: Json, provider: str, kind: str) -> bool:
    return event["type"] == "line" and (event["line"]["provider"], kind_of(event["line"])) == (provider, kind)


def kind_of(line: Json) -> str:
    return line.get("notice") or line["kind"]
