from functools import partial
from uuid import UUID

from greenroom.accounts.access.rules import Permission, Role
from greenroom.chat.messages.viewer_rows import ERASED_NAME, PSEUDONYM, ViewerRows
from greenroom.chat.moderation.expected_texts import ExpectedTexts
from greenroom.chat.moderation.permits import LinkPermits
from greenroom.feature import Feature, Services, lifespan
from greenroom.features.filters import service
from greenroom.features.filters.backtest.backtests import Backtests
from greenroom.features.filters.cache import FilterCache
from greenroom.features.filters.chat.explain import FilterExplainer
from greenroom.features.filters.chat.handlers import FilterStage
from greenroom.features.filters.jobs import delete_expired
from greenroom.features.filters.models import Filter, FilterBacktest, FilterHit, FilterPermit, FilterStrike, FilterTerms
from greenroom.features.filters.schemas import BacktestProgress, FilterHitRecorded, FiltersChanged, PermitIn
from greenroom.features.filters.section import FiltersSection, order_section
from greenroom.features.stats.streams.counted_rows import CountedRows, CountKind
from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import Job

CLEANUP_SECONDS = 300
# Room for ten thousand banned terms.
MAX_BODY_BYTES = 8 * 2**20

# The hits that are counted for streams: not those of filters in shadow mode.
ACTED_HITS = CountedRows(
    kind=CountKind.FILTER_HITS,
    channel_id=FilterHit.channel_id,
    connection_id=FilterHit.connection_id,
    created_at=FilterHit.created_at,
    name=FilterHit.action,
    condition=FilterHit.is_shadow.is_(False),
)


def feature(services: Services) -> Feature:
    kernel = services.kernel
    expected = partial(services.provided.get, ExpectedTexts)
    cache = FilterCache(kernel, expected)
    backtests = Backtests(kernel, expected)
    stage = FilterStage(cache, services.staff, services.platforms.infos)

    return Feature(
        name="filters",
        needs=("stats",),
        routes=("greenroom.features.filters.routes",),
        permissions={Permission.FILTERS_READ: Role.MOD, Permission.FILTERS_MANAGE: Role.EDITOR},
        topics={"filters": Permission.FILTERS_READ},
        body_limits={r"/channels/[^/]+/filters(?:/.*)?": MAX_BODY_BYTES},
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
        contributions=(ACTED_HITS,),
        services={Backtests: backtests, LinkPermits: _link_permits(kernel)},
        lifespan=lifespan(backtests.stop, cache.stop, start=cache.start),
        jobs=(
            Job(
                name="delete_filter_hits",
                every_seconds=CLEANUP_SECONDS,
                run=partial(delete_expired, services.kernel),
                title="Delete old filter hits",
                note="strikes, permits and trial runs",
            ),
        ),
    )


def _link_permits(kernel: Kernel) -> LinkPermits:
    async def give_permit(channel_id: UUID, provider: str, viewer_id: str) -> int:
        now = kernel.clock()
        body = PermitIn.model_validate({"provider": provider, "provider_viewer_id": viewer_id})
        async with kernel.database.write() as session:
            permit = await service.permit(session, channel_id, body, now)
        return round((permit.expires_at - now).total_seconds())

    return LinkPermits(give_permit)
