"""Changed values of activities are exported with the channel's file, imported into another channel, and checked."""

from support.greenroom_server import ApiClient, GreenroomServer

FILE_START = "greenroom: 2\nactivity_values:\n  values:\n"


async def values_of(owner: ApiClient, channel_id: str) -> dict[str, int]:
    records = (await owner.get(f"/channels/{channel_id}/activity-values"))["records"]
    return {one["key"]: one["value"] for one in records if one["value"] != one["default"]}


async def test_changed_values_are_part_of_the_file(owner: ApiClient, channel_id: str) -> None:
    path = f"/channels/{channel_id}"
    changed = {"sub_1": 3_000_000, "EUR": 1_200_000}
    assert (await owner.ask("PUT", f"{path}/activity-values", json={"values": changed})).is_success
    content = (await owner.ask("GET", f"{path}/channel-file")).text
    assert "activity_values:\n  values:\n    EUR: 1200000\n    sub_1: 3000000\n" in content
    other = await owner.create_channel("Another")
    applied = await owner.ask("POST", f"/channels/{other}/channel-file/apply", json={"content": content})
    assert applied.is_success, applied.text
    assert await values_of(owner, other) == changed


async def test_unknown_value_in_a_file_is_a_problem_that_names_the_value(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    body = {"content": f"{FILE_START}    EUR: 1000000\n    XYZ: 5\n"}
    found = (await owner.ask("POST", f"/channels/{channel_id}/channel-file/diff", json=body)).json()
    (problem,) = found["problems"]
    assert "XYZ" in problem["message"]
    assert await values_of(owner, channel_id) == {}
    assert await greenroom.rows("SELECT * FROM activity_values") == []
