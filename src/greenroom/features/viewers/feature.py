from greenroom.chat.messages.viewer_rows import ViewerRows
from greenroom.feature import Feature, Services, lifespan
from greenroom.features.viewers.account_links import link_by_code, lock_links_for_codes
from greenroom.features.viewers.handlers import ViewerTracker
from greenroom.features.viewers.models import LinkAttempt, LinkCode, ViewerNote
from greenroom.features.viewers.schemas import ViewersChanged, ViewersLinked


def feature(services: Services) -> Feature:
    tracker = ViewerTracker(services.kernel.database)

    return Feature(
        name="viewers",
        needs=("points",),
        routes=("greenroom.features.viewers.routes",),
        tables=(ViewerNote, LinkCode, LinkAttempt),
        viewer_rows=(ViewerRows(ViewerNote), ViewerRows(LinkCode), ViewerRows(LinkAttempt)),
        live_messages=(ViewersChanged, ViewersLinked),
        stages={
            "recognise_viewers": tracker.recognise,
            "lock_links": lock_links_for_codes,
            "store_viewers": tracker.store,
            "link_accounts": link_by_code,
        },
        lifespan=lifespan(tracker.stop),
    )
