"""Test activities of every kind and platform, and the values that a channel can change."""

import pytest

from greenroom.features.activity.records.values import DEFAULT_VALUES, RATES_MONTH
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields

# The kinds of activity of each platform, in the order of the screen.
KINDS = {
    "twitch": ["follow", "sub", "resub", "gift", "gift_bomb", "cheer", "raid", "redemption"],
    "youtube": ["super_chat", "super_sticker", "membership", "milestone", "membership_gift", "tip"],
    "kick": ["follow", "sub", "resub", "gift", "gift_bomb", "kicks", "raid", "redemption"],
    "tiktok": ["follow", "sub", "resub", "tiktok_gift", "like", "share"],
}
WITHOUT_VALUE = {"follow", "raid", "redemption", "like", "share"}


async def send_test(owner: ApiClient, channel_id: str, provider: str, kind: str) -> Json:
    body = {"provider": provider, "kind": kind}
    response = await owner.ask("POST", f"/channels/{channel_id}/activities/test", json=body)
    assert response.status_code == 201, response.text
    return response.json()


async def test_test_activity_of_every_kind_and_platform_can_be_sent(owner: ApiClient, channel_id: str) -> None:
    listed = await owner.get(f"/channels/{channel_id}/activity-kinds")
    assert {one["provider"]: one["kinds"] for one in listed["records"]} == KINDS
    sent = [await send_test(owner, channel_id, provider, kind) for provider in KINDS for kind in KINDS[provider]]
    assert all(one["is_test"] and one["viewer_name"] and one["count"] > 0 for one in sent)
    assert {one["kind"] for one in sent if one["value"] == 0} == WITHOUT_VALUE
    page = await owner.get(f"/channels/{channel_id}/activities", limit=100)
    assert page["records"] == list(reversed(sent))


async def test_kind_that_the_platform_does_not_have_is_refused_with_the_reason(
    owner: ApiClient, channel_id: str
) -> None:
    body = {"provider": "tiktok", "kind": "gift_bomb"}
    response = await owner.ask("POST", f"/channels/{channel_id}/activities/test", json=body)
    assert (response.status_code, error_fields(response)) == (422, ["kind"])
    assert response.json()["message"] == "TikTok has no activity of the kind gift bomb"
    assert (await owner.get(f"/channels/{channel_id}/activities"))["records"] == []


async def test_test_activity_belongs_to_the_connection_of_its_platform(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    assert (await send_test(owner, channel_id, "twitch", "raid"))["connection_id"] is None
    await owner.connect("junoplays", channel_id=channel_id)
    (connection,) = await owner.get(f"/channels/{channel_id}/providers")
    assert (await send_test(owner, channel_id, "twitch", "raid"))["connection_id"] == connection["id"]
    assert (await send_test(owner, channel_id, "kick", "raid"))["connection_id"] is None


@pytest.mark.both_databases
async def test_channel_can_change_values_and_reset_them(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    path, other = f"/channels/{channel_id}/activity-values", await owner.create_channel("Another")
    defaults = {"records": [{"key": key, "value": value, "default": value} for key, value in DEFAULT_VALUES.items()]}
    assert await owner.get(path) == {**defaults, "rates_of": RATES_MONTH}
    before = await send_test(owner, channel_id, "twitch", "cheer")
    for values, value in (({"BITS": 20_000, "sub_1": 0}, 10_000_000), ({"sub_1": 7}, 5_000_000), ({}, 5_000_000)):
        response = await owner.ask("PUT", path, json={"values": values})
        assert response.json() == await owner.get(path)
        changed = {one["key"]: one["value"] for one in response.json()["records"] if one["value"] != one["default"]}
        assert changed == values
        assert (await send_test(owner, channel_id, "twitch", "cheer"))["value"] == value
    # Stored activities keep their value, and other channels keep their values.
    page = await owner.get(f"/channels/{channel_id}/activities")
    assert page["records"][-1] == before
    assert (await owner.get(f"/channels/{other}/activity-values"))["records"] == defaults["records"]
    assert await greenroom.rows("SELECT * FROM activity_values") == []


async def test_test_activities_are_published(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    async with owner.socket("/live") as socket:
        await socket.subscribe(channel_id, "activity")
        sent = await send_test(owner, channel_id, "youtube", "super_chat")
        (event,) = (await socket.receive())["events"]
    assert (event["type"], {**event["activity"], "acknowledged": False}) == ("activity", sent)
    assert (sent["amount"], sent["currency"], sent["decimals"], sent["value"]) == (1_000, "USD", 2, 10_000_000)
