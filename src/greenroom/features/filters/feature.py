"""What app.py reads of this feature."""

from collections.abc import Mapping
from uuid import UUID

from greenroom.features.filters import jobs as upkeep
from greenroom.features.filters import routes, service
from greenroom.features.filters.backtest.backtests import Backtests
from greenroom.features.filters.cache import FilterCache
from greenroom.features.filters.explain import FilterExplainer
from greenroom.features.filters.handlers import FilterStage
from greenroom.features.filters.schemas import BacktestTold, FilterHitTold, FiltersChanged, PermitIn
from greenroom.features.filters.section import FiltersSection, order_section
from greenroom.kernel.context import Kernel
from greenroom.tenancy.platforms import PlatformInfo

ROUTERS = (routes.router,)
LIVE_MESSAGES = (FiltersChanged, FilterHitTold, BacktestTold)
# Ten thousand terms are more than other calls may carry.
LARGE_BODIES = {r"/channels/[^/]+/filters(?:/.*)?": 8 * 2**20}
jobs = upkeep.jobs
__all__ = ["LARGE_BODIES", "LIVE_MESSAGES", "ROUTERS", "Filters", "FiltersSection", "jobs", "order_section"]


class Filters:
    """The filters of all channels in this process."""

    def __init__(self, kernel: Kernel, infos: Mapping[str, PlatformInfo]) -> None:
        self._kernel = kernel
        self._cache = FilterCache(kernel)
        self.backtests = Backtests(kernel)
        self.moderate = FilterStage(self._cache, infos).moderate
        self.explain = FilterExplainer(self._cache).explain

    def start(self) -> None:
        self._cache.start()

    async def permit(self, channel_id: UUID, provider: str, viewer_id: str) -> int:
        """For one message with links; how many seconds there are for it."""
        now = self._kernel.clock()
        wish = PermitIn.model_validate({"provider": provider, "provider_viewer_id": viewer_id})
        async with self._kernel.database.write() as session:
            permit = await service.permit(session, channel_id, wish, now)
        return round((permit.expires_at - now).total_seconds())

    async def stop(self) -> None:
        await self.backtests.stop()
        await self._cache.stop()
