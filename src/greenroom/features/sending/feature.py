from greenroom.feature import Feature, Services
from greenroom.features.sending.handlers import AnnouncementFinder
from greenroom.features.sending.jobs import jobs
from greenroom.features.sending.models import SentMessage, SentReceipt
from greenroom.features.sending.schemas import SentMessageChanged


def feature(services: Services) -> Feature:
    return Feature(
        name="sending",
        routes=("greenroom.features.sending.routes",),
        tables=(SentMessage, SentReceipt),
        live_messages=(SentMessageChanged,),
        stages={"confirm_announcements": AnnouncementFinder(services.platforms).confirm},
        jobs=jobs(services.kernel, services.platforms),
    )
