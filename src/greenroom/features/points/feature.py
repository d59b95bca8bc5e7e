from greenroom.economy.live import PointsChanged
from greenroom.feature import Feature, Services
from greenroom.features.points.schemas import PointSettingsChanged
from greenroom.features.points.section import points_section
from greenroom.tenancy.access.rules import Permission


def feature(_: Services) -> Feature:
    return Feature(
        name="points",
        routes=("greenroom.features.points.routes",),
        topics={"points": Permission.GAMBLING_READ},
        live_messages=(PointsChanged, PointSettingsChanged),
        sections=(points_section(),),
    )
