"""Kick's channel rewards and KICKs."""

import pytest
from kick_player import KickPlayer

from rehearsal.clock import Clock

pytestmark = pytest.mark.asyncio(loop_scope="module")

PATH = "/v1/channels/rewards"


async def test_rewards_are_made_changed_and_deleted_by_the_app(kick: KickPlayer) -> None:
    token = await kick.token("junoplays")
    made = (await kick.call("POST", PATH, token, body={"title": "Stretch", "cost": 300})).json()["data"]
    assert (made["background_color"], made["is_enabled"], made["is_paused"]) == ("#00e701", True, False)
    changed = await kick.call("PATCH", f"{PATH}/{made['id']}", token, body={"is_paused": True})
    assert changed.json()["data"]["is_paused"] is True
    assert (await kick.call("DELETE", f"{PATH}/{made['id']}", token)).status_code == 204
    assert (await kick.call("GET", PATH, token)).json()["data"] == []
    assert (await kick.call("PATCH", f"{PATH}/{made['id']}", token, body={"cost": 1})).status_code == 404


@pytest.mark.parametrize(
    "body", [{"title": "x"}, {"cost": 5}, {"title": "x" * 51, "cost": 5}, {"title": "x", "cost": 0}, {}]
)
async def test_a_wrong_reward_is_a_bad_request(kick: KickPlayer, body: dict[str, object]) -> None:
    assert (await kick.call("POST", PATH, await kick.token("junoplays"), body=body)).status_code == 400


async def test_a_channel_has_fifteen_rewards(kick: KickPlayer) -> None:
    token = await kick.token("junoplays")
    statuses = [
        (await kick.call("POST", PATH, token, body={"title": f"r{number}", "cost": 1})).status_code
        for number in range(16)
    ]
    assert statuses == [200] * 15 + [400]


async def test_redemptions_are_decided_once_and_only_for_the_apps_own_rewards(kick: KickPlayer) -> None:
    token = await kick.token("junoplays")
    await kick.call("POST", PATH, token, body={"title": "Stretch", "cost": 300})
    mine = await kick.command("/redeem", login="junoplays", title="Stretch", text="now")
    foreign = await kick.command("/redeem", login="junoplays", title="Made on the site")
    rows = (await kick.call("GET", f"{PATH}/redemptions", token)).json()["data"]
    assert [row["reward"]["can_manage"] for row in rows] == [True, False]
    ids = [mine["redemption_id"], foreign["redemption_id"], "01UNKN0WN"]
    failures = (await kick.call("POST", f"{PATH}/redemptions/accept", token, body={"ids": ids})).json()["data"]
    assert [row["reason"] for row in failures] == ["NOT_OWNED", "NOT_FOUND"]
    again = await kick.call("POST", f"{PATH}/redemptions/reject", token, body={"ids": ids[:1]})
    assert [row["reason"] for row in again.json()["data"]] == ["NOT_PENDING"]
    accepted = (await kick.call("GET", f"{PATH}/redemptions", token, status="accepted")).json()["data"]
    assert [row["redemptions"][0]["user_input"] for row in accepted] == ["now"]
    by_id = await kick.call("GET", f"{PATH}/redemptions", token, id=[str(ids[1])])
    assert len(by_id.json()["data"]) == 1
    assert (await kick.call("GET", f"{PATH}/redemptions", token, id=[str(ids[1])], status="pending")).status_code == 400


async def test_the_leaderboard_adds_up_by_week_month_and_for_ever(kick: KickPlayer, clock: Clock) -> None:
    token = await kick.token("junoplays")
    for viewer, amount in ((0, 100), (1, 300), (0, 250)):
        await kick.command("/pay", login="junoplays", viewer=kick.viewer(viewer), amount=amount)
    clock.advance(8 * 86_400)
    token = await kick.token("junoplays")
    board = (await kick.call("GET", "/v1/kicks/leaderboard", token, top=1)).json()["data"]
    assert [(row["rank"], row["gifted_amount"]) for row in board["lifetime"]] == [(1, 350)]
    assert (len(board["month"]), board["week"]) == (1, [])
    assert (await kick.call("GET", "/v1/kicks/leaderboard", token, top=101)).status_code == 400
    assert (await kick.call("GET", "/v1/kicks/leaderboard", await kick.app_token())).status_code == 401
