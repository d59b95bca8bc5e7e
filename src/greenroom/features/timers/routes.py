from typing import Annotated
from uuid import UUID

from greenroom.accounts.access.guards import require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.channel_file.lists.router import list_router
from greenroom.features.timers.scheduler import TimerScheduler
from greenroom.features.timers.schemas import TimerOut
from greenroom.features.timers.service import TIMERS
from greenroom.kernel.api.dependencies import Provided

Editor = Annotated[Access, require(Permission.TIMERS_MANAGE)]
CREATE = "Creates a timer; unknown variables and those that need a caller are rejected with their position."

router = list_router(TIMERS, texts={"create": CREATE})


@router.post("/{timer_id}/run", status_code=202)
async def run_timer(timer_id: UUID, access: Editor, scheduler: Provided[TimerScheduler]) -> TimerOut:
    """Posts the next message now, regardless of the timer's mode and its minimum of chat messages.

    Whether the platforms accepted the message is published later, on the timers topic.
    """
    return await scheduler.run_now(access.channel_id, timer_id)
