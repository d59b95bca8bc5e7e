"""What app.py reads of this feature."""

from collections.abc import Mapping

from greenroom.features.filters import jobs as upkeep
from greenroom.features.filters import routes
from greenroom.features.filters.backtesting import Backtests
from greenroom.features.filters.explaining import Explainer
from greenroom.features.filters.handlers import Moderator
from greenroom.features.filters.keeper import Keeper
from greenroom.features.filters.schemas import BacktestTold, FilterHitTold, FiltersChanged
from greenroom.kernel.context import Kernel
from greenroom.tenancy.platforms import PlatformInfo

ROUTERS = (routes.router,)
LIVE_MESSAGES = (FiltersChanged, FilterHitTold, BacktestTold)
# Ten thousand terms are more than other calls may carry.
LARGE_BODIES = {r"/channels/[^/]+/filters(?:/.*)?": 8 * 2**20}
jobs = upkeep.jobs


class Filters:
    """The filters of all channels in this process."""

    def __init__(self, kernel: Kernel, infos: Mapping[str, PlatformInfo]) -> None:
        self._keeper = Keeper(kernel)
        self.backtests = Backtests(kernel)
        self.moderate = Moderator(self._keeper, infos).moderate
        self.explain = Explainer(self._keeper).explain

    def start(self) -> None:
        self._keeper.start()

    async def stop(self) -> None:
        await self.backtests.stop()
        await self._keeper.stop()
