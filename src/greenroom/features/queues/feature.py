from greenroom.feature import Feature, Later, Services
from greenroom.tenancy.access.rules import Permission, Role

PARTS = Later("greenroom.features.queues.parts")


def feature(services: Services) -> Feature:
    later = PARTS.of(services)
    return Feature(
        name="queues",
        routes=("greenroom.features.queues.routes",),
        permissions={Permission.QUEUES_READ: Role.MOD, Permission.QUEUES_MANAGE: Role.EDITOR},
        topics={"queues": Permission.QUEUES_READ},
        later=later,
        lifespan=later.lifespan,
    )
