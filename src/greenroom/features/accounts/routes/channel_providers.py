from typing import Annotated
from uuid import UUID

from fastapi import BackgroundTasks, WebSocket

from greenroom.accounts.access.guards import changed_by, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.access.topic_access import TopicPermissions, socket_tags, topic_access_check
from greenroom.accounts.channel_providers import bots, proof, registration, service
from greenroom.accounts.channel_providers.schemas import ChannelProviderOut, RegisterIn
from greenroom.accounts.credentials.service import revoke_all
from greenroom.accounts.platforms import Platforms
from greenroom.accounts.topics import providers_topic
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, Reading, Writing
from greenroom.kernel.live.serve import serve_listener

router = ApiRouter(prefix="/channels/{channel_id}", tags=["channel providers"])

Reader = Annotated[Access, require(Permission.PLATFORMS_READ)]
Manager = Annotated[Access, require(Permission.PLATFORMS_MANAGE)]


@router.get("/providers")
async def list_providers(access: Reader, session: Reading, platforms: Provided[Platforms]) -> list[ChannelProviderOut]:
    return await service.list_providers(session, platforms, access.channel_id)


@router.post("/providers", status_code=201)
async def register_provider(
    body: RegisterIn, access: Manager, kernel: KernelDep, platforms: Provided[Platforms]
) -> ChannelProviderOut:
    """Connects a platform account by its handle, on platforms whose descriptor says `registration: handle`."""
    return await registration.register(kernel, platforms, access.channel_id, access.person.user_id, body)


@router.post("/providers/{channel_provider_id}/proof")
async def prove_provider(
    channel_provider_id: UUID, access: Manager, kernel: KernelDep, platforms: Provided[Platforms]
) -> ChannelProviderOut:
    """Proves that an account is the channel's: by `proof_code` in its profile, or because the user connected it."""
    return await proof.prove(kernel, platforms, access.channel_id, access.person.user_id, channel_provider_id)


@router.delete("/providers/{channel_provider_id}", status_code=204)
async def disconnect_provider(
    channel_provider_id: UUID,
    access: Manager,
    session: Writing,
    kernel: KernelDep,
    platforms: Provided[Platforms],
    after: BackgroundTasks,
) -> None:
    by = changed_by(access, kernel)
    retired = await service.disconnect_provider(session, platforms, access.channel_id, channel_provider_id, by)
    after.add_task(revoke_all, kernel, platforms, retired)


@router.delete("/providers/{channel_provider_id}/bot", status_code=204)
async def disconnect_own_bot(
    channel_provider_id: UUID,
    access: Manager,
    session: Writing,
    kernel: KernelDep,
    platforms: Provided[Platforms],
    after: BackgroundTasks,
) -> None:
    by = changed_by(access, kernel)
    retired = await bots.disconnect_own_bot(session, platforms, access.channel_id, channel_provider_id, by)
    after.add_task(revoke_all, kernel, platforms, retired)


@router.websocket("/providers-ws")
async def watch_providers(
    socket: WebSocket, access: Reader, kernel: KernelDep, topics: Provided[TopicPermissions]
) -> None:
    may_listen = topic_access_check(kernel, access.person, topics)
    topic = providers_topic(access.channel_id)
    await serve_listener(socket, kernel.hub, topic, may_listen, tags=socket_tags(access.person))
