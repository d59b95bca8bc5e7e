"""Sessions last thirty days after the last visit, and users can end each of them."""

import pytest

from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, refusal

MINUTE = 60
DAY = 24 * 3600
UNKNOWN_ID = "01890000-0000-7000-8000-000000000000"


@pytest.mark.rows("T1", "K1", "A1")
async def test_call_without_a_token_is_unauthenticated(greenroom: GreenroomServer) -> None:
    client = await greenroom.client()
    answer = await client.ask("GET", "/user")
    assert refusal(answer) == (401, "unauthenticated")
    assert answer.json()["message"]


@pytest.mark.rows("T1", "T11")
async def test_malformed_or_misplaced_token_is_unauthenticated(greenroom: GreenroomServer, owner: ApiClient) -> None:
    values = (f"Basic {owner.token}", f"{owner.token}", "Bearer", "Bearer wrong", f"Bearer {owner.token}x")
    answers = [await owner.ask("GET", "/user", headers={"Authorization": value}) for value in values]
    assert {refusal(answer) for answer in answers} == {(401, "unauthenticated")}
    in_url = await (await greenroom.client()).ask("GET", f"/user?access_token={owner.token}&token={owner.token}")
    assert refusal(in_url) == (401, "unauthenticated")


async def test_session_list_names_each_browser_and_marks_the_current_one(
    greenroom: GreenroomServer, clock: FrozenClock
) -> None:
    first = await greenroom.sign_in()
    clock.advance(MINUTE)
    second = await greenroom.sign_in()
    sessions = await second.get("/user/sessions")
    assert [one["is_current"] for one in sessions] == [True, False]
    assert {one["browser"] for one in sessions} == {"Firefox on Linux"}
    assert [one["is_current"] for one in await first.get("/user/sessions")] == [False, True]


@pytest.mark.rows("U1")
async def test_signing_out_ends_only_this_session(greenroom: GreenroomServer) -> None:
    first, second = await greenroom.sign_in(), await greenroom.sign_in()
    assert (await first.ask("DELETE", "/user/sessions/current")).status_code == 204
    assert refusal(await first.ask("GET", "/user")) == (401, "unauthenticated")
    assert len(await second.get("/user/sessions")) == 1


async def test_signing_out_everywhere_ends_all_sessions_of_this_user_only(greenroom: GreenroomServer) -> None:
    first, second, other_user = await greenroom.sign_in(), await greenroom.sign_in(), await greenroom.sign_in("odalys_")
    assert (await first.ask("DELETE", "/user/sessions")).status_code == 204
    answers = [await client.ask("GET", "/user") for client in (first, second)]
    assert {refusal(answer) for answer in answers} == {(401, "unauthenticated")}
    assert await other_user.get("/user")


async def test_one_session_of_the_list_can_be_ended(greenroom: GreenroomServer) -> None:
    first, lost = await greenroom.sign_in(), await greenroom.sign_in()
    lost_id = next(one["id"] for one in await lost.get("/user/sessions") if one["is_current"])
    assert (await first.ask("DELETE", f"/user/sessions/{lost_id}")).status_code == 204
    assert refusal(await lost.ask("GET", "/user")) == (401, "unauthenticated")
    assert refusal(await first.ask("DELETE", f"/user/sessions/{lost_id}")) == (404, "not_found")


async def test_session_of_another_user_cannot_be_ended(greenroom: GreenroomServer, owner: ApiClient) -> None:
    other_user = await greenroom.sign_in("odalys_")
    session_id = (await owner.get("/user/sessions"))[0]["id"]
    answers = [await other_user.ask("DELETE", f"/user/sessions/{one}") for one in (session_id, UNKNOWN_ID)]
    assert {refusal(answer) for answer in answers} == {(404, "not_found")}
    assert await owner.get("/user")


async def test_session_ends_thirty_days_after_the_last_visit(greenroom: GreenroomServer, clock: FrozenClock) -> None:
    client = await greenroom.sign_in()
    clock.advance(30 * DAY)
    assert refusal(await client.ask("GET", "/user")) == (401, "unauthenticated")


async def test_each_visit_extends_the_session_by_thirty_days(greenroom: GreenroomServer, clock: FrozenClock) -> None:
    client = await greenroom.sign_in()
    for _ in range(3):
        clock.advance(30 * DAY - 1)
        assert await client.get("/user")
    assert (await client.get("/user/sessions"))[0]["last_seen_at"].startswith("2030-04-02")


async def test_visits_within_five_minutes_are_not_stored(greenroom: GreenroomServer, clock: FrozenClock) -> None:
    client = await greenroom.sign_in()
    clock.advance(5 * MINUTE - 1)
    await client.get("/user")
    assert (await client.get("/user/sessions"))[0]["last_seen_at"] == "2030-01-02T03:04:05.678000Z"
    clock.advance(1)
    await client.get("/user")
    assert (await client.get("/user/sessions"))[0]["last_seen_at"] == "2030-01-02T03:09:05.678000Z"


async def test_expired_session_is_not_listed(greenroom: GreenroomServer, clock: FrozenClock) -> None:
    await greenroom.sign_in()
    clock.advance(30 * DAY)
    assert len(await (await greenroom.sign_in()).get("/user/sessions")) == 1
