from greenroom.accounts.access.rules import Permission, Role
from greenroom.chat.messages.viewer_rows import ERASED_NAME, PSEUDONYM, ViewerRows
from greenroom.feature import Feature, Features, Services
from greenroom.features.stats.streams.counted_rows import CountedRows
from greenroom.features.stats.streams.jobs import StreamStatsJob
from greenroom.features.stats.streams.models import (
    CountedLines,
    Stream,
    StreamChatter,
    StreamEmote,
    StreamMinute,
    StreamPart,
    StreamTotal,
)
from greenroom.features.stats.streams.topics import StreamStatsChanged


def feature(services: Services) -> Feature:
    def find_rows() -> list[CountedRows]:
        return services.provided.get(Features).contributions(CountedRows)

    return Feature(
        name="stats",
        needs=("activity", "members"),
        routes=("greenroom.features.stats.routes",),
        permissions={Permission.STATS_READ: Role.MOD},
        topics={"stats": Permission.STATS_READ},
        tables=(Stream, StreamPart, StreamMinute, StreamChatter, StreamEmote, StreamTotal, CountedLines),
        viewer_rows=(ViewerRows(StreamChatter, {"viewer_id": PSEUDONYM, "name": ERASED_NAME}),),
        counted_for_deletion={"Streams": Stream},
        live_messages=(StreamStatsChanged,),
        jobs=StreamStatsJob(services.kernel, find_rows).jobs(),
    )
