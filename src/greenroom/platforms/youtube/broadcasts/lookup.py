"""Lookup of the live and the next broadcast, without the expensive `search.list`."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from greenroom.platforms.youtube.api.answers import read
from greenroom.platforms.youtube.api.client import Api
from greenroom.platforms.youtube.api.resources import Broadcast, Listed, Video
from greenroom.platforms.youtube.quota.rules import Use
from greenroom.platforms.youtube.settings import QuotaCosts

PARTS = "id,snippet,contentDetails,status,statistics"
# A scheduled broadcast that is this late is ignored: YouTube lists it as upcoming forever.
ABANDONED_AFTER = timedelta(hours=12)


class Broadcasts:
    def __init__(self, api: Api, costs: QuotaCosts, use: Use) -> None:
        self._api = api
        self._costs = costs
        self._use = use

    async def active(self) -> list[Broadcast]:
        return await self._list("active")

    async def upcoming(self) -> list[Broadcast]:
        return await self._list("upcoming")

    async def _list(self, status: str) -> list[Broadcast]:
        # Without `all` unscheduled broadcasts are left out.
        params = [("part", PARTS), ("broadcastStatus", status), ("broadcastType", "all"), ("maxResults", "50")]
        cost = self._costs.broadcast_list
        answer = await self._api.call("GET", "/liveBroadcasts", cost=cost, use=self._use, params=params)
        return read(answer, Listed[Broadcast]).items

    async def video(self, broadcast_id: str, use: Use) -> Video | None:
        params = [("part", "id,liveStreamingDetails"), ("id", broadcast_id)]
        answer = await self._api.call("GET", "/videos", cost=self._costs.video_list, use=use, params=params)
        return next(iter(read(answer, Listed[Video]).items), None)


def pick_live(found: Iterable[Broadcast], known_id: str) -> Broadcast | None:
    """The live broadcast; of several live ones the broadcast with `known_id`, else the latest."""
    live = [one for one in found if one.is_live]
    known = next((one for one in live if one.id == known_id), None)
    return known or max(live, key=_began, default=None)


def pick_upcoming(found: Iterable[Broadcast], now: datetime) -> Broadcast | None:
    """The scheduled broadcast that starts first; a broadcast that should have started long ago is skipped."""
    scheduled = [(begins, one) for one in found if (begins := one.snippet.scheduled_start_time) and not one.is_live]
    expected = [(begins, one) for begins, one in scheduled if begins > now - ABANDONED_AFTER]
    return min(expected, key=lambda pair: pair[0])[1] if expected else None


def has_waiting_room(broadcast: Broadcast, now: datetime, seconds: float) -> bool:
    """Whether the scheduled start is near enough to read the chat already."""
    begins = broadcast.snippet.scheduled_start_time
    return begins is not None and begins - now <= timedelta(seconds=seconds)


def _began(broadcast: Broadcast) -> float:
    began = broadcast.snippet.actual_start_time
    return 0.0 if began is None else began.timestamp()
