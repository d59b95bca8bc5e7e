from greenroom.feature import Feature, Later, Services
from greenroom.tenancy.access.rules import Permission, Role

PARTS = Later("greenroom.features.activity_feed.parts")


def feature(services: Services) -> Feature:
    return Feature(
        name="activity_feed",
        routes=("greenroom.features.activity_feed.routes",),
        permissions={Permission.ACTIVITY_READ: Role.MOD},
        topics={"activity": Permission.ACTIVITY_READ},
        later=PARTS.of(services),
    )
