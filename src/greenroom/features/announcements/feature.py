from greenroom.accounts.access.rules import Permission
from greenroom.feature import Feature, Services, lifespan
from greenroom.features.announcements.announcer import AnnouncementPoster, Announcer
from greenroom.features.announcements.models import Announcement, AnnouncementSettingsRow
from greenroom.features.announcements.scheduler import AnnouncementScheduler
from greenroom.features.announcements.schemas import AnnouncementsChanged
from greenroom.features.announcements.section import AnnouncementSection
from greenroom.features.announcements.texts import AnnouncementTexts


def feature(services: Services) -> Feature:
    kernel, texts = services.kernel, AnnouncementTexts(services.variables)
    provider, target = next(iter(services.announcement_targets.items()))
    poster = AnnouncementPoster(provider, services.platforms.info(provider).name, target)
    announcer = Announcer(kernel, services.platforms, texts, poster)
    scheduler = AnnouncementScheduler(kernel, announcer)
    return Feature(
        name="announcements",
        needs=("stats",),
        routes=("greenroom.features.announcements.routes",),
        tables=(AnnouncementSettingsRow, Announcement),
        topics={"announcements": Permission.PLATFORMS_READ},
        live_messages=(AnnouncementsChanged,),
        sections=(AnnouncementSection(texts),),
        services={Announcer: announcer},
        worker_lifespan=lifespan(scheduler.stop, start=scheduler.start),
    )
