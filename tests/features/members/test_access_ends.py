"""Access that ends by itself, at a time or after a stream."""

from datetime import timedelta

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.accounts.topics import ACCESS_END_CHANGED
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal
from support.members import change_access_end, end_due_access, members_of, user_id_of

CHANNEL_NOT_FOUND = (404, "channel_not_found")


async def invite_and_accept(owner: ApiClient, channel_id: str, guest: ApiClient, **body: object) -> Json:
    """Invites the guest, who tries to accept; returns what the guest was shown, and the response's status and body."""
    invitation = (await owner.ask("POST", f"/channels/{channel_id}/invites", json={"level": 7, **body})).json()
    headers = {"X-Invite-Token": str(invitation["link"]).partition("#token=")[2]}
    shown = (await guest.ask("GET", f"/channel-invites/{invitation['id']}", headers=headers)).json()
    answer = await guest.ask("POST", f"/channel-invites/{invitation['id']}/accept", headers=headers)
    return {"shown": shown, "status": answer.status_code, "body": answer.json()}


@pytest.mark.rows("P2", "P7")
async def test_guest_has_access_for_24_hours(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, clock: FrozenClock
) -> None:
    guest = await greenroom.sign_in("odalys_")
    accepted = await invite_and_accept(owner, channel_id, guest, access_ends="24h")
    assert (accepted["status"], accepted["shown"]["access_ends"]) == (200, "24h")
    clock.advance(24 * 3600 - 1)
    assert (await guest.get(f"/channels/{channel_id}"))["role"] == "Mod"
    clock.advance(1)
    assert refusal(await guest.ask("GET", f"/channels/{channel_id}")) == CHANNEL_NOT_FOUND
    await end_due_access(greenroom)
    assert list(await members_of(owner, channel_id)) == ["JunoPlays"]
    (row,) = await greenroom.rows("SELECT author_kind, subject_name FROM audit_entries WHERE title = 'Access ended'")
    assert tuple(row.values()) == ("job", "Odalys_")


async def test_invitation_expires_when_the_access_that_it_offers_would_end(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, clock: FrozenClock
) -> None:
    body = {"level": 7, "access_ends": "date", "access_ends_at": (clock.now + timedelta(hours=1)).isoformat()}
    await owner.ask("POST", f"/channels/{channel_id}/invites", json=body)
    clock.advance(3600)
    assert [one["state"] for one in await owner.get(f"/channels/{channel_id}/invites")] == ["expired"]


async def test_invitation_as_owner_cannot_have_an_end_of_access(owner: ApiClient, channel_id: str) -> None:
    body = {"level": 500, "access_ends": "24h"}
    assert error_fields(await owner.ask("POST", f"/channels/{channel_id}/invites", json=body)) == ["access_ends"]


async def test_member_without_an_end_of_access_gets_none_from_an_invitation(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    refused = await invite_and_accept(owner, channel_id, mod, level=100, access_ends="24h")
    assert (refused["status"], refused["body"]["type"]) == (409, "conflict")
    # The invitation is not used up.
    assert [one["state"] for one in await owner.get(f"/channels/{channel_id}/invites")] == ["open"]
    assert (await invite_and_accept(owner, channel_id, mod, access_ends="24h"))["status"] == 200
    assert (await members_of(owner, channel_id))["Odalys_"]["expires_at"] is None


async def test_shorter_invitation_for_the_same_role_does_not_shorten_the_access(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    guest = await greenroom.sign_in("odalys_")
    for ends in ("24h", "7d", "24h"):
        assert (await invite_and_accept(owner, channel_id, guest, access_ends=ends))["status"] == 200
    assert (await members_of(owner, channel_id))["Odalys_"]["expires_at"].startswith("2030-01-09")


@pytest.mark.rows("P7")
async def test_end_of_access_is_set_and_removed(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    ends: list[tuple[str | None, bool]] = []
    for kind in ("7d", "after_stream", "never"):
        assert (await change_access_end(owner, channel_id, mod, kind)).status_code == 204
        member = (await members_of(owner, channel_id))["Odalys_"]
        ends.append(((member["expires_at"] or "")[:10], member["ends_after_stream"]))
    assert ends == [("2030-01-09", False), ("", True), ("", False)]


@pytest.mark.rows("P7")
async def test_open_pages_and_sockets_lose_access_in_the_second_it_ends(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, clock: FrozenClock
) -> None:
    guest = await greenroom.staff("odalys_", channel_id, Role.MOD)
    await change_access_end(owner, channel_id, guest, "24h")
    async with guest.socket("/live") as socket:
        await socket.send({"type": "subscribe", "topic": f"user:{await user_id_of(guest)}"})
        while (await socket.receive())["type"] != "subscribed":
            pass
        await socket.subscribe(channel_id, "chat")
        clock.advance(24 * 3600)
        # The server waits in real time for the end, but a change of any end makes it check the clock at once.
        await greenroom.kernel.bus.publish(ACCESS_END_CHANGED, channel_id.encode())
        frames = [await socket.receive(), await socket.receive()]
    assert {frame["type"] for frame in frames} == {"events", "denied"}
    assert [{"event": "channels_changed"}] in [frame.get("events") for frame in frames]


async def test_guest_whose_access_ended_can_neither_connect_a_platform_nor_invite(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, clock: FrozenClock
) -> None:
    """The consent at the platform and the invitation were begun before the access ended."""
    admin, invited = await greenroom.staff("odalys_", channel_id, Role.ADMIN), await greenroom.sign_in("marekfixes")
    invitation = (await admin.ask("POST", f"/channels/{channel_id}/invites", json={"level": 7})).json()
    target = {"redirect_to": "/", "channel_id": channel_id}
    consented = await admin.consent((await admin.get("/twitch/connect-chat-url", **target))["url"], "odalys_")
    await greenroom.set_access_end(channel_id, (await admin.get("/user"))["id"], clock.now)
    headers = {"X-Invite-Token": invitation["link"].rpartition("#token=")[2]}
    accepted = await invited.ask("POST", f"/channel-invites/{invitation['id']}/accept", headers=headers)
    assert refusal(accepted) == (410, "invite_gone")
    assert refusal(await admin.complete_oauth(consented)) == (403, "forbidden")
    assert refusal(await admin.ask("GET", "/twitch/connect-chat-url", params=target)) == CHANNEL_NOT_FOUND
    assert await owner.get(f"/channels/{channel_id}/providers") == []
