"""An invitation has a lifetime, works once, and is valid only with its own token and channel."""

import pytest

from greenroom.accounts.access.rules import Role
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, Json, refusal

UNKNOWN_ID = "01890000-0000-7000-8000-000000000000"
HOUR = 3600


async def invite(client: ApiClient, channel_id: str, **body: int) -> Json:
    """Creates an invitation; returns its fields, and its token as `headers`."""
    answer = await client.ask("POST", f"/channels/{channel_id}/invites", json={"level": 7, **body})
    assert answer.status_code == 201, answer.text
    invitation: Json = answer.json()
    return invitation | {"headers": {"X-Invite-Token": str(invitation["link"]).partition("#token=")[2]}}


@pytest.mark.rows("P2")
async def test_lifetimes_are_an_hour_a_day_and_a_week(owner: ApiClient, channel_id: str) -> None:
    lifetimes: list[dict[str, int]] = [{"expires_in_seconds": HOUR}, {}, {"expires_in_seconds": 7 * 24 * HOUR}]
    ends = [(await invite(owner, channel_id, **lifetime))["expires_at"] for lifetime in lifetimes]
    assert [end[:19] for end in ends] == ["2030-01-02T04:04:05", "2030-01-03T03:04:05", "2030-01-09T03:04:05"]


async def test_invitation_is_valid_until_its_last_second(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, clock: FrozenClock
) -> None:
    invitation, odalys = await invite(owner, channel_id, expires_in_seconds=HOUR), await greenroom.sign_in("odalys_")
    path = f"/channel-invites/{invitation['id']}"
    clock.advance(HOUR - 1)
    assert (await odalys.ask("GET", path, headers=invitation["headers"])).status_code == 200
    clock.advance(1)
    assert refusal(await odalys.ask("GET", path, headers=invitation["headers"])) == (410, "invite_gone")
    assert [one["state"] for one in await owner.get(f"/channels/{channel_id}/invites")] == ["expired"]


async def test_used_invitation_cannot_be_used_again_by_the_same_user(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    invitation, odalys = await invite(owner, channel_id), await greenroom.sign_in("odalys_")
    path = f"/channel-invites/{invitation['id']}/accept"
    assert (await odalys.ask("POST", path, headers=invitation["headers"])).status_code == 200
    assert refusal(await odalys.ask("POST", path, headers=invitation["headers"])) == (410, "invite_gone")
    (listed,) = await owner.get(f"/channels/{channel_id}/invites")
    assert (listed["state"], listed["closed_by"]) == ("used", "Odalys_")


async def test_token_of_one_invitation_is_not_valid_for_another(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    invitation, other = await invite(owner, channel_id), await invite(owner, channel_id)
    odalys = await greenroom.sign_in("odalys_")
    addresses = (f"/channel-invites/{invitation['id']}", f"/channel-invites/{UNKNOWN_ID}")
    answers = [await odalys.ask("GET", address, headers=other["headers"]) for address in addresses]
    answers += [await odalys.ask("POST", f"{one}/accept", headers=other["headers"]) for one in addresses]
    assert {refusal(answer) for answer in answers} == {(404, "not_found")}


async def test_invitation_of_another_channel_cannot_be_revoked(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    invitation, odalys = await invite(owner, channel_id), await greenroom.sign_in("odalys_")
    other_channel = await odalys.create_channel("Theirs")
    assert refusal(await odalys.ask("DELETE", f"/channels/{other_channel}/invites/{invitation['id']}")) == (
        404,
        "not_found",
    )
    assert len(await owner.get(f"/channels/{channel_id}/invites")) == 1


async def test_invitation_ends_with_its_channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    invitation, odalys = await invite(owner, channel_id), await greenroom.sign_in("odalys_")
    await owner.ask("DELETE", "/user", params={"username": "junoplays"})
    answer = await odalys.ask("GET", f"/channel-invites/{invitation['id']}", headers=invitation["headers"])
    assert refusal(answer) == (404, "not_found")


async def test_guest_whose_access_ended_can_be_invited_without_an_end_of_access(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, clock: FrozenClock
) -> None:
    guest = await greenroom.staff("odalys_", channel_id, Role.MOD)
    await greenroom.set_access_end(channel_id, (await guest.get("/user"))["id"], clock.now)
    assert refusal(await guest.ask("GET", f"/channels/{channel_id}")) == (404, "channel_not_found")
    assert (await guest.get("/channels"))["total"] == 0
    invitation = await invite(owner, channel_id)
    await guest.ask("POST", f"/channel-invites/{invitation['id']}/accept", headers=invitation["headers"])
    assert (await guest.get(f"/channels/{channel_id}"))["role"] == "Mod"
