from greenroom.feature import Feature, Later, Services
from greenroom.kernel.jobs import InModule, Job
from greenroom.tenancy.access.rules import Permission, Role

PARTS = Later("greenroom.features.filters.parts")
CLEANUP_SECONDS = 300
# Room for ten thousand banned terms.
MAX_BODY_BYTES = 8 * 2**20


def feature(services: Services) -> Feature:
    later = PARTS.of(services)
    return Feature(
        name="filters",
        routes=("greenroom.features.filters.routes",),
        permissions={Permission.FILTERS_READ: Role.MOD, Permission.FILTERS_MANAGE: Role.EDITOR},
        topics={"filters": Permission.FILTERS_READ},
        body_limits={r"/channels/[^/]+/filters(?:/.*)?": MAX_BODY_BYTES},
        stages={"apply_filters": later.stage("apply_filters")},
        preparations={"apply_filters": later.preparation("apply_filters")},
        jobs=(
            Job(
                name="delete_filter_hits",
                every_seconds=CLEANUP_SECONDS,
                run=InModule("greenroom.features.filters.jobs", "delete_expired", (services.kernel,)),
                title="Delete old filter hits",
                note="strikes, permits and trial runs",
            ),
        ),
        later=later,
        lifespan=later.lifespan,
    )
