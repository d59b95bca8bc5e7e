from greenroom.feature import Feature, Services
from greenroom.features.activity_feed.models import ActivityAcknowledgement, ActivitySettings
from greenroom.features.activity_feed.schemas import (
    ActivitiesAcknowledged,
    ActivityAcknowledged,
    ActivitySettingsChanged,
    ActivityValuesChanged,
)
from greenroom.features.activity_feed.section import values_section
from greenroom.tenancy.access.rules import Permission, Role


def feature(services: Services) -> Feature:
    return Feature(
        name="activity_feed",
        routes=("greenroom.features.activity_feed.routes",),
        tables=(ActivitySettings, ActivityAcknowledgement),
        permissions={Permission.ACTIVITY_READ: Role.MOD},
        topics={"activity": Permission.ACTIVITY_READ},
        sections=(values_section(),),
        live_messages=(
            ActivityAcknowledged,
            ActivitiesAcknowledged,
            ActivitySettingsChanged,
            ActivityValuesChanged,
        ),
    )
