from greenroom.features.widgets.alerts import queue
from greenroom.kernel.context import Kernel


async def delete_old_alerts(kernel: Kernel) -> None:
    async with kernel.database.write() as session:
        await queue.delete_old(session, kernel.clock())
