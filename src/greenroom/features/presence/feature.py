from greenroom.accounts.access.rules import Permission
from greenroom.feature import Feature, Services, lifespan
from greenroom.features.presence.presence import Presence
from greenroom.features.presence.schemas import PresenceChanged


def feature(services: Services) -> Feature:
    presence = Presence(services.kernel)
    return Feature(
        name="presence",
        routes=("greenroom.features.presence.routes",),
        topics={"presence": Permission.CHANNEL_READ},
        live_messages=(PresenceChanged,),
        services={Presence: presence},
        lifespan=lifespan(presence.stop, start=presence.start),
    )
