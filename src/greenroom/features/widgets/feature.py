from functools import partial
from uuid import UUID

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission, Role
from greenroom.chat.messages.viewer_rows import ViewerAccount, ViewerRows
from greenroom.feature import Feature, Services, lifespan
from greenroom.features.activity.records.held_alerts import HeldAlerts
from greenroom.features.activity.records.models import Activity
from greenroom.features.media.uses import MediaUses
from greenroom.features.widgets.alerts.jobs import delete_old_alerts
from greenroom.features.widgets.alerts.panic import held_alerts
from greenroom.features.widgets.cache import WidgetCache
from greenroom.features.widgets.content.media_uses import find_media_uses
from greenroom.features.widgets.handlers import WidgetStages
from greenroom.features.widgets.live.pages import WidgetPages
from greenroom.features.widgets.models import (
    AlertQueue,
    Countdown,
    QueuedAlert,
    SubathonAddition,
    Widget,
    WidgetSource,
)
from greenroom.features.widgets.schemas import AlertQueueChanged, SourcesChanged, WidgetsChanged
from greenroom.features.widgets.section import WidgetsSection
from greenroom.features.widgets.types.registry import TYPES
from greenroom.kernel.jobs import Job

HOUR = 3_600.0
# Maximum size of a request, which can contain custom HTML, CSS and JavaScript.
MAX_BODY_BYTES = 2**20


def _by_activity(_: AsyncSession, channel_id: UUID, account: ViewerAccount) -> list[ColumnElement[bool]]:
    """Conditions for the stored alerts of the viewer's activities."""
    is_own = (Activity.provider == account.provider, Activity.viewer_id == account.viewer_id)
    return [QueuedAlert.activity_id.in_(select(Activity.id).where(Activity.channel_id == channel_id, *is_own))]


def feature(services: Services) -> Feature:
    cache = WidgetCache(services.kernel)
    stages = WidgetStages(cache)
    pages = WidgetPages(services)

    def start() -> None:
        cache.start()
        pages.start()

    return Feature(
        name="widgets",
        needs=("activity", "commands", "giveaways", "media", "music", "points", "queues"),
        routes=("greenroom.features.widgets.routes",),
        permissions={Permission.WIDGETS_MANAGE: Role.EDITOR},
        topics={"widgets": Permission.WIDGETS_MANAGE},
        body_limits={r"/channels/[^/]+/widgets(?:/.*)?": MAX_BODY_BYTES},
        tables=(Widget, WidgetSource, AlertQueue, QueuedAlert, Countdown, SubathonAddition),
        viewer_rows=(ViewerRows(QueuedAlert, find=_by_activity, is_found_through_other_rows=True),),
        counted_for_deletion={"Widgets": Widget},
        live_messages=(
            WidgetsChanged,
            SourcesChanged,
            AlertQueueChanged,
            *(one.settings for one in TYPES.values()),
        ),
        stages={"publish_widget_lines": stages.publish_lines, "show_activities": stages.show_activities},
        sections=(WidgetsSection(services),),
        contributions=(MediaUses(find_media_uses),),
        services={WidgetPages: pages, HeldAlerts: held_alerts(services.kernel)},
        lifespan=lifespan(pages.stop, cache.stop, start=start),
        jobs=(
            Job(
                name="delete_old_alerts",
                every_seconds=HOUR,
                run=partial(delete_old_alerts, services.kernel),
                title="Delete old alerts",
                note="that were shown",
            ),
        ),
    )
