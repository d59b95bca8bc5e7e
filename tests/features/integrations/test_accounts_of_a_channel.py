"""Accounts of Spotify and Discord are connected to a channel, shown and disconnected."""

from typing import Any

import pytest

from support.greenroom_server import ApiClient, GreenroomServer

Json = dict[str, Any]

WITH_SPOTIFY_AND_DISCORD = pytest.mark.parametrize("provider", ["spotify", "discord"])


async def connected_account(client: ApiClient, channel_id: str, provider: str) -> Json:
    records = await client.get(f"/channels/{channel_id}/providers")
    return next(record for record in records if record["provider"] == provider)


@pytest.mark.rows("P11")
@WITH_SPOTIFY_AND_DISCORD
async def test_account_is_connected_shown_and_disconnected(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, provider: str
) -> None:
    async with owner.socket(f"/channels/{channel_id}/providers-ws") as socket:
        await owner.connect("junoplays", provider=provider, channel_id=channel_id)
        while (await socket.receive())["data"]["connection"]["state"] != "connected":
            continue
    shown = await connected_account(owner, channel_id, provider)
    assert (shown["display_name"], shown["scope_needed"]) == ("JunoPlays", False)
    assert shown["avatar_url"].startswith(greenroom.rehearsal_state.base_url)
    assert not shown["is_live"]
    answer = await owner.ask("DELETE", f"/channels/{channel_id}/providers/{shown['id']}")
    assert answer.status_code == 204
    assert await owner.get(f"/channels/{channel_id}/providers") == []


@WITH_SPOTIFY_AND_DISCORD
async def test_descriptor_offers_an_account_and_no_stream(owner: ApiClient, provider: str) -> None:
    descriptors = await owner.get("/platforms")
    flags = next(one["flags"] for one in descriptors if one["provider"] == provider)
    assert [name for name, is_on in flags.items() if is_on] == ["channelProvider"]
