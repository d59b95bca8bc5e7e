from greenroom.chat.messages.viewer_rows import ViewerRows
from greenroom.feature import Feature, Services
from greenroom.features.song_requests.jobs import DELETE_OLD_SECONDS, EVERY_SECONDS, SongRequestJobs
from greenroom.features.song_requests.models import SongRequest, SongRequestSettingsRow
from greenroom.features.song_requests.now_playing import NowPlaying
from greenroom.features.song_requests.requests import SongRequests
from greenroom.features.song_requests.schemas import SongRequestsChanged
from greenroom.features.song_requests.section import SongRequestSection
from greenroom.features.song_requests.variables import variables
from greenroom.kernel.jobs import Job
from greenroom.music.channel_music import ChannelMusic
from greenroom.tenancy.access.rules import Permission


def feature(services: Services) -> Feature:
    requests = SongRequests(services.kernel, lambda: services.provided.get(ChannelMusic))
    jobs = SongRequestJobs(services.kernel, requests)
    return Feature(
        name="song_requests",
        routes=("greenroom.features.song_requests.routes",),
        tables=(SongRequestSettingsRow, SongRequest),
        viewer_rows=(ViewerRows(SongRequest),),
        topics={"song-requests": Permission.PLATFORMS_READ},
        live_messages=(SongRequestsChanged,),
        variables=variables(requests),
        sections=(SongRequestSection(),),
        services={SongRequests: requests, NowPlaying: NowPlaying(services.kernel, services.platforms)},
        jobs=(
            Job("song_requests", EVERY_SECONDS, jobs.follow, title="Play song requests", note="on Spotify"),
            Job(
                "forget_song_requests",
                DELETE_OLD_SECONDS,
                jobs.delete_old,
                title="Delete old song requests",
                note="a day after they were played",
            ),
        ),
    )
