from typing import Annotated

from fastapi import Path, WebSocket

from greenroom.accounts.platforms import MAX_ID_LENGTH, Platforms
from greenroom.features.watch import service
from greenroom.features.watch.public_topic_access import public_topic_access_check
from greenroom.features.watch.schemas import Watch
from greenroom.kernel.api.access import PUBLIC
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, Reading
from greenroom.kernel.live.serve import serve_topics
from greenroom.kernel.text import StorableText

router = ApiRouter(tags=["watch"], dependencies=[PUBLIC])


@router.get("/watch/{provider}/{name}")
async def find_watch(
    provider: Annotated[StorableText, Path(max_length=20)],
    name: Annotated[StorableText, Path(max_length=MAX_ID_LENGTH)],
    platforms: Provided[Platforms],
    session: Reading,
) -> Watch:
    """The channel with this name or id on this platform, and its streams on all platforms."""
    return await service.find_watch(session, platforms, provider, name)


@router.websocket("/public-live")
async def listen_in_public(socket: WebSocket, kernel: KernelDep) -> None:
    # A replay would repeat lines that were removed, or sent while the chat was private.
    await serve_topics(socket, kernel.hub, public_topic_access_check(kernel), has_replay=False)
