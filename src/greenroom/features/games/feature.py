from greenroom.feature import Feature, Later, Services
from greenroom.kernel.jobs import InModule, Job
from greenroom.tenancy.access.rules import Permission

PARTS = Later("greenroom.features.games.parts")
CLEANUP_SECONDS = 3_600


def feature(services: Services) -> Feature:
    later = PARTS.of(services)
    return Feature(
        name="games",
        routes=("greenroom.features.games.routes",),
        topics={"games": Permission.GAMBLING_READ},
        jobs=(
            Job(
                name="delete_game_cooldowns",
                every_seconds=CLEANUP_SECONDS,
                run=InModule("greenroom.features.games.jobs", "delete_cooldowns", (services.kernel,)),
                title="Delete ended game cooldowns",
                note="of viewers",
            ),
        ),
        later=later,
        lifespan=later.lifespan,
    )
