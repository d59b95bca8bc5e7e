"""Cache of video categories, refreshed once a day."""

from datetime import datetime, timedelta

from greenroom.chat.protocol.actions import Category
from greenroom.kernel.clock import Clock
from greenroom.platforms.youtube.api.answers import read
from greenroom.platforms.youtube.api.client import Api
from greenroom.platforms.youtube.api.resources import Listed, VideoCategory
from greenroom.platforms.youtube.quota.rules import Use
from greenroom.platforms.youtube.settings import YouTubeSettings

FRESH_FOR = timedelta(days=1)


class CategoryCache:
    def __init__(self, settings: YouTubeSettings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._categories: list[VideoCategory] = []
        self._refreshed_at: datetime | None = None

    async def name(self, api: Api, category_id: str) -> str:
        if not category_id:
            return ""
        await self._refresh(api)
        return next((one.snippet.title for one in self._categories if one.id == category_id), "")

    async def search(self, api: Api, query: str) -> tuple[Category, ...]:
        """Categories that a broadcast may be given and whose name contains the query."""
        await self._refresh(api)
        wanted = query.strip().casefold()
        return tuple(
            Category(one.id, one.snippet.title)
            for one in self._categories
            if one.snippet.assignable and wanted in one.snippet.title.casefold()
        )

    async def _refresh(self, api: Api) -> None:
        now = self._clock()
        if self._refreshed_at is not None and now - self._refreshed_at < FRESH_FOR:
            return
        params = [("part", "snippet"), ("regionCode", self._settings.region), ("hl", "en_US")]
        cost = self._settings.quota_costs.category_list
        answer = await api.call("GET", "/videoCategories", cost=cost, use=Use.ACT, params=params)
        self._categories, self._refreshed_at = read(answer, Listed[VideoCategory]).items, now
