from greenroom.feature import Feature, Later, Services
from greenroom.tenancy.access.rules import Permission

PARTS = Later("greenroom.features.stream_info.parts")


def feature(services: Services) -> Feature:
    later = PARTS.of(services)
    return Feature(
        name="stream_info",
        routes=("greenroom.features.stream_info.routes",),
        topics={"stream": Permission.CHANNEL_READ},
        stages={"publish_ads": later.stage("publish_ads")},
        later=later,
    )
