from greenroom.feature import Feature, Services
from greenroom.tenancy.access.rules import Permission, Role


def feature(services: Services) -> Feature:
    return Feature(
        name="stats",
        routes=("greenroom.features.stats.routes",),
        permissions={Permission.STATS_READ: Role.MOD},
        topics={"stats": Permission.STATS_READ},
    )
