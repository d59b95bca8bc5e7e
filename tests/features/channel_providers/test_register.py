"""Platforms connected by handle instead of OAuth: TikTok."""

import pytest

from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal


async def register(client: ApiClient, channel_id: str, handle: str, provider: str = "tiktok") -> Json:
    answer = await client.ask(
        "POST", f"/channels/{channel_id}/providers", json={"provider": provider, "handle": handle}
    )
    assert answer.status_code == 201, answer.text
    return answer.json()


@pytest.mark.rows("P3", "P10", "R1")
async def test_platform_is_connected_by_the_handle_alone(owner: ApiClient, channel_id: str) -> None:
    added = await register(owner, channel_id, "junoplays")
    (listed,) = await owner.get(f"/channels/{channel_id}/providers")
    assert listed["id"] == added["id"]
    assert (added["provider"], added["provider_channel_name"], added["connected_by"]) == (
        "tiktok",
        "junoplays",
        "JunoPlays",
    )
    assert (added["scope_needed"], added["missing_scopes"], added["bot_provider"]) == (False, [], None)
    assert added["channel_url"] == "https://www.tiktok.com/@junoplays/live"


@pytest.mark.parametrize(
    "pasted", [" @junoplays ", "https://www.tiktok.com/@junoplays/live", "https://www.tiktok.com/@junoplays?lang=en"]
)
async def test_handle_is_extracted_from_pasted_text(owner: ApiClient, channel_id: str, pasted: str) -> None:
    assert (await register(owner, channel_id, pasted))["provider_channel_name"] == "junoplays"


async def test_unknown_handle_is_rejected_with_its_field(owner: ApiClient, channel_id: str) -> None:
    body = {"provider": "tiktok", "handle": "nobody.at.all"}
    answer = await owner.ask("POST", f"/channels/{channel_id}/providers", json=body)
    assert (refusal(answer), error_fields(answer)) == ((404, "handle_not_found"), ["handle"])
    assert await owner.get(f"/channels/{channel_id}/providers") == []


BAD_HANDLES: list[str] = ["", "@", "two words", "semi;colon", "a" * 101, "nul\0", "https://www.tiktok.com/"]


async def test_invalid_handle_is_rejected_with_its_field(owner: ApiClient, channel_id: str) -> None:
    for handle in BAD_HANDLES:
        body = {"provider": "tiktok", "handle": handle}
        answer = await owner.ask("POST", f"/channels/{channel_id}/providers", json=body)
        assert (refusal(answer), error_fields(answer)) == ((422, "invalid"), ["handle"]), handle


OTHER_PROVIDERS: list[str] = ["twitch", "7tv", "nowhere", "nul\0"]


async def test_other_platforms_cannot_be_registered_by_handle(owner: ApiClient, channel_id: str) -> None:
    for provider in OTHER_PROVIDERS:
        body = {"provider": provider, "handle": "junoplays"}
        answer = await owner.ask("POST", f"/channels/{channel_id}/providers", json=body)
        assert (refusal(answer), error_fields(answer)) == ((422, "invalid"), ["provider"]), provider


@pytest.mark.both_databases
async def test_handle_can_be_registered_by_several_channels(owner: ApiClient, channel_id: str) -> None:
    first = await register(owner, channel_id, "junoplays")
    second = await register(owner, await owner.create_channel("Other"), "junoplays")
    assert (first["provider_channel_name"], second["provider_channel_name"]) == ("junoplays", "junoplays")
    assert first["id"] != second["id"]


@pytest.mark.both_databases
async def test_handle_registered_twice_is_one_connection(owner: ApiClient, channel_id: str) -> None:
    first, second = await register(owner, channel_id, "junoplays"), await register(owner, channel_id, "@JunoPlays")
    assert first["id"] == second["id"]
    assert len(await owner.get(f"/channels/{channel_id}/providers")) == 1


@pytest.mark.both_databases
@pytest.mark.rows("T7", "P3")
async def test_connection_by_handle_is_published_and_can_be_removed(owner: ApiClient, channel_id: str) -> None:
    async with owner.socket(f"/channels/{channel_id}/providers-ws") as socket:
        added = await register(owner, channel_id, "junoplays")
        assert (await socket.receive())["action"] == "new"
        assert (await owner.ask("DELETE", f"/channels/{channel_id}/providers/{added['id']}")).status_code == 204
        while (await socket.receive())["action"] != "deleted":
            pass
    assert await owner.get(f"/channels/{channel_id}/providers") == []


async def test_unreachable_platform_connects_nothing(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await greenroom.control("/tiktok/plug", on=False)
    body = {"provider": "tiktok", "handle": "junoplays"}
    answer = await owner.ask("POST", f"/channels/{channel_id}/providers", json=body)
    assert refusal(answer) == (502, "platform_unavailable")
    assert await owner.get(f"/channels/{channel_id}/providers") == []


async def test_deleting_the_user_deletes_connections_by_handle(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await register(owner, channel_id, "junoplays")
    assert (await owner.ask("DELETE", "/user", params={"username": "junoplays"})).status_code == 204
    assert await greenroom.rows("SELECT id FROM channel_providers") == []
    assert await greenroom.rows("SELECT id FROM credentials WHERE provider = 'tiktok'") == []
