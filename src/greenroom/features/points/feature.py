from greenroom.economy.live import PointsChanged
from greenroom.feature import Feature, Services, lifespan
from greenroom.features.points.cache import EarningCache
from greenroom.features.points.handlers import EarningStage
from greenroom.features.points.periods.job import PointPeriodsJob
from greenroom.features.points.schemas import PointSettingsChanged
from greenroom.features.points.section import points_section
from greenroom.features.points.undo import PointsUndo
from greenroom.features.points.variables import variables
from greenroom.tenancy.access.rules import Permission


def feature(services: Services) -> Feature:
    earned = EarningCache(services.kernel)
    return Feature(
        name="points",
        routes=("greenroom.features.points.routes",),
        topics={"points": Permission.GAMBLING_READ},
        live_messages=(PointsChanged, PointSettingsChanged),
        stages={"earn_points": EarningStage(earned).earn},
        jobs=PointPeriodsJob(services.kernel).jobs(),
        variables=variables(services.kernel),
        sections=(points_section(),),
        undoers=(PointsUndo(services.kernel),),
        lifespan=lifespan(earned.stop, start=earned.start),
    )
