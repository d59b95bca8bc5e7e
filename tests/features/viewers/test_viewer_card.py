"""Viewer card: stored data, search, notes and current data from the platform."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from sqlalchemy import delete

from greenroom.accounts.access.rules import Role
from greenroom.chat.messages.models import ChatMessage, Viewer
from support.greenroom_server import GreenroomServer, Json, error_fields, refusal
from support.moderation import ModeratedChannel


def path_of(channel: ModeratedChannel, line: Json) -> str:
    return f"{channel.path}/viewers/{line['provider']}/{line['author']['id']}"


@pytest.mark.rows("A3")
async def test_card_has_the_stored_data_of_the_viewer(on_twitch: ModeratedChannel) -> None:
    await on_twitch.send_chat("First", viewer="marekfixes")
    line = await on_twitch.send_chat("Second", viewer="marekfixes")
    card = await on_twitch.card(line)
    assert (card["provider"], card["provider_viewer_id"]) == ("twitch", line["author"]["id"])
    assert (card["name"], card["login"], card["message_count"]) == ("MarekFixes", "marekfixes", 2)
    assert (card["level"], card["role"], card["is_bot"]) == (0, "Public", False)
    assert card["first_seen_at"] <= card["last_seen_at"]
    assert card["connections"] == [{"id": on_twitch.connections["twitch"], "name": "junoplays"}]
    assert (card["sent_out"], card["accounts"], card["notes"], card["former_names"]) == (None, [], [], [])
    assert (card["is_subscriber"], card["sub_months"]) == (False, 0)
    await on_twitch.greenroom.control("/twitch/subscribe", login="junoplays", viewer="marekfixes", months=14)
    card = await on_twitch.card(await on_twitch.send_chat("Third", viewer="marekfixes"))
    assert (card["role"], card["is_subscriber"], card["sub_months"]) == ("Sub", True, 14)


async def test_card_shows_sub_months_of_twitch_and_kick(greenroom: GreenroomServer, channel: ModeratedChannel) -> None:
    platforms = ("twitch", "youtube", "kick", "tiktok")
    await channel.connect(*platforms)
    viewers = [greenroom.rehearsal_state.world.viewers_on(provider) for provider in platforms]
    fans = [next(one for one in accounts if one.sub_months > 1 and not one.is_moderator) for accounts in viewers]
    cards = [
        await channel.card(await channel.send_chat(provider=provider, viewer=fan.login))
        for provider, fan in zip(platforms, fans, strict=True)
    ]
    assert [card["is_subscriber"] for card in cards] == [True, True, True, True]
    assert [card["sub_months"] for card in cards] == [fans[0].sub_months, 0, fans[2].sub_months, 0]


async def test_card_has_the_roles_on_the_platform(greenroom: GreenroomServer, on_twitch: ModeratedChannel) -> None:
    async def roles(line: Json) -> list[bool]:
        card = await on_twitch.card(line)
        return [card["is_broadcaster"], card["is_moderator"], card["is_vip"]]

    moderator = next(one for one in greenroom.rehearsal_state.world.viewers_on("twitch") if one.is_moderator)
    line = await on_twitch.send_chat(viewer=moderator.login)
    assert await roles(line) == [False, True, False]
    assert await roles(await on_twitch.send_chat(viewer="junoplays")) == [True, False, False]
    async with greenroom.kernel.database.write() as session:
        await session.execute(delete(ChatMessage))
    assert await roles(line) == [False, True, False]


async def test_unknown_or_invalid_viewer_id_is_rejected(on_twitch: ModeratedChannel) -> None:
    for path in ("twitch/1", "kick/1", "myspace/1", "twitch/%00", f"twitch/{'9' * 10_000}", "twitch/a%2Fb"):
        response = await on_twitch.client.ask("GET", f"{on_twitch.path}/viewers/{path}")
        assert response.status_code in {404, 422}, path


@pytest.mark.parametrize("provider", ["twitch", "youtube", "kick"])
async def test_card_has_current_data_from_the_platform(channel: ModeratedChannel, provider: str) -> None:
    await channel.connect(provider)
    line = await channel.send_chat(provider=provider, viewer="marekfixes")
    looked_up = await channel.client.get(f"{path_of(channel, line)}/platform")
    assert looked_up["name"]
    assert looked_up["detail"] == ""
    assert (looked_up["created_at"] is None) == (provider == "kick")
    assert looked_up["followed_at"] is None
    # The other platforms do not report whether a viewer follows.
    assert looked_up["follows"] is (False if provider == "twitch" else None)
    await channel.greenroom.control(f"/{provider}/follow", login="junoplays", viewer="marekfixes")
    looked_up = await channel.client.get(f"{path_of(channel, line)}/platform")
    assert looked_up["followed_at"] == (line["sent_at"][:19] + "Z" if provider == "twitch" else None)
    assert looked_up["follows"] is (True if provider == "twitch" else None)


async def test_missing_platform_data_has_a_reason_instead_of_an_error(
    greenroom: GreenroomServer, channel: ModeratedChannel
) -> None:
    await channel.connect("twitch", "tiktok")
    tiktok_line = await channel.send_chat(provider="tiktok")
    looked_up = await channel.client.get(f"{path_of(channel, tiktok_line)}/platform")
    assert looked_up["detail"] == "TikTok doesn't share its viewer list."
    twitch_line = await channel.send_chat(provider="twitch")
    await greenroom.control("/twitch/fail", next=10, status=500, path_prefix="/twitch/helix/users")
    failing = await channel.client.get(f"{path_of(channel, twitch_line)}/platform")
    assert (failing["name"], "Twitch" in failing["detail"]) == ("", True)
    missing = await channel.client.get(f"{channel.path}/viewers/kick/1/platform")
    assert "not connected" in missing["detail"]


@pytest.mark.both_databases
async def test_viewers_are_found_by_part_of_their_name(channel: ModeratedChannel) -> None:
    await channel.connect("twitch", "kick")
    await channel.send_chat("One", viewer="marekfixes")
    await channel.send_chat("Two", "kick", viewer="marekfixes")
    await channel.send_chat("Three", viewer="odalys_")

    async def found(**query: str | int) -> list[tuple[str, str]]:
        records = (await channel.client.get(f"{channel.path}/viewers", **query))["records"]
        return [(one["provider"], one["login"]) for one in records]

    assert sorted(await found(q="MAREK")) == [("kick", "marekfixes"), ("twitch", "marekfixes")]
    assert await found(q="@fixes", provider="kick") == [("kick", "marekfixes")]
    assert await found(q="odalys\\_%") == []
    assert await found(q="%") == []
    assert await found(q="_") == [("twitch", "odalys_")]
    assert len(await found(limit=2)) == 2


@pytest.mark.both_databases
async def test_viewer_with_the_exact_name_comes_first_then_the_latest_viewer(
    greenroom: GreenroomServer, channel: ModeratedChannel
) -> None:
    async with greenroom.kernel.database.write() as session:
        for minute, login in enumerate(("bob", "bobby", "thebob")):
            seen = datetime(2026, 3, 4, 12, minute, tzinfo=UTC)
            session.add(viewer(UUID(channel.channel_id), login, seen))
    records = (await channel.client.get(f"{channel.path}/viewers", q="@Bob", limit=2))["records"]
    assert [one["login"] for one in records] == ["bob", "thebob"]


def viewer(channel_id: UUID, login: str, seen: datetime) -> Viewer:
    return Viewer(
        channel_id=channel_id,
        provider="twitch",
        viewer_id=login,
        login=login,
        name=login,
        search_name=login,
        colour="",
        avatar_url="",
        level=0,
        is_bot=False,
        message_count=1,
        first_seen_at=seen,
        last_seen_at=seen,
        former_names=[],
    )


async def test_invalid_search_names_its_field(channel: ModeratedChannel) -> None:
    for query in ({"q": "\0"}, {"q": "x" * 101}, {"limit": "101"}, {"limit": "0"}):
        response = await channel.client.ask("GET", f"{channel.path}/viewers", params=query)
        assert (refusal(response), error_fields(response)) == ((422, "invalid"), list(query))


@pytest.mark.both_databases
async def test_note_is_deleted_by_its_author_or_an_admin(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat(viewer="marekfixes")
    notes = f"{path_of(on_twitch, line)}/notes"
    mod = await greenroom.staff("odalys_", on_twitch.channel_id, Role.MOD)
    other = await greenroom.staff("zofiekresli", on_twitch.channel_id, Role.EDITOR)
    async with on_twitch.moderation_events() as live_events:
        written = await mod.ask("POST", notes, json={"text": " Sells\nspoons \u202e"})
        await live_events.until(lambda event: event["type"] == "viewers_changed")
    assert (written.status_code, written.json()["text"]) == (201, "Sells\nspoons")
    (shown,) = (await on_twitch.card(line))["notes"]
    assert (shown["author_name"], shown["can_delete"]) == ("Odalys_", True)
    note = f"{notes}/{shown['id']}"
    assert refusal(await other.ask("DELETE", note)) == (409, "not_your_note")
    assert (await other.get(path_of(on_twitch, line)))["notes"][0]["can_delete"] is False
    assert (await mod.ask("DELETE", note)).status_code == 204
    assert refusal(await mod.ask("DELETE", note)) == (404, "not_found")
    again = (await mod.ask("POST", notes, json={"text": "Once more"})).json()
    assert (await on_twitch.client.ask("DELETE", f"{notes}/{again['id']}")).status_code == 204


async def test_invalid_note_names_its_field(on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat()
    for text in ("", " \n ", "\u2800", "x" * 1_001, None, 7):
        response = await on_twitch.client.ask("POST", f"{path_of(on_twitch, line)}/notes", json={"text": text})
        assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["text"])


async def test_only_moderators_see_cards(greenroom: GreenroomServer, on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat()
    anonymous, vip = await greenroom.client(), await greenroom.staff("odalys_", on_twitch.channel_id, Role.VIP)
    calls = [("GET", ""), ("GET", "/platform"), ("POST", "/notes"), ("POST", "/links"), ("DELETE", "/links")]
    calls += [("POST", "/link-codes"), ("DELETE", f"/notes/{on_twitch.channel_id}")]
    for method, tail in calls:
        path = f"{path_of(on_twitch, line)}{tail}"
        assert refusal(await anonymous.ask(method, path, json={})) == (401, "unauthenticated"), path
        assert refusal(await vip.ask(method, path, json={})) == (404, "channel_not_found"), path
    assert refusal(await vip.ask("GET", f"{on_twitch.path}/viewers")) == (404, "channel_not_found")


async def test_cards_of_another_channel_are_not_found(on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat()
    other = await on_twitch.client.create_channel("Another one")
    path = f"/channels/{other}/viewers/twitch/{line['author']['id']}"
    assert refusal(await on_twitch.client.ask("GET", path)) == (404, "not_found")
    assert refusal(await on_twitch.client.ask("POST", f"{path}/notes", json={"text": "x"})) == (404, "not_found")
