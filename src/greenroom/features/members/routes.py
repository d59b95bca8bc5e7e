from typing import Annotated
from uuid import UUID

from greenroom.accounts.access.guards import changed_by, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.features.members import service
from greenroom.features.members.overview import list_members, own_membership
from greenroom.features.members.schemas import AccessEndIn, LevelIn, MemberOut, NewOwnerIn, OwnMembershipOut
from greenroom.features.presence.presence import Presence
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, Reading, Writing

router = ApiRouter(prefix="/channels/{channel_id}", tags=["members"])

# Members of a suspended channel can read their own role, and leave.
Member = Annotated[Access, require(Permission.CHANNEL_READ, while_suspended=True)]
Leaving = Annotated[Access, require(Permission.CHANNEL_READ, while_suspended=True, with_api_token=False)]
SignedInManager = Annotated[Access, require(Permission.ACCESS_MANAGE, with_api_token=False)]
Manager = Annotated[Access, require(Permission.ACCESS_MANAGE)]


@router.get("/members")
async def get_members(
    access: Manager, session: Reading, kernel: KernelDep, presence: Provided[Presence]
) -> list[MemberOut]:
    return await list_members(session, access, presence.online(access.channel_id), kernel.clock())


@router.put("/members/{user_id}/level", status_code=204)
async def change_level(user_id: UUID, body: LevelIn, access: Manager, session: Writing, kernel: KernelDep) -> None:
    """Owners change every member, others only members below their own role; no one gives a role above their own."""
    await service.change_level(session, access, user_id, body.level, changed_by(access, kernel))


@router.put("/members/{user_id}/access-end", status_code=204)
async def set_access_end(
    user_id: UUID, body: AccessEndIn, access: Manager, session: Writing, kernel: KernelDep
) -> None:
    """Sets when the member's access ends; "never" removes the end."""
    await service.set_access_end(session, access, user_id, body, changed_by(access, kernel))


@router.delete("/members/{user_id}", status_code=204)
async def remove_member(user_id: UUID, access: Manager, session: Writing, kernel: KernelDep) -> None:
    await service.remove_member(session, access, user_id, changed_by(access, kernel))


@router.post("/ownership", status_code=204)
async def transfer_ownership(body: NewOwnerIn, access: SignedInManager, session: Writing, kernel: KernelDep) -> None:
    """Makes the member owner, and the calling owner admin."""
    await service.transfer_ownership(session, access, body.user_id, changed_by(access, kernel))


@router.get("/membership")
async def get_own_membership(access: Member, session: Reading, kernel: KernelDep) -> OwnMembershipOut:
    return await own_membership(session, access, kernel.clock())


@router.delete("/membership", status_code=204)
async def leave_channel(access: Leaving, session: Writing, kernel: KernelDep) -> None:
    """The caller leaves the channel; its last owner cannot."""
    await service.leave(session, access, changed_by(access, kernel))
