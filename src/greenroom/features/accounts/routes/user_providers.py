from uuid import UUID

from fastapi import BackgroundTasks

from greenroom.accounts.access.guards import SignedIn
from greenroom.accounts.credentials.service import revoke_all
from greenroom.accounts.platforms import Platforms
from greenroom.accounts.user_providers import service
from greenroom.accounts.user_providers.schemas import UserProviderOut
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, Reading, Writing

router = ApiRouter(prefix="/user/providers", tags=["user providers"])


@router.get("")
async def list_user_providers(
    person: SignedIn, session: Reading, platforms: Provided[Platforms]
) -> list[UserProviderOut]:
    return await service.list_user_providers(session, platforms, person.user_id)


@router.delete("/{user_provider_id}", status_code=204)
async def disconnect_user_provider(
    user_provider_id: UUID,
    person: SignedIn,
    session: Writing,
    kernel: KernelDep,
    platforms: Provided[Platforms],
    after: BackgroundTasks,
) -> None:
    retired = await service.disconnect_user_provider(session, person.user_id, user_provider_id)
    after.add_task(revoke_all, kernel, platforms, retired)
