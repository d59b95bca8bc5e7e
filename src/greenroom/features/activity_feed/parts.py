from greenroom.feature import Parts, Services
from greenroom.features.activity_feed.models import ActivityAcknowledgement, ActivitySettings
from greenroom.features.activity_feed.schemas import (
    ActivitiesAcknowledged,
    ActivityAcknowledged,
    ActivitySettingsChanged,
    ActivityValuesChanged,
)
from greenroom.features.activity_feed.section import values_section


def parts(_: Services) -> Parts:
    return Parts(
        tables=(ActivitySettings, ActivityAcknowledgement),
        sections=(values_section(),),
        live_messages=(
            ActivityAcknowledged,
            ActivitiesAcknowledged,
            ActivitySettingsChanged,
            ActivityValuesChanged,
        ),
    )
