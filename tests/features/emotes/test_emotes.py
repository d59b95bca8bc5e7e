"""Emotes of a channel through the API, with the rehearsal's emote services."""

from collections.abc import Callable
from typing import Any

import pytest

from greenroom.accounts.access.rules import Role
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, refusal
from support.waiting import wait_until

Json = dict[str, Any]


def by_name(response: Json) -> dict[str, Json]:
    return {emote["name"]: emote for emote in response["emotes"]}


def by_key(response: Json) -> dict[str, Json]:
    return {source["key"]: source for source in response["sources"]}


async def fetch_until(owner: ApiClient, channel_id: str, fits: Callable[[Json], bool]) -> Json:
    """Repeats the request until the response fits, because emotes of a slow service arrive later."""
    responses: list[Json] = []

    async def has_arrived() -> bool:
        responses.append(await owner.get(f"/channels/{channel_id}/emotes"))
        return fits(responses[-1])

    await wait_until(has_arrived)
    return responses[-1]


@pytest.mark.rows("P11")
async def test_emotes_of_services_take_precedence_over_those_of_twitch(owner: ApiClient, channel_id: str) -> None:
    await owner.connect("junoplays", channel_id=channel_id)
    known = {"catJAM", "junoplWave", "junoplDuck", "junoplHi", "Kappa", "h!"}
    response = await fetch_until(owner, channel_id, lambda response: by_name(response).keys() >= known)
    emotes = by_name(response)
    assert emotes["catJAM"]["source"] == "7tv"
    assert emotes["junoplWave"]["source"] == "betterttv"
    assert emotes["junoplDuck"]["source"] == "frankerfacez"
    assert emotes["SoSnowy"]["is_zero_width"]
    assert emotes["h!"]["is_modifier"]
    assert "junoplRude" not in emotes
    assert [source["problem"] for source in response["sources"]] == [None, None, None]
    # Twitch's own emotes are listed too; an emote of a service takes precedence over Twitch's with the same name.
    assert (emotes["junoplHi"]["source"], emotes["Kappa"]["source"]) == ("twitch", "twitch")
    assert emotes["junoplWave"]["source"] == "betterttv"
    assert emotes["junoplHi"]["url"].startswith("http")


async def test_each_emote_lists_the_connected_platforms_on_which_it_works(owner: ApiClient, channel_id: str) -> None:
    await owner.connect("junoplays", channel_id=channel_id)
    known = {"catJAM", "junoplHi", "Kappa"}
    response = await fetch_until(owner, channel_id, lambda response: by_name(response).keys() >= known)
    assert {name: by_name(response)[name]["providers"] for name in known} == {name: ["twitch"] for name in known}


async def test_channel_without_a_stream_platform_has_the_global_emotes(owner: ApiClient, channel_id: str) -> None:
    response = await owner.get(f"/channels/{channel_id}/emotes")
    assert {emote["source"] for emote in response["emotes"]} == {"7tv", "betterttv", "frankerfacez"}
    assert "catJAM" not in by_name(response)
    assert {tuple(emote["providers"]) for emote in response["emotes"]} == {()}


async def test_unavailable_service_does_not_affect_the_others(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await greenroom.control("/7tv/fail", next=1000, status=500, path_prefix="/7tv/v3/users")
    await greenroom.control("/twitch/fail", next=1000, status=500, path_prefix="/twitch/helix/chat/emotes")
    await owner.connect("marekfixes", channel_id=channel_id)
    known = {"catJAM", "EZ"}
    response = await fetch_until(
        owner,
        channel_id,
        lambda response: by_name(response).keys() >= known and by_key(response)["7tv"]["problem"] is not None,
    )
    assert by_key(response)["7tv"]["problem"] == "7TV answered with error 500"
    assert by_name(response)["catJAM"]["source"] == "betterttv"
    assert by_name(response)["EZ"]["source"] == "7tv"
    assert "marekfHi" not in by_name(response)


async def test_refresh_finds_a_new_emote_and_a_second_refresh_is_rate_limited(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, clock: FrozenClock
) -> None:
    await owner.connect("pixelharbor", channel_id=channel_id)
    await owner.get(f"/channels/{channel_id}/emotes")
    await greenroom.control("/7tv/add-emote", login="pixelharbor", name="justAdded")
    clock.advance(31)
    assert "justAdded" not in by_name(await owner.get(f"/channels/{channel_id}/emotes"))
    moderator = await greenroom.staff("odalys_", channel_id, Role.MOD)
    response = await moderator.ask("POST", f"/channels/{channel_id}/emotes/refresh")
    assert "justAdded" in by_name(response.json())
    again = await moderator.ask("POST", f"/channels/{channel_id}/emotes/refresh")
    assert refusal(again) == (429, "too_many_requests")
