"""Changing a channel through Helix."""

from dataclasses import replace

import pytest
from pydantic import JsonValue
from twitch_client import TwitchClient

from rehearsal.simulation.world import Channel

pytestmark = pytest.mark.asyncio(loop_scope="module")

SCOPE = "channel:manage:broadcast"


def channel_of(twitch: TwitchClient, login: str) -> Channel:
    return twitch.rehearsal.world.channel("twitch", twitch.rehearsal.world.person(login))


async def test_a_broadcaster_changes_all_fields_at_once(twitch: TwitchClient) -> None:
    access, person_id = (await twitch.sign_in("junoplays", SCOPE)).access, twitch.id_of("junoplays")
    body: dict[str, JsonValue] = {
        "title": "Tytuł 🎬",
        "game_id": "700103",
        "broadcaster_language": "pl",
        "delay": 15,
        "tags": ["Spokojnie", "日本語"],
        "content_classification_labels": [{"id": "Gambling", "is_enabled": True}],
        "is_branded_content": True,
    }
    response = await twitch.change_channel(access, person_id, body)
    assert (response.status_code, response.content) == (204, b"")
    (shown,) = (await twitch.helix("/channels", access, broadcaster_id=person_id)).json()["data"]
    assert shown | body == shown | {"content_classification_labels": body["content_classification_labels"]}
    assert shown["content_classification_labels"] == ["Gambling"]
    assert shown["game_name"] == "Tiny Tram Tycoon"


async def test_the_delay_is_hidden_from_others(twitch: TwitchClient) -> None:
    access, person_id = (await twitch.sign_in("junoplays", SCOPE)).access, twitch.id_of("junoplays")
    await twitch.change_channel(access, person_id, {"delay": 15})
    other = (await twitch.sign_in("marekfixes")).access
    (shown,) = (await twitch.helix("/channels", other, broadcaster_id=person_id)).json()["data"]
    assert shown["delay"] == 0


@pytest.mark.parametrize("game_id", ["", "0"])
async def test_category_and_tags_can_be_removed(twitch: TwitchClient, game_id: str) -> None:
    access = (await twitch.sign_in("junoplays", SCOPE)).access
    body: dict[str, JsonValue] = {"game_id": game_id, "tags": []}
    assert (await twitch.change_channel(access, twitch.id_of("junoplays"), body)).status_code == 204
    channel = channel_of(twitch, "junoplays")
    assert (channel.category.name, channel.tags) == ("", [])


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"title": ""},
        {"title": "x" * 141},
        {"title": 7},
        {"game_id": "999"},
        {"broadcaster_language": "polish"},
        {"delay": 901},
        {"tags": [f"tag{number}" for number in range(11)]},
        {"tags": ["x" * 26]},
        {"tags": ["two words"]},
        {"tags": [""]},
        {"content_classification_labels": [{"id": "Nonsense", "is_enabled": True}]},
    ],
)
async def test_invalid_channel_change_is_rejected_and_changes_nothing(
    twitch: TwitchClient, body: dict[str, JsonValue]
) -> None:
    access = (await twitch.sign_in("junoplays", SCOPE)).access
    before = replace(channel_of(twitch, "junoplays"))
    response = await twitch.change_channel(access, twitch.id_of("junoplays"), body)
    assert (response.status_code, response.json()["error"]) == (400, "Bad Request")
    assert channel_of(twitch, "junoplays") == before


async def test_only_partners_set_a_delay(twitch: TwitchClient) -> None:
    access = (await twitch.sign_in("brisket99", SCOPE)).access
    assert (await twitch.change_channel(access, twitch.id_of("brisket99"), {"delay": 1})).status_code == 400


async def test_content_label_for_mature_games_cannot_be_set(twitch: TwitchClient) -> None:
    access = (await twitch.sign_in("junoplays", SCOPE)).access
    body: dict[str, JsonValue] = {"content_classification_labels": [{"id": "MatureGame", "is_enabled": True}]}
    assert (await twitch.change_channel(access, twitch.id_of("junoplays"), body)).status_code == 403


async def test_changes_need_the_scope_and_the_users_own_channel(twitch: TwitchClient) -> None:
    plain, own = (await twitch.sign_in("junoplays")).access, (await twitch.sign_in("junoplays", SCOPE)).access
    without = await twitch.change_channel(plain, twitch.id_of("junoplays"), {"title": "x"})
    assert (without.status_code, without.json()["message"]) == (401, f"Missing scope: {SCOPE}")
    foreign = await twitch.change_channel(own, twitch.id_of("marekfixes"), {"title": "x"})
    assert foreign.status_code == 401
    assert (await twitch.change_channel(own, "", {"title": "x"})).status_code == 400
