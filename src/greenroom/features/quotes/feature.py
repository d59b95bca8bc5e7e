from greenroom.feature import Feature, Later, Services
from greenroom.tenancy.access.rules import Permission, Role

PARTS = Later("greenroom.features.quotes.parts")


def feature(services: Services) -> Feature:
    return Feature(
        name="quotes",
        routes=("greenroom.features.quotes.routes",),
        permissions={Permission.QUOTES_READ: Role.MOD, Permission.QUOTES_MANAGE: Role.EDITOR},
        topics={"quotes": Permission.QUOTES_READ},
        later=PARTS.of(services),
    )
