from greenroom.feature import Feature, Later, Services
from greenroom.kernel.jobs import InModule, Job
from greenroom.tenancy.access.rules import Permission, Role

PARTS = Later("greenroom.features.widgets.parts")
HOUR = 3_600.0
# Maximum size of a request, which can contain custom HTML, CSS and JavaScript.
MAX_BODY_BYTES = 2**20


def feature(services: Services) -> Feature:
    later = PARTS.of(services)
    return Feature(
        name="widgets",
        routes=("greenroom.features.widgets.routes",),
        permissions={Permission.WIDGETS_MANAGE: Role.EDITOR},
        topics={"widgets": Permission.WIDGETS_MANAGE},
        body_limits={r"/channels/[^/]+/widgets(?:/.*)?": MAX_BODY_BYTES},
        stages={name: later.stage(name) for name in ("publish_widget_lines", "show_activities")},
        jobs=(
            Job(
                name="delete_old_alerts",
                every_seconds=HOUR,
                run=InModule("greenroom.features.widgets.alerts.jobs", "delete_old_alerts", (services.kernel,)),
                title="Delete old alerts",
                note="that were shown",
            ),
        ),
        later=later,
        lifespan=later.lifespan,
    )
