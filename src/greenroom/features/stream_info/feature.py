from greenroom.accounts.access.rules import Permission
from greenroom.feature import Feature, Services
from greenroom.features.stream_info.handlers import publish_ads
from greenroom.features.stream_info.schemas import AdStarted
from greenroom.features.stream_info.service import StreamControl
from greenroom.features.stream_info.undo import StreamUndo


def feature(services: Services) -> Feature:
    return Feature(
        name="stream_info",
        needs=("stats",),
        routes=("greenroom.features.stream_info.routes",),
        topics={"stream": Permission.CHANNEL_READ},
        live_messages=(AdStarted,),
        stages={"publish_ads": publish_ads},
        undoers=(StreamUndo(StreamControl(services.kernel, services.sender, services.platforms)),),
    )
