"""Limits per user: channels, connected platforms and open invitations."""

import asyncio

import httpx
import pytest

from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, refusal

EDITOR = 100


async def create_channel(client: ApiClient) -> httpx.Response:
    return await client.ask("POST", "/channels", json={"display_name": "Late Shift"})


async def create_invite(client: ApiClient, channel_id: str) -> httpx.Response:
    return await client.ask("POST", f"/channels/{channel_id}/invites", json={"level": EDITOR})


@pytest.mark.both_databases
async def test_user_owns_a_limited_number_of_channels(
    greenroom: GreenroomServer, owner: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(greenroom.settings, "max_channels_per_user", 2)
    answers = await asyncio.gather(*(create_channel(owner) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [201, 201, 409, 409]
    refused = next(answer for answer in answers if answer.status_code == 409)
    assert refused.json() == {
        "type": "limit_reached",
        "message": "You have 2 channels, the maximum per user. Delete one first, or ask your server admin.",
    }
    other = await greenroom.sign_in_directly("odalys_")
    assert (await create_channel(other)).status_code == 201


@pytest.mark.both_databases
async def test_user_has_a_limited_number_of_open_invitations(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(greenroom.settings, "max_invites_per_user", 2)
    answers = [await create_invite(owner, channel_id) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 409]
    clock.advance(86_400)
    assert (await create_invite(owner, channel_id)).status_code == 201


@pytest.mark.both_databases
async def test_user_connects_a_limited_number_of_platforms(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(greenroom.settings, "max_platforms_per_user", 1)
    await owner.connect("junoplays", channel_id=channel_id)
    query = {"redirect_to": "/channel-provider-connected", "channel_id": channel_id}
    url = (await owner.get("/twitch/connect-chat-url", **query))["url"]
    oauth = await owner.complete_oauth(await owner.consent(url, "marekfixes"))
    by_handle = await owner.ask(
        "POST", f"/channels/{channel_id}/providers", json={"provider": "tiktok", "handle": "junoplays"}
    )
    assert [refusal(answer) for answer in (oauth, by_handle)] == [(409, "limit_reached")] * 2
    assert (await owner.connect("junoplays", channel_id=channel_id))["kind"] == "channel_provider"
