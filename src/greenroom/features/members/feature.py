from greenroom.accounts.access.rules import Permission
from greenroom.feature import Feature, Services, lifespan
from greenroom.features.members.expiry import AccessExpiry
from greenroom.features.members.schemas import MembersChanged


def feature(services: Services) -> Feature:
    expiry = AccessExpiry(services.kernel)
    return Feature(
        name="members",
        needs=("presence",),
        routes=("greenroom.features.members.routes",),
        topics={"members": Permission.ACCESS_MANAGE},
        live_messages=(MembersChanged,),
        worker_lifespan=lifespan(expiry.stop, start=expiry.start),
    )
