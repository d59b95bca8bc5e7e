from greenroom.accounts.access.rules import Permission
from greenroom.chat.messages.viewer_rows import ViewerRows
from greenroom.feature import Feature, Services, lifespan
from greenroom.features.music.channel_music import ChannelMusic
from greenroom.features.music.requests.jobs import DELETE_OLD_SECONDS, EVERY_SECONDS, SongRequestJobs
from greenroom.features.music.requests.models import SongRequest, SongRequestSettingsRow
from greenroom.features.music.requests.now_playing import NowPlaying
from greenroom.features.music.requests.requests import SongRequests
from greenroom.features.music.requests.schemas import SongRequestsChanged
from greenroom.features.music.requests.section import SongRequestSection
from greenroom.features.music.requests.variables import variables as request_variables
from greenroom.features.music.variables import variables
from greenroom.kernel.jobs import Job


def feature(services: Services) -> Feature:
    music = ChannelMusic(services.kernel, services.sender, services.platforms)
    requests = SongRequests(services.kernel, music)
    jobs = SongRequestJobs(services.kernel, requests)
    return Feature(
        name="music",
        needs=("points",),
        routes=("greenroom.features.music.requests.routes",),
        tables=(SongRequestSettingsRow, SongRequest),
        viewer_rows=(ViewerRows(SongRequest),),
        topics={"song-requests": Permission.PLATFORMS_READ},
        live_messages=(SongRequestsChanged,),
        variables=(*variables(music), *request_variables(requests)),
        sections=(SongRequestSection(),),
        services={
            ChannelMusic: music,
            SongRequests: requests,
            NowPlaying: NowPlaying(services.kernel, services.platforms),
        },
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
        lifespan=lifespan(music.stop),
    )
