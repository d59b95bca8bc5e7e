"""Editor of a broadcast's title and category; reads before it writes, as an update resets fields that it omits."""

from typing import Any, cast

from greenroom.chat.protocol.actions import Receipt, refused
from greenroom.platforms.youtube.api.answers import read
from greenroom.platforms.youtube.api.client import Api
from greenroom.platforms.youtube.api.resources import Listed
from greenroom.platforms.youtube.quota.rules import Use
from greenroom.platforms.youtube.settings import QuotaCosts

Json = dict[str, Any]

GONE = "This broadcast no longer exists on YouTube."
# All writable fields of each part of a resource; an update resets the fields that it omits.
BROADCAST_SNIPPET = ("title", "description", "scheduledStartTime", "scheduledEndTime", "categoryId")
BROADCAST_STATUS = ("privacyStatus", "selfDeclaredMadeForKids")
VIDEO_SNIPPET = ("title", "categoryId", "description", "tags", "defaultLanguage", "defaultAudioLanguage")


class Editor:
    def __init__(self, api: Api, costs: QuotaCosts) -> None:
        self._api = api
        self._costs = costs

    async def change(self, broadcast_id: str, changes: dict[str, str]) -> Receipt:
        params = [("part", "id,snippet,status"), ("id", broadcast_id)]
        broadcast = await self._first("/liveBroadcasts", self._costs.broadcast_list, params)
        if broadcast is None:
            return refused(GONE)
        if "scheduledStartTime" in _part(broadcast, "snippet"):
            await self._update_broadcast(broadcast, changes)
            return Receipt("done")
        # YouTube refuses to update a broadcast without a scheduled start, but not its video.
        return await self._update_video(broadcast_id, changes)

    async def _update_broadcast(self, broadcast: Json, changes: dict[str, str]) -> None:
        body = {
            "id": broadcast["id"],
            "snippet": _only(_part(broadcast, "snippet"), BROADCAST_SNIPPET) | changes,
            "status": _only(_part(broadcast, "status"), BROADCAST_STATUS),
        }
        await self._put("/liveBroadcasts", self._costs.broadcast_update, "snippet,status", body)

    async def _update_video(self, video_id: str, changes: dict[str, str]) -> Receipt:
        params = [("part", "id,snippet"), ("id", video_id)]
        video = await self._first("/videos", self._costs.video_list, params)
        if video is None:
            return refused(GONE)
        body = {"id": video_id, "snippet": _only(_part(video, "snippet"), VIDEO_SNIPPET) | changes}
        await self._put("/videos", self._costs.video_update, "snippet", body)
        return Receipt("done")

    async def _first(self, path: str, cost: int, params: list[tuple[str, str]]) -> Json | None:
        answer = await self._api.call("GET", path, cost=cost, use=Use.ACT, params=params)
        return next((item for item in read(answer, Listed[Json]).items if "id" in item), None)

    async def _put(self, path: str, cost: int, part: str, body: Json) -> None:
        await self._api.call("PUT", path, cost=cost, use=Use.ACT, params=[("part", part)], json=body)


def _part(resource: Json, name: str) -> Json:
    found = resource.get(name)
    return cast("Json", found) if isinstance(found, dict) else {}


def _only(part: Json, names: tuple[str, ...]) -> Json:
    return {name: part[name] for name in names if name in part}
