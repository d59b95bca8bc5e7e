from greenroom.accounts.access.rules import Permission
from greenroom.chat.messages.viewer_rows import ERASED_NAME, PSEUDONYM, ViewerRows
from greenroom.feature import Feature, Services, lifespan
from greenroom.features.points.cache import EarningCache
from greenroom.features.points.handlers import EarningStage
from greenroom.features.points.imports.handlers import claim_imported_points
from greenroom.features.points.imports.models import AwaitedBalance
from greenroom.features.points.imports.service import balances_by_login
from greenroom.features.points.ledger.live import PointsChanged
from greenroom.features.points.ledger.models import (
    PointAccount,
    PointEntry,
    PointLineSum,
    PointPeriod,
    PointSettingsRow,
    PointTotal,
)
from greenroom.features.points.ledger.settings import PointSettingsCache
from greenroom.features.points.ledger.viewer_accounts import entries_of, totals_of
from greenroom.features.points.periods.job import PointPeriodsJob
from greenroom.features.points.schemas import PointSettingsChanged
from greenroom.features.points.section import points_section
from greenroom.features.points.undo import PointsUndo
from greenroom.features.points.variables import variables

# The content of an import has up to four million characters, some of which take several bytes or are escaped.
MAX_IMPORT_BYTES = 12 * 2**20


def feature(services: Services) -> Feature:
    settings = PointSettingsCache(services.kernel)
    earned = EarningCache(services.kernel)

    def start() -> None:
        settings.start()
        earned.start()

    return Feature(
        name="points",
        needs=("activity", "stats"),
        routes=("greenroom.features.points.routes", "greenroom.features.points.imports.routes"),
        topics={"points": Permission.GAMBLING_READ},
        body_limits={r"/channels/[^/]+/point-imports(?:/review)?": MAX_IMPORT_BYTES},
        tables=(PointAccount, PointEntry, PointSettingsRow, PointPeriod, PointTotal, PointLineSum, AwaitedBalance),
        viewer_rows=(
            ViewerRows(PointEntry, find=entries_of, survives_erasure=True),
            ViewerRows(PointTotal, find=totals_of),
            ViewerRows(PointAccount, {"viewer_id": PSEUDONYM, "name": ERASED_NAME}),
            ViewerRows(AwaitedBalance, find=balances_by_login),
        ),
        counted_for_deletion={"Points accounts": PointAccount},
        live_messages=(PointsChanged, PointSettingsChanged),
        stages={"earn_points": EarningStage(earned).earn, "claim_imported_points": claim_imported_points},
        jobs=PointPeriodsJob(services.kernel).jobs(),
        variables=variables(services.kernel),
        sections=(points_section(),),
        undoers=(PointsUndo(services.kernel),),
        services={PointSettingsCache: settings},
        lifespan=lifespan(earned.stop, settings.stop, start=start),
    )
