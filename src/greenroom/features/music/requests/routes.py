from typing import Annotated
from uuid import UUID

from greenroom.accounts.access.guards import changed_by, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.features.music.requests import service
from greenroom.features.music.requests.now_playing import NowPlaying
from greenroom.features.music.requests.requests import SongRequests
from greenroom.features.music.requests.schemas import MusicOut, SongRequestSettings, SongRequestsOut
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, Reading, Revision, Writing

Reader = Annotated[Access, require(Permission.PLATFORMS_READ)]
Mod = Annotated[Access, require(Permission.MODERATION_USE)]
Admin = Annotated[Access, require(Permission.PLATFORMS_MANAGE)]

router = ApiRouter(prefix="/channels/{channel_id}", tags=["song requests"])


@router.get("/music")
async def get_music(access: Reader, requests: Provided[SongRequests], now_playing: Provided[NowPlaying]) -> MusicOut:
    """What the channel's music account is playing; a failure of the music service is returned as `problem`."""
    return await now_playing.show(requests.music, access.channel_id)


@router.get("/song-requests")
async def list_song_requests(access: Reader, session: Reading) -> SongRequestsOut:
    return await service.show(session, access.channel_id)


@router.put("/song-requests/settings")
async def save_song_request_settings(
    body: SongRequestSettings, access: Admin, session: Writing, kernel: KernelDep, revision: Revision = None
) -> SongRequestsOut:
    """Saves the settings. An outdated `revision` gives 409 `song_requests_changed`; without one, the last save wins."""
    row = await service.save_settings(session, access.channel_id, body, changed_by(access, kernel), revision)
    return await service.show(session, access.channel_id, row)


@router.post("/song-requests/skip", status_code=204)
async def skip_song(access: Mod, requests: Provided[SongRequests], kernel: KernelDep) -> None:
    """Ends the song that is playing; if a viewer requested it, refunds the cost."""
    await requests.skip(access.channel_id, kernel.clock())


@router.post("/song-requests/clear", status_code=204)
async def clear_song_requests(access: Mod, session: Writing, kernel: KernelDep) -> None:
    """Removes all requests that are not playing yet."""
    await service.clear_requests(session, access.channel_id, kernel.clock())


@router.delete("/song-requests/{request_id}", status_code=204)
async def remove_song_request(request_id: UUID, access: Mod, session: Writing, kernel: KernelDep) -> None:
    """Removes a request; a song that the music service has queued is skipped as soon as it plays."""
    await service.remove_request(session, access.channel_id, request_id, kernel.clock())
