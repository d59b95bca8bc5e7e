"""The public page of a leaderboard has names and balances, and is not found while the leaderboard is private."""

import pytest
from point_channel import PointChannel

from support.greenroom_server import GreenroomServer, refusal


@pytest.mark.rows("A1", "P6")
async def test_everyone_reads_names_and_balances_while_the_leaderboard_is_public(
    greenroom: GreenroomServer, points: PointChannel
) -> None:
    await points.turn_on(public_leaderboard=True, name_plural="pinecones")
    ana, bo, cleo = [
        await points.add_viewer(one, name) for one, name in (("kick", "Ana"), ("twitch", "Bo"), ("youtube", "Cleo"))
    ]
    for viewer, earned in ((ana, 30), (bo, 80), (cleo, 5)):
        await points.earn(viewer, earned)
    await points.link(ana, cleo)
    anonymous = await greenroom.client()
    answer = await anonymous.ask("GET", f"{points.path}/public-leaderboard")
    shown = answer.json()
    assert shown["points_name"] == "pinecones"
    assert [(one["rank"], one["name"], one["balance"]) for one in shown["records"]] == [(1, "Bo", 80), (2, "Ana", 35)]
    assert sorted(shown["records"][1]["providers"]) == ["kick", "youtube"]
    assert "id-ana" not in answer.text


async def test_private_leaderboard_is_not_found(greenroom: GreenroomServer, points: PointChannel) -> None:
    await points.turn_on()
    anonymous, path = await greenroom.client(), f"{points.path}/public-leaderboard"
    assert refusal(await anonymous.ask("GET", path)) == (404, "leaderboard_not_found")
    await points.put_settings(public_leaderboard=True)
    assert (await anonymous.ask("GET", path)).status_code == 200
    await points.put_settings(enabled=False)
    assert refusal(await anonymous.ask("GET", path)) == (404, "leaderboard_not_found")


async def test_public_leaderboard_ends_after_a_hundred_rows(greenroom: GreenroomServer, points: PointChannel) -> None:
    await points.turn_on(public_leaderboard=True)
    for number in range(101):
        await points.earn(("twitch", f"id-{number}"), number + 1)
    shown = await (await greenroom.client()).get(f"{points.path}/public-leaderboard")
    assert [one["balance"] for one in shown["records"]] == [*range(101, 1, -1)]
