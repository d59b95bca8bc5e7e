from greenroom.accounts.access.rules import Permission, Role
from greenroom.chat.messages.viewer_rows import ERASED_NAME, PSEUDONYM, ViewerRows
from greenroom.feature import Feature, Services, lifespan
from greenroom.features.activity.models import ActivityAcknowledgement, ActivitySettings
from greenroom.features.activity.records.models import Activity, ActivityValue
from greenroom.features.activity.records.presentation import ActivityChanged
from greenroom.features.activity.records.recorder import ActivityRecorder
from greenroom.features.activity.records.value_cache import ValueCache
from greenroom.features.activity.schemas import (
    ActivitiesAcknowledged,
    ActivityAcknowledged,
    ActivitySettingsChanged,
    ActivityValuesChanged,
)
from greenroom.features.activity.section import values_section


def feature(services: Services) -> Feature:
    values = ValueCache(services.kernel)

    return Feature(
        name="activity",
        routes=("greenroom.features.activity.routes",),
        permissions={Permission.ACTIVITY_READ: Role.MOD},
        topics={"activity": Permission.ACTIVITY_READ},
        tables=(Activity, ActivityValue, ActivitySettings, ActivityAcknowledgement),
        viewer_rows=(ViewerRows(Activity, {"viewer_id": PSEUDONYM, "viewer_name": ERASED_NAME, "message": ""}),),
        counted_for_deletion={"Activities": Activity},
        live_messages=(
            ActivityChanged,
            ActivityAcknowledged,
            ActivitiesAcknowledged,
            ActivitySettingsChanged,
            ActivityValuesChanged,
        ),
        sections=(values_section(),),
        stages={"record_activity": ActivityRecorder(values).record},
        services={ValueCache: values},
        lifespan=lifespan(values.stop, start=values.start),
    )
