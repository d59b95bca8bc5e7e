"""The setting `sign_up` decides which users may create an account."""

from urllib.parse import urlsplit

import httpx
import pytest

from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, Json, refusal

EDITOR = 100
ADMIN = 200


@pytest.fixture
def invited_only(greenroom: GreenroomServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(greenroom.settings, "sign_up", "invited")


async def invite(inviter: ApiClient, channel_id: str) -> Json:
    answer = await inviter.ask("POST", f"/channels/{channel_id}/invites", json={"level": EDITOR})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def try_sign_in(client: ApiClient, login: str, invitation: Json | None = None) -> httpx.Response:
    """Signs in from the link of an invitation, or without an invitation."""
    query: dict[str, str] = {}
    headers: dict[str, str] = {}
    if invitation is not None:
        link = urlsplit(str(invitation["link"]))
        query = {"invite_id": invitation["id"], "next": link.path}
        headers = {"X-Invite-Token": link.fragment.removeprefix("token=")}
    started = await client.ask("GET", "/twitch/sign-in-url", params=query, headers=headers)
    assert started.status_code == 200, started.text
    return await client.complete_oauth(await client.consent(started.json()["url"], login))


async def usernames(greenroom: GreenroomServer) -> list[str]:
    return [row["username"] for row in await greenroom.rows("SELECT username FROM users ORDER BY username")]


@pytest.mark.both_databases
async def test_new_user_needs_an_invitation_and_is_not_stored_without_one(
    greenroom: GreenroomServer, invited_only: None, owner: ApiClient
) -> None:
    answer = await try_sign_in(await greenroom.client(), "marekfixes")
    assert refusal(answer) == (403, "invitation_needed")
    assert answer.json()["message"] == "This Greenroom is invite-only. Ask for an invitation link."
    assert await usernames(greenroom) == ["junoplays"]
    assert await greenroom.rows("SELECT login FROM credentials WHERE login = 'marekfixes'") == []
    await greenroom.wait_for_event("token_revoked", platform="twitch", login="marekfixes")


@pytest.mark.both_databases
async def test_invited_user_signs_up_and_has_the_role(
    greenroom: GreenroomServer, invited_only: None, owner: ApiClient, channel_id: str
) -> None:
    guest = await greenroom.client()
    answer = await try_sign_in(guest, "marekfixes", await invite(owner, channel_id))
    assert answer.status_code == 200, answer.text
    assert answer.json()["location"] == f"/sign-in/success?next=%2Fchannels%2F{channel_id}"
    guest.token = answer.json()["access_token"]
    assert (await guest.get(f"/channels/{channel_id}"))["role"] == "Editor"
    assert not (await guest.get("/user"))["is_operator"]


async def test_invitation_admits_one_person(
    greenroom: GreenroomServer, invited_only: None, owner: ApiClient, channel_id: str
) -> None:
    invitation = await invite(owner, channel_id)
    first = await try_sign_in(await greenroom.client(), "marekfixes", invitation)
    second = await try_sign_in(await greenroom.client(), "brisket99", invitation)
    assert (first.status_code, refusal(second)) == (200, (410, "invite_gone"))
    assert await usernames(greenroom) == ["junoplays", "marekfixes"]


async def test_invitation_with_a_wrong_token_admits_no_one(
    greenroom: GreenroomServer, invited_only: None, owner: ApiClient, channel_id: str
) -> None:
    invitation = await invite(owner, channel_id)
    invitation["link"] = f"/channel-invite/{invitation['id']}#token=guessed"
    assert refusal(await try_sign_in(await greenroom.client(), "marekfixes", invitation)) == (403, "invitation_needed")


async def test_revoked_or_expired_invitation_admits_no_one(
    greenroom: GreenroomServer, invited_only: None, owner: ApiClient, channel_id: str, clock: FrozenClock
) -> None:
    revoked, expired = await invite(owner, channel_id), await invite(owner, channel_id)
    await owner.ask("DELETE", f"/channels/{channel_id}/invites/{revoked['id']}")
    clock.advance(86_400)
    answers = [await try_sign_in(await greenroom.client(), "marekfixes", one) for one in (revoked, expired)]
    assert [refusal(answer) for answer in answers] == [(410, "invite_gone")] * 2
    assert await usernames(greenroom) == ["junoplays"]


async def test_invitation_by_an_admin_who_lost_the_role_admits_no_one(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = await greenroom.staff("odalys_", channel_id, ADMIN)
    invitation = await invite(admin, channel_id)
    await greenroom.set_level(channel_id, (await admin.get("/user"))["id"], EDITOR)
    monkeypatch.setattr(greenroom.settings, "sign_up", "invited")
    answer = await try_sign_in(await greenroom.client(), "marekfixes", invitation)
    assert refusal(answer) == (410, "invite_gone")
    assert "can no longer invite members" in answer.json()["message"]


async def test_known_user_signs_in_without_an_invitation_and_with_an_old_link(
    greenroom: GreenroomServer, invited_only: None, owner: ApiClient, channel_id: str
) -> None:
    invitation = await invite(owner, channel_id)
    await owner.ask("DELETE", f"/channels/{channel_id}/invites/{invitation['id']}")
    answers = [await try_sign_in(await greenroom.client(), "junoplays", one) for one in (None, invitation)]
    assert [answer.status_code for answer in answers] == [200, 200]


async def test_only_the_first_user_ever_needs_no_invitation(greenroom: GreenroomServer, invited_only: None) -> None:
    juno = await greenroom.sign_in("junoplays")
    assert (await juno.get("/user"))["is_operator"]
    await juno.ask("DELETE", "/user", params={"username": "junoplays"})
    answer = await try_sign_in(await greenroom.client(), "marekfixes")
    assert refusal(answer) == (403, "invitation_needed")


async def test_closed_installation_admits_no_new_users(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    invitation = await invite(owner, channel_id)
    monkeypatch.setattr(greenroom.settings, "sign_up", "closed")
    invited = await try_sign_in(await greenroom.client(), "marekfixes", invitation)
    known = await try_sign_in(await greenroom.client(), "junoplays")
    assert (refusal(invited), known.status_code) == ((403, "sign_up_closed"), 200)
    assert invited.json()["message"] == "This Greenroom doesn't accept new accounts."
