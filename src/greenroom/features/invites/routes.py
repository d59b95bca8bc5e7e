from typing import Annotated
from uuid import UUID

from fastapi import Header

from greenroom.accounts.access.guards import SignedIn, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.channels.schemas import ChannelOut
from greenroom.accounts.users.limits import check_invites
from greenroom.features.invites import service
from greenroom.features.invites.rules import MAX_INVITE_TOKEN_LENGTH
from greenroom.features.invites.schemas import InvitationOut, InviteIn, InviteOut, NewInviteOut
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Reading, Writing

router = ApiRouter(tags=["invitations"])

Manager = Annotated[Access, require(Permission.ACCESS_MANAGE)]
InviteToken = Annotated[str, Header(alias="X-Invite-Token", max_length=MAX_INVITE_TOKEN_LENGTH)]


@router.get("/channels/{channel_id}/invites")
async def list_invites(access: Manager, session: Reading, kernel: KernelDep) -> list[InviteOut]:
    return await service.list_invites(session, access.channel_id, kernel.clock())


@router.post("/channels/{channel_id}/invites", status_code=201)
async def create_invite(body: InviteIn, access: Manager, session: Writing, kernel: KernelDep) -> NewInviteOut:
    settings, now = kernel.settings, kernel.clock()
    await check_invites(session, access.person.user_id, settings.max_invites_per_user, now)
    return await service.create_invite(session, access, body, settings.origin, now)


@router.delete("/channels/{channel_id}/invites/{invite_id}", status_code=204)
async def revoke_invite(invite_id: UUID, access: Manager, session: Writing, kernel: KernelDep) -> None:
    await service.revoke_invite(session, access, invite_id, kernel.clock())


@router.get("/channel-invites/{invite_id}")
async def open_invite(
    invite_id: UUID, token: InviteToken, person: SignedIn, session: Reading, kernel: KernelDep
) -> InvitationOut:
    return await service.get_invitation(session, invite_id, token, kernel.clock())


@router.post("/channel-invites/{invite_id}/accept")
async def accept_invite(
    invite_id: UUID, token: InviteToken, person: SignedIn, session: Writing, kernel: KernelDep
) -> ChannelOut:
    return await service.accept_invite(session, person.user_id, invite_id, token, kernel.clock())
