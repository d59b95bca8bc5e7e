"""Topics that visitors without sign-in may subscribe to."""

from collections.abc import Awaitable, Callable

from greenroom.kernel.context import Kernel
from greenroom.tenancy.watch import service
from greenroom.tenancy.watch.rules import public_topic


def public_topic_access_check(kernel: Kernel) -> Callable[[str], Awaitable[bool]]:
    async def may_listen(name: str) -> bool:
        topic = public_topic(name)
        if topic is None:
            return False
        async with kernel.database.read() as session:
            return await service.is_public_now(session, topic)

    return may_listen
