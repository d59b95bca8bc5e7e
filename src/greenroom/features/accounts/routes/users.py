from typing import Annotated

from fastapi import BackgroundTasks, Body, Query

from greenroom.accounts.access.guards import SignedIn
from greenroom.accounts.channel_deletion.schemas import ChannelDeletionOut
from greenroom.accounts.channel_deletion.service import list_deletions
from greenroom.accounts.credentials.service import revoke_all
from greenroom.accounts.platforms import Platforms
from greenroom.accounts.users import service
from greenroom.accounts.users.notices import list_notices
from greenroom.accounts.users.schemas import UserOut
from greenroom.features.accounts.deletion import service as deletion
from greenroom.features.accounts.deletion.schemas import DeletionOut
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, Reading, Writing
from greenroom.kernel.db.database import JsonObject

router = ApiRouter(prefix="/user", tags=["user"])


@router.get("")
async def get_user(person: SignedIn, session: Reading, kernel: KernelDep) -> UserOut:
    return UserOut.of(person, await list_notices(session, kernel.clock()))


@router.get("/deletion")
async def preview_deletion(person: SignedIn, session: Reading, kernel: KernelDep) -> DeletionOut:
    """The channels that would be deleted with the account, and those that would be kept."""
    return DeletionOut.of(await deletion.channels_after_deletion(session, person.user_id, kernel.clock()))


@router.delete("", status_code=204)
async def delete_user(
    username: Annotated[str, Query()],
    person: SignedIn,
    session: Writing,
    kernel: KernelDep,
    platforms: Provided[Platforms],
    after: BackgroundTasks,
) -> None:
    retired = await deletion.delete_user(session, person, username, kernel.clock())
    after.add_task(revoke_all, kernel, platforms, retired)


@router.get("/channel-deletions")
async def list_channel_deletions(person: SignedIn, session: Reading) -> list[ChannelDeletionOut]:
    """Deletions of channels that the user started and that are going on, with their progress."""
    return await list_deletions(session, person.user_id)


@router.get("/settings")
async def get_settings(person: SignedIn, session: Reading) -> JsonObject:
    return await service.get_settings(session, person.user_id)


@router.put("/settings")
async def change_settings(change: Annotated[JsonObject, Body()], person: SignedIn, session: Writing) -> JsonObject:
    """Partial update: keys that are not named stay, null removes a key."""
    return await service.change_settings(session, person.user_id, change)
