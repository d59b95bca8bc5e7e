"""Notices of the operators, which every signed-in user gets."""

from datetime import timedelta

import pytest

from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, error_fields, refusal


async def post(operator: ApiClient, text: str = "Maintenance at 18:00", **fields: object) -> str:
    answer = await operator.ask("POST", "/admin/notices", json={"text": text, **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


async def shown_notices(client: ApiClient) -> list[str]:
    return [notice["text"] for notice in (await client.get("/user"))["notices"]]


@pytest.mark.both_databases
async def test_every_user_sees_a_notice_until_it_is_deleted(greenroom: GreenroomServer, owner: ApiClient) -> None:
    odalys = await greenroom.sign_in_directly("odalys_")
    async with odalys.socket("/live") as socket:
        await socket.send({"type": "subscribe", "topic": "notices"})
        await socket.receive()
        notice_id = await post(owner, "<b>Maintenance</b> at 18:00", level="warning")
        assert (await socket.receive())["events"] == [{"event": "notices_changed"}]
        (notice,) = (await odalys.get("/user"))["notices"]
        assert (notice["id"], notice["text"], notice["level"]) == (notice_id, "<b>Maintenance</b> at 18:00", "warning")
        assert (await owner.ask("DELETE", f"/admin/notices/{notice_id}")).status_code == 204
        assert (await socket.receive())["events"] == [{"event": "notices_changed"}]
    assert await shown_notices(odalys) == []
    assert (await owner.ask("DELETE", f"/admin/notices/{notice_id}")).status_code == 404


async def test_notice_ends_at_its_time(greenroom: GreenroomServer, owner: ApiClient, clock: FrozenClock) -> None:
    await post(owner, "Until tomorrow", ends_at=(clock() + timedelta(days=1)).isoformat())
    await post(owner, "Until deleted")
    assert await shown_notices(owner) == ["Until deleted", "Until tomorrow"]
    clock.advance(86_401)
    assert await shown_notices(owner) == ["Until deleted"]
    assert [one["text"] for one in await owner.get("/admin/notices")] == ["Until deleted"]


async def test_sixth_notice_is_refused_until_another_notice_ends(owner: ApiClient, clock: FrozenClock) -> None:
    for number in range(5):
        await post(owner, f"Notice {number}", ends_at=(clock() + timedelta(hours=1)).isoformat())
    refused = await owner.ask("POST", "/admin/notices", json={"text": "One more"})
    assert refusal(refused) == (409, "too_many_notices")
    clock.advance(3_601)
    await post(owner, "One more")


@pytest.mark.parametrize(
    ("field", "value"),
    [("text", ""), ("text", "x" * 301), ("text", "two\nlines"), ("level", "loud"), ("ends_at", "2020-01-01T00:00:00Z")],
)
async def test_invalid_notice_names_its_field(owner: ApiClient, field: str, value: str) -> None:
    answer = await owner.ask("POST", "/admin/notices", json={"text": "Hello", field: value})
    assert (answer.status_code, error_fields(answer)) == (422, [field])


async def test_notices_are_denied_without_sign_in(greenroom: GreenroomServer) -> None:
    async with (await greenroom.client()).socket("/public-live") as socket:
        await socket.send({"type": "subscribe", "topic": "notices"})
        assert (await socket.receive())["type"] == "denied"
