"""Several accounts, one person: by a moderator's word, or by a code typed in chat."""

import asyncio

from frozen_clock import FrozenClock
from house import House, Json, blamed, refusal
from house_fixtures import on_one_database
from moderation_desk import Crew


def path_of(crew: Crew, line: Json) -> str:
    return f"{crew.path}/viewers/{line['provider']}/{line['author']['id']}"


async def link(crew: Crew, one: Json, other: Json) -> Json:
    body = {"provider": other["provider"], "provider_viewer_id": other["author"]["id"]}
    answer = await crew.visitor.ask("POST", f"{path_of(crew, one)}/links", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def code_for(crew: Crew, line: Json) -> Json:
    answer = await crew.visitor.ask("POST", f"{path_of(crew, line)}/link-codes")
    assert answer.status_code == 201, answer.text
    return answer.json()


def names(card: Json) -> list[str]:
    return sorted(f"{one['provider']}:{one['login']}" for one in card["accounts"])


async def test_moderator_links_accounts_and_all_of_them_are_one_person(crew: Crew) -> None:
    await crew.connect("twitch", "kick")
    one = await crew.says("One", viewer="marekfixes")
    two = await crew.says("Two", "kick", viewer="marekfixes")
    three = await crew.says("Three", viewer="odalys_")
    async with crew.listening() as ears:
        assert names(await link(crew, one, two)) == ["kick:marekfixes"]
        told = await ears.until(lambda event: event["type"] == "viewers_linked")
    assert (told["how"], told["by"], len(told["viewers"])) == ("moderator", "JunoPlays", 2)
    # Twice, and round in a circle: still one person.
    await link(crew, two, one)
    await link(crew, three, two)
    assert names(await link(crew, one, three)) == ["kick:marekfixes", "twitch:odalys_"]
    await crew.visitor.ask("POST", f"{path_of(crew, two)}/notes", json={"text": "On Kick"})
    assert [note["text"] for note in (await crew.card(three))["notes"]] == ["On Kick"]


async def test_account_is_unlinked_and_the_others_stay(crew: Crew) -> None:
    await crew.connect("twitch")
    one, two, three = [await crew.says(who, viewer=who) for who in ("marekfixes", "odalys_", "zofiekresli")]
    await link(crew, one, two)
    await link(crew, one, three)
    unlinked = await crew.visitor.ask("DELETE", f"{path_of(crew, two)}/links")
    assert (unlinked.status_code, names(unlinked.json())) == (200, [])
    assert names(await crew.card(one)) == ["twitch:zofiekresli"]
    await crew.visitor.ask("DELETE", f"{path_of(crew, one)}/links")
    assert names(await crew.card(three)) == []
    assert await crew.house.rows("SELECT id FROM viewers WHERE person_id IS NOT NULL") == []
    assert (await crew.visitor.ask("DELETE", f"{path_of(crew, one)}/links")).status_code == 200


async def test_links_at_the_same_moment_make_one_person(crew: Crew) -> None:
    await crew.connect("twitch")
    lines = [await crew.says(who, viewer=who) for who in ("marekfixes", "odalys_", "zofiekresli", "pixelharbor")]
    first, second, third, fourth = lines
    await asyncio.gather(link(crew, first, second), link(crew, third, fourth), link(crew, second, third))
    people = await crew.house.rows("SELECT DISTINCT person_id FROM viewers WHERE person_id IS NOT NULL")
    assert len(people) == 1
    assert len((await crew.card(first))["accounts"]) == 3


@on_one_database
async def test_account_is_not_linked_with_itself_or_with_nobody(on_twitch: Crew) -> None:
    line = await on_twitch.says()
    itself = {"provider": "twitch", "provider_viewer_id": line["author"]["id"]}
    answer = await on_twitch.visitor.ask("POST", f"{path_of(on_twitch, line)}/links", json=itself)
    assert (refusal(answer), blamed(answer)) == ((422, "invalid"), ["provider_viewer_id"])
    nobody = {"provider": "twitch", "provider_viewer_id": "1"}
    answer = await on_twitch.visitor.ask("POST", f"{path_of(on_twitch, line)}/links", json=nobody)
    assert refusal(answer) == (404, "not_found")


async def test_code_typed_on_another_platform_links_once(crew: Crew) -> None:
    await crew.connect("twitch", "kick")
    one = await crew.says("One", viewer="marekfixes")
    code = await code_for(crew, one)
    assert code["command"] == f"!link {code['code']}"
    assert len(code["code"]) == 8
    async with crew.listening() as ears:
        # As people type: in small letters, and with a space too many.
        two = await crew.says(f"!link  {code['code'].lower()} ", "kick", viewer="marekfixes")
        told = await ears.until(lambda event: event["type"] == "viewers_linked")
    assert (told["how"], len(told["viewers"])) == ("code", 2)
    card = await crew.card(two)
    assert names(card) == ["twitch:marekfixes"]
    assert "typed the code" in card["notes"][0]["text"]
    assert card["notes"][0]["author_name"] == "Greenroom"
    await crew.says(f"!link {code['code']}", "kick", viewer="odalys_")
    await crew.says("After it", "kick", viewer="odalys_")
    assert len((await crew.card(one))["accounts"]) == 1


@on_one_database
async def test_code_is_of_no_use_to_the_account_it_was_made_for(crew: Crew) -> None:
    await crew.connect("twitch")
    one = await crew.says("One", viewer="marekfixes")
    code = await code_for(crew, one)
    await crew.says(f"{code['command']}", viewer="marekfixes")
    await crew.says("After it")
    assert (await crew.card(one))["accounts"] == []
    await crew.says(f"{code['command']} ", viewer="odalys_")
    await crew.says("After that", viewer="odalys_")
    assert names(await crew.card(one)) == ["twitch:odalys_"]


async def test_code_that_is_ten_minutes_old_is_none(crew: Crew, clock: FrozenClock) -> None:
    await crew.connect("twitch")
    one = await crew.says("One", viewer="marekfixes")
    code = await code_for(crew, one)
    clock.advance(601)
    await crew.house.rehearse("/clock", seconds=601)
    await crew.says(code["command"], viewer="odalys_")
    await crew.says("After it")
    assert (await crew.card(one))["accounts"] == []


async def test_whoever_guesses_is_not_listened_to_any_more(crew: Crew) -> None:
    await crew.connect("twitch")
    one = await crew.says("One", viewer="marekfixes")
    code = await code_for(crew, one)
    for guess in ("AAAAAAAA", "BBBBBBBB", "CCCCCCCC", "short", "!"):
        await crew.says(f"!link {guess}", viewer="odalys_")
    await crew.says(code["command"], viewer="odalys_")
    await crew.says("After it")
    assert (await crew.card(one))["accounts"] == []
    # Another one may still use it.
    await crew.says(f"{code['command']} ", viewer="zofiekresli")
    await crew.says("After that")
    assert names(await crew.card(one)) == ["twitch:zofiekresli"]


@on_one_database
async def test_code_of_one_channel_is_none_in_another(house: House, crew: Crew) -> None:
    await crew.connect("twitch")
    code = await code_for(crew, await crew.says("One", viewer="marekfixes"))
    other = Crew(house, crew.visitor, await crew.visitor.create_channel("Another one"))
    await other.connect("twitch", login="marekfixes")
    line = await other.says(code["command"], viewer="odalys_", login="marekfixes")
    await other.says("After it", viewer="odalys_", login="marekfixes")
    assert (await other.card(line))["accounts"] == []
