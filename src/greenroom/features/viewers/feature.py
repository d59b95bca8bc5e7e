from greenroom.feature import Feature, Later, Services

PARTS = Later("greenroom.features.viewers.parts")
STAGES = ("recognise_viewers", "lock_links", "store_viewers", "link_accounts")


def feature(services: Services) -> Feature:
    later = PARTS.of(services)
    return Feature(
        name="viewers",
        routes=("greenroom.features.viewers.routes",),
        stages={name: later.stage(name) for name in STAGES},
        later=later,
        lifespan=later.lifespan,
    )
