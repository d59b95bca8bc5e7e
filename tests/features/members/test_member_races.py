"""Simultaneous changes of the members of a channel leave no channel without an owner, and do not deadlock."""

import asyncio
from uuid import UUID

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.accounts.models.invites import ChannelInvite
from greenroom.features.members.service import delete_member, lock_members
from greenroom.kernel.db.change_tracking import ChangedBy
from support.greenroom_server import ApiClient, GreenroomServer, refusal
from support.members import change_level, leave, roles_of, user_id_of
from support.row_locks import until_transaction_waits

pytestmark = pytest.mark.both_databases


@pytest.mark.rows("P7")
async def test_one_owner_remains_if_two_owners_lower_each_other_at_once(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    second = await greenroom.staff("odalys_", channel_id, Role.OWNER)
    answers = await asyncio.gather(
        change_level(owner, channel_id, second, Role.MOD), change_level(second, channel_id, owner, Role.MOD)
    )
    assert sorted(answer.status_code for answer in answers) == [204, 403]
    winner = owner if answers[0].status_code == 204 else second
    assert sorted((await roles_of(winner, channel_id)).values()) == ["Mod", "Owner"]


@pytest.mark.rows("P7")
async def test_one_owner_remains_if_two_owners_leave_at_once(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    second = await greenroom.staff("odalys_", channel_id, Role.OWNER)
    answers = await asyncio.gather(leave(owner, channel_id), leave(second, channel_id))
    assert sorted(answer.status_code for answer in answers) == [204, 409]


@pytest.mark.on_postgres
async def test_owner_who_leaves_waits_for_another_who_is_leaving(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    second = await greenroom.staff("odalys_", channel_id, Role.OWNER)
    user_id = UUID(await user_id_of(second))
    async with greenroom.kernel.database.write() as session:
        members = await lock_members(session, UUID(channel_id))
        by = ChangedBy("Odalys_", greenroom.kernel.clock())
        await delete_member(session, members.rows[user_id], by, "Left the channel")
        leaving = asyncio.create_task(leave(owner, channel_id))
        await until_transaction_waits(greenroom)
    assert refusal(await leaving) == (409, "last_owner")


@pytest.mark.on_postgres
async def test_owner_who_deletes_their_account_waits_for_another_who_is_leaving(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    second = await greenroom.staff("odalys_", channel_id, Role.OWNER)
    async with greenroom.kernel.database.write() as session:
        members = await lock_members(session, UUID(channel_id))
        by = ChangedBy("JunoPlays", greenroom.kernel.clock())
        await delete_member(session, members.rows[UUID(await user_id_of(owner))], by, "Left the channel")
        deleting = asyncio.create_task(second.ask("DELETE", "/user", params={"username": "odalys_"}))
        await until_transaction_waits(greenroom)
    assert (await deleting).status_code == 204
    # Without an owner, the channel is being deleted too.
    assert await greenroom.rows("SELECT id FROM channels WHERE deleting_since IS NULL") == []


@pytest.mark.on_postgres
async def test_deleting_a_channel_does_not_deadlock_with_accepting_an_invitation(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    invite = (await owner.ask("POST", f"/channels/{channel_id}/invites", json={"level": Role.MOD})).json()
    async with greenroom.kernel.database.write() as session:
        # Accepting and revoking lock in this order: the invitation, then its channel.
        await session.get_one(ChannelInvite, UUID(invite["id"]), with_for_update=True)
        body = {"display_name": "Late Shift"}
        deleting = asyncio.create_task(owner.ask("POST", f"/channels/{channel_id}/deletion", json=body))
        await until_transaction_waits(greenroom)
        await lock_members(session, UUID(channel_id))
    assert (await deleting).status_code == 202
