"""Checks which topics visitors without sign-in may subscribe to."""

from greenroom.features.watch import service
from greenroom.features.watch.rules import public_topic
from greenroom.kernel.context import Kernel
from greenroom.kernel.live.connections import REFUSED, MayListen, TopicAccess


def public_topic_access_check(kernel: Kernel) -> MayListen:
    async def may_listen(name: str) -> TopicAccess:
        topic = public_topic(name)
        if topic is None:
            return REFUSED
        async with kernel.database.read() as session:
            return TopicAccess(await service.is_public_now(session, topic))

    return may_listen
