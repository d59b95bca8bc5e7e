from greenroom.feature import Parts, Services
from greenroom.features.stream_info.handlers import publish_ads
from greenroom.features.stream_info.schemas import AdStarted
from greenroom.features.stream_info.service import StreamControl
from greenroom.features.stream_info.undo import StreamUndo


def parts(services: Services) -> Parts:
    return Parts(
        live_messages=(AdStarted,),
        stages={"publish_ads": publish_ads},
        undoers=(StreamUndo(StreamControl(services.kernel, services.sender, services.platforms)),),
    )
