"""Invitations: links that give one user a role, and expire."""

import asyncio
from urllib.parse import SplitResult, urlsplit
from uuid import UUID

import pytest
from sqlalchemy import delete

from greenroom.accounts.access.rules import Role
from greenroom.accounts.models.channels import ChannelUser
from greenroom.accounts.models.invites import ChannelInvite
from greenroom.features.invites.rules import InviteGone
from greenroom.features.invites.service import accept_usable
from greenroom.features.members.service import members_lock
from greenroom.kernel.db.database import advisory_lock
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, Json, refusal
from support.row_locks import until_transaction_waits

EDITOR = 100
ADMIN = 200
OWNER = 500


async def invite(inviter: ApiClient, channel_id: str, level: int = EDITOR, **body: int) -> Json:
    answer = await inviter.ask("POST", f"/channels/{channel_id}/invites", json={"level": level, **body})
    assert answer.status_code == 201, answer.text
    return answer.json()


def link_of(invitation: Json) -> SplitResult:
    return urlsplit(str(invitation["link"]))


def token_header(invitation: Json) -> dict[str, str]:
    return {"X-Invite-Token": link_of(invitation).fragment.removeprefix("token=")}


@pytest.mark.both_databases
@pytest.mark.rows("P2")
async def test_invited_user_sees_the_offered_role_and_receives_it(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    invitation, guest = await invite(owner, channel_id), await greenroom.sign_in("marekfixes")
    seen = await guest.ask("GET", f"/channel-invites/{invitation['id']}", headers=token_header(invitation))
    assert seen.json()["channel"] == {"id": channel_id, "display_name": "Late Shift"}
    assert (seen.json()["role"], seen.json()["invited_by"]) == ("Editor", "JunoPlays")
    assert "commands.manage" in seen.json()["permissions"]
    accepted = await guest.ask("POST", f"/channel-invites/{invitation['id']}/accept", headers=token_header(invitation))
    assert (accepted.status_code, accepted.json()["level"]) == (200, EDITOR)
    assert (await guest.get(f"/channels/{channel_id}"))["role"] == "Editor"


async def test_token_is_only_in_the_fragment_of_the_link_and_stored_as_a_hash(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    invitation = await invite(owner, channel_id)
    address = link_of(invitation)
    assert (address.path, address.query) == (f"/channel-invite/{invitation['id']}", "")
    stored = await greenroom.rows("SELECT * FROM channel_invites")
    assert token_header(invitation)["X-Invite-Token"] not in str(stored)


@pytest.mark.parametrize("token", ["", "wrong", "x" * 200])
async def test_wrong_token_gets_the_same_error_as_a_wrong_id(owner: ApiClient, channel_id: str, token: str) -> None:
    invitation = await invite(owner, channel_id)
    answer = await owner.ask("GET", f"/channel-invites/{invitation['id']}", headers={"X-Invite-Token": token})
    assert (answer.status_code, answer.json()["type"]) == (404, "not_found")
    wrong_id = await owner.ask("GET", f"/channel-invites/{channel_id}", headers=token_header(invitation))
    assert (wrong_id.status_code, wrong_id.json()) == (404, answer.json())


async def test_invitation_expires(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, clock: FrozenClock
) -> None:
    invitation, guest = await invite(owner, channel_id, expires_in_seconds=3600), await greenroom.sign_in("marekfixes")
    clock.advance(3600)
    answer = await guest.ask("POST", f"/channel-invites/{invitation['id']}/accept", headers=token_header(invitation))
    assert (answer.status_code, answer.json()["type"]) == (410, "invite_gone")


async def test_lifetime_that_is_not_offered_is_refused(owner: ApiClient, channel_id: str) -> None:
    body = {"level": EDITOR, "expires_in_seconds": 5}
    answer = await owner.ask("POST", f"/channels/{channel_id}/invites", json=body)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "expires_in_seconds")


@pytest.mark.both_databases
async def test_invitation_accepted_twice_at_once_is_used_once(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    invitation = await invite(owner, channel_id)
    guests = [await greenroom.sign_in("marekfixes"), await greenroom.sign_in("brisket99")]
    path, headers = f"/channel-invites/{invitation['id']}/accept", token_header(invitation)
    answers = await asyncio.gather(*(guest.ask("POST", path, headers=headers) for guest in guests))
    assert sorted(answer.status_code for answer in answers) == [200, 410]


async def accept_while_another_is_accepted(
    greenroom: GreenroomServer, guest: ApiClient, invitation: Json, another: Json
) -> tuple[int, Json]:
    """Accepts `invitation` while the transaction that accepts `another` is open; returns status and body."""
    user_id = UUID((await guest.get("/user"))["id"])
    path, headers = f"/channel-invites/{invitation['id']}/accept", token_header(invitation)
    async with greenroom.kernel.database.write() as session:
        first = await session.get_one(ChannelInvite, UUID(another["id"]))
        await accept_usable(session, first, user_id, greenroom.kernel.clock())
        accepting = asyncio.create_task(guest.ask("POST", path, headers=headers))
        await until_transaction_waits(greenroom)
    answer = await accepting
    return answer.status_code, answer.json()


@pytest.mark.on_postgres
async def test_new_member_who_accepts_two_invitations_at_once_gets_the_higher_role(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    higher, lower = await invite(owner, channel_id, ADMIN), await invite(owner, channel_id, EDITOR)
    guest = await greenroom.sign_in("marekfixes")
    status, accepted = await accept_while_another_is_accepted(greenroom, guest, lower, higher)
    assert (status, accepted.get("level")) == (200, ADMIN)
    assert (await guest.get(f"/channels/{channel_id}"))["role"] == "Admin"


@pytest.mark.on_postgres
async def test_mod_who_accepts_two_invitations_at_once_gets_the_higher_role(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    higher, lower = await invite(owner, channel_id, ADMIN), await invite(owner, channel_id, EDITOR)
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    status, accepted = await accept_while_another_is_accepted(greenroom, mod, lower, higher)
    assert (status, accepted.get("level")) == (200, ADMIN)
    assert (await mod.get(f"/channels/{channel_id}"))["role"] == "Admin"


@pytest.mark.both_databases
async def test_revoked_invitation_cannot_be_accepted_and_stays_listed(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    invitation, guest = await invite(owner, channel_id), await greenroom.sign_in("marekfixes")
    assert [one["id"] for one in await owner.get(f"/channels/{channel_id}/invites")] == [invitation["id"]]
    revoked = await owner.ask("DELETE", f"/channels/{channel_id}/invites/{invitation['id']}")
    opened = await guest.ask("GET", f"/channel-invites/{invitation['id']}", headers=token_header(invitation))
    assert (revoked.status_code, refusal(opened)) == (204, (410, "invite_gone"))
    (listed,) = await owner.get(f"/channels/{channel_id}/invites")
    assert (listed["state"], listed["closed_by"]) == ("revoked", "JunoPlays")


@pytest.mark.both_databases
async def test_user_whose_invitation_is_revoked_meanwhile_reads_that_it_was_revoked(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    invitation, guest = await invite(owner, channel_id), await greenroom.sign_in("marekfixes")
    user_id = UUID((await guest.get("/user"))["id"])
    async with greenroom.kernel.database.read() as session:
        read_before = await session.get_one(ChannelInvite, UUID(invitation["id"]))
    await owner.ask("DELETE", f"/channels/{channel_id}/invites/{invitation['id']}")
    async with greenroom.kernel.database.write() as session:
        with pytest.raises(InviteGone, match="was revoked"):
            await accept_usable(session, read_before, user_id, greenroom.kernel.clock())


async def test_invitations_above_the_role_of_the_inviter_are_refused(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    admin = await greenroom.staff("odalys_", channel_id, ADMIN)
    answer = await admin.ask("POST", f"/channels/{channel_id}/invites", json={"level": OWNER})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "level")


async def test_invitation_ends_when_its_creator_gets_a_role_below_the_offered_one(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    admin, guest = await greenroom.staff("odalys_", channel_id, ADMIN), await greenroom.sign_in("marekfixes")
    invitation = await invite(admin, channel_id)
    await greenroom.set_level(channel_id, (await admin.get("/user"))["id"], Role.MOD)
    answer = await guest.ask("POST", f"/channel-invites/{invitation['id']}/accept", headers=token_header(invitation))
    assert (answer.status_code, answer.json()["type"]) == (410, "invite_gone")


@pytest.mark.on_postgres
async def test_invitation_ends_when_its_creator_leaves_while_it_is_accepted(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    admin, guest = await greenroom.staff("odalys_", channel_id, ADMIN), await greenroom.sign_in("marekfixes")
    invitation, admin_id = await invite(admin, channel_id), UUID((await admin.get("/user"))["id"])
    async with greenroom.kernel.database.write() as session:
        await advisory_lock(session, members_lock(UUID(channel_id)))
        await session.execute(delete(ChannelUser).where(ChannelUser.user_id == admin_id))
        path, headers = f"/channel-invites/{invitation['id']}/accept", token_header(invitation)
        accepting = asyncio.create_task(guest.ask("POST", path, headers=headers))
        await until_transaction_waits(greenroom)
    answer = await accepting
    assert (answer.status_code, answer.json()["message"]) == (
        410,
        "The sender of this invitation can no longer invite members. Ask for a new one.",
    )


async def test_invitation_ends_when_its_creator_loses_the_permission_to_invite(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    admin, guest = await greenroom.staff("odalys_", channel_id, ADMIN), await greenroom.sign_in("marekfixes")
    invitation = await invite(admin, channel_id, EDITOR)
    await greenroom.set_level(channel_id, (await admin.get("/user"))["id"], EDITOR)
    opened = await guest.ask("GET", f"/channel-invites/{invitation['id']}", headers=token_header(invitation))
    accepted = await guest.ask("POST", f"/channel-invites/{invitation['id']}/accept", headers=token_header(invitation))
    assert [refusal(answer) for answer in (opened, accepted)] == [(410, "invite_gone")] * 2
    assert opened.json()["message"] == "The sender of this invitation can no longer invite members. Ask for a new one."


LEVELS_WITHOUT_STAFF_ROLE: list[int] = [0, 1, 2, 99, 501, -1]


async def test_level_that_is_no_staff_role_cannot_be_offered(owner: ApiClient, channel_id: str) -> None:
    for level in LEVELS_WITHOUT_STAFF_ROLE:
        answer = await owner.ask("POST", f"/channels/{channel_id}/invites", json={"level": level})
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "level"), level


async def test_accepting_an_invitation_never_lowers_a_role(owner: ApiClient, channel_id: str) -> None:
    invitation = await invite(owner, channel_id)
    answer = await owner.ask("POST", f"/channel-invites/{invitation['id']}/accept", headers=token_header(invitation))
    assert answer.json()["level"] == OWNER
