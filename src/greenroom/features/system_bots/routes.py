from fastapi import BackgroundTasks

from greenroom.accounts.access.guards import Operator, SignedIn
from greenroom.accounts.channel_providers.service import announce_platform
from greenroom.accounts.credentials.service import revoke_all
from greenroom.accounts.platforms import Platforms
from greenroom.features.system_bots import service
from greenroom.features.system_bots.schemas import SystemBotOut
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, Reading, Writing
from greenroom.kernel.text import StorableText

router = ApiRouter(prefix="/system-bot-providers", tags=["system bots"])


@router.get("")
async def list_system_bots(person: SignedIn, session: Reading, platforms: Provided[Platforms]) -> list[SystemBotOut]:
    return await service.list_system_bots(session, platforms)


@router.delete("/{provider}", status_code=204)
async def disconnect_system_bot(
    provider: StorableText,
    person: Operator,
    session: Writing,
    kernel: KernelDep,
    platforms: Provided[Platforms],
    after: BackgroundTasks,
) -> None:
    retired = await service.disconnect_system_bot(session, provider)
    await announce_platform(session, platforms, provider)
    after.add_task(revoke_all, kernel, platforms, retired)
