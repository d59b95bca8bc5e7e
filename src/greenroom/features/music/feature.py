from greenroom.feature import Feature, Services, lifespan
from greenroom.features.music.variables import variables
from greenroom.music.channel_music import ChannelMusic


def feature(services: Services) -> Feature:
    music = ChannelMusic(services.kernel, services.sender, services.platforms)
    return Feature(
        name="music",
        variables=variables(music),
        services={ChannelMusic: music},
        lifespan=lifespan(music.stop),
    )
