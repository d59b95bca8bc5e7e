"""Linking accounts of a viewer: by a moderator, or by a code sent in chat."""

import asyncio

import pytest

from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, Json, error_fields, refusal
from support.moderation import ModeratedChannel


def path_of(team: ModeratedChannel, line: Json) -> str:
    return f"{team.path}/viewers/{line['provider']}/{line['author']['id']}"


async def link(team: ModeratedChannel, one: Json, other: Json) -> Json:
    body = {"provider": other["provider"], "provider_viewer_id": other["author"]["id"]}
    response = await team.client.ask("POST", f"{path_of(team, one)}/links", json=body)
    assert response.status_code == 200, response.text
    return response.json()


async def code_for(team: ModeratedChannel, line: Json) -> Json:
    response = await team.client.ask("POST", f"{path_of(team, line)}/link-codes")
    assert response.status_code == 201, response.text
    return response.json()


def names(card: Json) -> list[str]:
    return sorted(f"{one['provider']}:{one['login']}" for one in card["accounts"])


async def test_moderator_links_accounts_and_all_of_them_are_one_person(team: ModeratedChannel) -> None:
    await team.connect("twitch", "kick")
    one = await team.send_chat("One", viewer="marekfixes")
    two = await team.send_chat("Two", "kick", viewer="marekfixes")
    three = await team.send_chat("Three", viewer="odalys_")
    async with team.moderation_events() as live_events:
        assert names(await link(team, one, two)) == ["kick:marekfixes"]
        linked = await live_events.until(lambda event: event["type"] == "viewers_linked")
    assert (linked["how"], linked["by"], len(linked["viewers"])) == ("moderator", "JunoPlays", 2)
    # Repeated and circular links still make one person.
    await link(team, two, one)
    await link(team, three, two)
    assert names(await link(team, one, three)) == ["kick:marekfixes", "twitch:odalys_"]
    await team.client.ask("POST", f"{path_of(team, two)}/notes", json={"text": "On Kick"})
    assert [note["text"] for note in (await team.card(three))["notes"]] == ["On Kick"]


@pytest.mark.both_databases
async def test_unlinking_an_account_keeps_the_other_links(team: ModeratedChannel) -> None:
    await team.connect("twitch")
    one, two, three = [await team.send_chat(who, viewer=who) for who in ("marekfixes", "odalys_", "zofiekresli")]
    await link(team, one, two)
    await link(team, one, three)
    unlinked = await team.client.ask("DELETE", f"{path_of(team, two)}/links")
    assert (unlinked.status_code, names(unlinked.json())) == (200, [])
    assert names(await team.card(one)) == ["twitch:zofiekresli"]
    await team.client.ask("DELETE", f"{path_of(team, one)}/links")
    assert names(await team.card(three)) == []
    assert await team.greenroom.rows("SELECT id FROM viewers WHERE person_id IS NOT NULL") == []
    assert (await team.client.ask("DELETE", f"{path_of(team, one)}/links")).status_code == 200


@pytest.mark.both_databases
async def test_concurrent_links_make_one_person(team: ModeratedChannel) -> None:
    await team.connect("twitch")
    lines = [await team.send_chat(who, viewer=who) for who in ("marekfixes", "odalys_", "zofiekresli", "pixelharbor")]
    first, second, third, fourth = lines
    await asyncio.gather(link(team, first, second), link(team, third, fourth), link(team, second, third))
    people = await team.greenroom.rows("SELECT DISTINCT person_id FROM viewers WHERE person_id IS NOT NULL")
    assert len(people) == 1
    assert len((await team.card(first))["accounts"]) == 3


async def test_account_cannot_be_linked_with_itself_or_an_unknown_account(on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat()
    itself = {"provider": "twitch", "provider_viewer_id": line["author"]["id"]}
    response = await on_twitch.client.ask("POST", f"{path_of(on_twitch, line)}/links", json=itself)
    assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["provider_viewer_id"])
    unknown = {"provider": "twitch", "provider_viewer_id": "1"}
    response = await on_twitch.client.ask("POST", f"{path_of(on_twitch, line)}/links", json=unknown)
    assert refusal(response) == (404, "not_found")


@pytest.mark.both_databases
async def test_code_typed_on_another_platform_links_once(team: ModeratedChannel) -> None:
    await team.connect("twitch", "kick")
    one = await team.send_chat("One", viewer="marekfixes")
    code = await code_for(team, one)
    assert code["command"] == f"!link {code['code']}"
    assert len(code["code"]) == 8
    async with team.moderation_events() as live_events:
        # As viewers may type it: in lower case, with an extra space.
        two = await team.send_chat(f"!link  {code['code'].lower()} ", "kick", viewer="marekfixes")
        linked = await live_events.until(lambda event: event["type"] == "viewers_linked")
    assert (linked["how"], len(linked["viewers"])) == ("code", 2)
    card = await team.card(two)
    assert names(card) == ["twitch:marekfixes"]
    assert "typed the code" in card["notes"][0]["text"]
    assert card["notes"][0]["author_name"] == "Greenroom"
    await team.send_chat(f"!link {code['code']}", "kick", viewer="odalys_")
    await team.send_chat("After it", "kick", viewer="odalys_")
    assert len((await team.card(one))["accounts"]) == 1


async def test_link_code_does_not_work_for_its_own_account(team: ModeratedChannel) -> None:
    await team.connect("twitch")
    one = await team.send_chat("One", viewer="marekfixes")
    code = await code_for(team, one)
    await team.send_chat(f"{code['command']}", viewer="marekfixes")
    await team.send_chat("After it")
    assert (await team.card(one))["accounts"] == []
    await team.send_chat(f"{code['command']} ", viewer="odalys_")
    await team.send_chat("After that", viewer="odalys_")
    assert names(await team.card(one)) == ["twitch:odalys_"]


async def test_link_code_expires_after_ten_minutes(team: ModeratedChannel, clock: FrozenClock) -> None:
    await team.connect("twitch")
    one = await team.send_chat("One", viewer="marekfixes")
    code = await code_for(team, one)
    clock.advance(601)
    await team.greenroom.control("/clock", seconds=601)
    await team.send_chat(code["command"], viewer="odalys_")
    await team.send_chat("After it")
    assert (await team.card(one))["accounts"] == []


async def test_codes_are_ignored_after_too_many_wrong_attempts(team: ModeratedChannel) -> None:
    await team.connect("twitch")
    one = await team.send_chat("One", viewer="marekfixes")
    code = await code_for(team, one)
    for guess in ("AAAAAAAA", "BBBBBBBB", "CCCCCCCC", "short", "!"):
        await team.send_chat(f"!link {guess}", viewer="odalys_")
    await team.send_chat(code["command"], viewer="odalys_")
    await team.send_chat("After it")
    assert (await team.card(one))["accounts"] == []
    # Another viewer may still use the code.
    await team.send_chat(f"{code['command']} ", viewer="zofiekresli")
    await team.send_chat("After that")
    assert names(await team.card(one)) == ["twitch:zofiekresli"]


async def test_link_code_of_one_channel_does_not_work_in_another(
    greenroom: GreenroomServer, team: ModeratedChannel
) -> None:
    await team.connect("twitch")
    code = await code_for(team, await team.send_chat("One", viewer="marekfixes"))
    other = ModeratedChannel(greenroom, team.client, await team.client.create_channel("Another one"))
    await other.connect("twitch", login="marekfixes")
    line = await other.send_chat(code["command"], viewer="odalys_", login="marekfixes")
    await other.send_chat("After it", viewer="odalys_", login="marekfixes")
    assert (await other.card(line))["accounts"] == []
