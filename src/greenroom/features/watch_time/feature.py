from greenroom.chat.messages.viewer_rows import ViewerRows
from greenroom.feature import Feature, Services
from greenroom.features.stats.streams.watch_times import WatchTimes
from greenroom.features.watch_time.jobs import WatchTimeJob
from greenroom.features.watch_time.models import Attendance, ChannelStreams
from greenroom.features.watch_time.service import watched_seconds
from greenroom.features.watch_time.variables import variables


def feature(services: Services) -> Feature:
    return Feature(
        name="watch_time",
        needs=("points", "stats"),
        routes=("greenroom.features.watch_time.routes",),
        tables=(ChannelStreams, Attendance),
        viewer_rows=(ViewerRows(Attendance),),
        jobs=WatchTimeJob(services.kernel, services.sender, services.platforms.infos).jobs(),
        variables=variables(services.kernel),
        services={WatchTimes: WatchTimes(watched_seconds)},
    )
