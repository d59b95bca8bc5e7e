from collections.abc import Sequence

from greenroom.features.widgets.alerts import queue
from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import Job

HOUR = 3_600.0


def jobs(kernel: Kernel) -> Sequence[Job]:
    async def delete_old_alerts() -> None:
        async with kernel.database.write() as session:
            await queue.delete_old(session, kernel.clock())

    return (Job("delete_old_alerts", HOUR, delete_old_alerts, title="Delete old alerts", note="that were shown"),)
