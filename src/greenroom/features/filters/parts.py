from functools import partial
from uuid import UUID

from greenroom.chat.messages.viewer_rows import ERASED_NAME, PSEUDONYM, ViewerRows
from greenroom.chat.moderation.expected_texts import ExpectedTexts
from greenroom.chat.moderation.permits import LinkPermits
from greenroom.feature import Parts, Services
from greenroom.features.filters import service
from greenroom.features.filters.backtest.backtests import Backtests
from greenroom.features.filters.cache import FilterCache
from greenroom.features.filters.chat.explain import FilterExplainer
from greenroom.features.filters.chat.handlers import FilterStage
from greenroom.features.filters.models import Filter, FilterBacktest, FilterHit, FilterPermit, FilterStrike, FilterTerms
from greenroom.features.filters.schemas import BacktestProgress, FilterHitRecorded, FiltersChanged, PermitIn
from greenroom.features.filters.section import FiltersSection, order_section
from greenroom.kernel.context import Kernel
from greenroom.streams.counted_rows import CountedRows, CountKind

# The hits that are counted for streams: not those of filters in shadow mode.
ACTED_HITS = CountedRows(
    kind=CountKind.FILTER_HITS,
    channel_id=FilterHit.channel_id,
    connection_id=FilterHit.connection_id,
    created_at=FilterHit.created_at,
    name=FilterHit.action,
    condition=FilterHit.is_shadow.is_(False),
)


def parts(services: Services) -> Parts:
    kernel = services.kernel
    expected = partial(services.provided.get, ExpectedTexts)
    cache = FilterCache(kernel, expected)
    backtests = Backtests(kernel, expected)
    stage = FilterStage(cache, services.staff, services.platforms.infos)

    return Parts(
        tables=(Filter, FilterTerms, FilterHit, FilterStrike, FilterPermit, FilterBacktest),
        viewer_rows=(
            ViewerRows(FilterHit, {"viewer_id": PSEUDONYM, "viewer_name": ERASED_NAME, "text": "", "spans": []}),
            ViewerRows(FilterStrike),
            ViewerRows(FilterPermit),
        ),
        counted_for_deletion={"Chat filters": Filter},
        live_messages=(FiltersChanged, FilterHitRecorded, BacktestProgress),
        stages={"apply_filters": stage.moderate},
        preparations={"apply_filters": stage.prepare},
        # The filters come before their order, which may name new filters.
        sections=(FiltersSection(), order_section()),
        explainers=(FilterExplainer(cache, services.staff, expected).explain,),
        counted_rows=(ACTED_HITS,),
        services={Backtests: backtests, LinkPermits: _link_permits(kernel)},
        start=cache.start,
        stops=(backtests.stop, cache.stop),
    )


def _link_permits(kernel: Kernel) -> LinkPermits:
    async def give_permit(channel_id: UUID, provider: str, viewer_id: str) -> int:
        now = kernel.clock()
        body = PermitIn.model_validate({"provider": provider, "provider_viewer_id": viewer_id})
        async with kernel.database.write() as session:
            permit = await service.permit(session, channel_id, body, now)
        return round((permit.expires_at - now).total_seconds())

    return LinkPermits(give_permit)
