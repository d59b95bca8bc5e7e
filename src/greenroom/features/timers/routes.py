from typing import Annotated
from uuid import UUID

from greenroom.features.timers import service
from greenroom.features.timers.scheduler import TimerScheduler
from greenroom.features.timers.schemas import TimerIn, TimerOut, TimersOut, TimersSwitch
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, Reading, Revision, Writing
from greenroom.tenancy.access.guards import changed_by, require
from greenroom.tenancy.access.rules import Permission
from greenroom.tenancy.access.service import Access

Reader = Annotated[Access, require(Permission.TIMERS_READ)]
Editor = Annotated[Access, require(Permission.TIMERS_MANAGE)]

router = ApiRouter(prefix="/channels/{channel_id}/timers", tags=["timers"])


@router.get("")
async def list_timers(access: Reader, session: Reading) -> TimersOut:
    return await service.list_timers(session, access.channel_id)


@router.post("", status_code=201)
async def create_timer(
    body: TimerIn, access: Editor, session: Writing, kernel: KernelDep, scheduler: Provided[TimerScheduler]
) -> TimerOut:
    """Creates a timer; unknown variables and those that need a caller are rejected with their position."""
    scheduler.checker.check(body)
    row = await service.create_timer(session, access.channel_id, body, changed_by(access, kernel))
    return await service.load_timer_out(session, row)


@router.put("/enabled", status_code=204)
async def switch_timers(body: TimersSwitch, access: Editor, session: Writing, kernel: KernelDep) -> None:
    by = changed_by(access, kernel)
    await service.switch_timers(session, access.channel_id, body.ids, by, is_enabled=body.enabled)


@router.get("/{timer_id}")
async def get_timer(timer_id: UUID, access: Reader, session: Reading) -> TimerOut:
    return await service.get_timer(session, access.channel_id, timer_id)


@router.put("/{timer_id}")
async def save_timer(
    timer_id: UUID,
    body: TimerIn,
    access: Editor,
    session: Writing,
    kernel: KernelDep,
    scheduler: Provided[TimerScheduler],
    revision: Revision = None,
) -> TimerOut:
    """Saves a timer. An outdated `revision` gives 409 `timer_changed`; without one, the last save wins."""
    scheduler.checker.check(body)
    row = await service.save_timer(session, access.channel_id, timer_id, body, changed_by(access, kernel), revision)
    return await service.load_timer_out(session, row)


@router.delete("/{timer_id}", status_code=204)
async def delete_timer(timer_id: UUID, access: Editor, session: Writing, kernel: KernelDep) -> None:
    await service.delete_timer(session, access.channel_id, timer_id, changed_by(access, kernel))


@router.post("/{timer_id}/run", status_code=202)
async def run_timer(timer_id: UUID, access: Editor, scheduler: Provided[TimerScheduler]) -> TimerOut:
    """Posts the next message now, regardless of the timer's mode and its minimum of chat messages.

    Whether the platforms accepted the message is published later, on the timers topic.
    """
    return await scheduler.run_now(access.channel_id, timer_id)
