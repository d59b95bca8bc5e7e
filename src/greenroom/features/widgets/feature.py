from greenroom.feature import Feature, Services
from greenroom.features.widgets.models import (
    AlertQueue,
    Countdown,
    QueuedAlert,
    SubathonAddition,
    Widget,
    WidgetSource,
)
from greenroom.features.widgets.schemas import SourcesChanged, WidgetsChanged
from greenroom.features.widgets.types import TYPES
from greenroom.tenancy.access.rules import Permission, Role

# Custom HTML, CSS and JavaScript in one body.
MAX_BODY_BYTES = 2**20


def feature(services: Services) -> Feature:
    return Feature(
        name="widgets",
        routes=("greenroom.features.widgets.routes",),
        tables=(Widget, WidgetSource, AlertQueue, QueuedAlert, Countdown, SubathonAddition),
        permissions={Permission.WIDGETS_MANAGE: Role.EDITOR},
        topics={"widgets": Permission.WIDGETS_MANAGE},
        live_messages=(WidgetsChanged, SourcesChanged, *(one.settings for one in TYPES.values())),
        body_limits={r"/channels/[^/]+/widgets(?:/.*)?": MAX_BODY_BYTES},
    )
