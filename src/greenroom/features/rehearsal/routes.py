from collections.abc import Callable
from functools import partial
from typing import Annotated

from fastapi import Depends, Path

from greenroom.accounts.access.guards import require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.platforms import Platforms
from greenroom.accounts.stream_platforms import StreamProvider
from greenroom.channel_file.queue_opener import QueueOpener
from greenroom.channel_file.sections import Sections
from greenroom.features.rehearsal.control import RehearsalControl
from greenroom.features.rehearsal.schemas import EveningIn, MomentIn, PlugIn, RehearsalOut, SetUpOut
from greenroom.features.rehearsal.service import Panel
from greenroom.features.rehearsal.set_up import SetUp
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided

router = ApiRouter(prefix="/channels/{channel_id}/rehearsal", tags=["rehearsal"])

Staff = Annotated[Access, require(Permission.REHEARSAL_CONTROL)]
Manager = Annotated[Access, require(Permission.PLATFORMS_MANAGE, with_api_token=False)]


async def find_set_up(
    kernel: KernelDep,
    platforms: Provided[Platforms],
    sections: Provided[Sections],
    control: Provided[RehearsalControl],
    queues: Provided[QueueOpener],
) -> Callable[[Access], SetUp]:
    return partial(SetUp, kernel, platforms, sections, control, queues)


SetUpBy = Annotated[Callable[[Access], SetUp], Depends(find_set_up)]


async def find_panel(access: Staff, set_up_by: SetUpBy, control: Provided[RehearsalControl]) -> Panel:
    return Panel(control, await set_up_by(access).state())


CurrentPanel = Annotated[Panel, Depends(find_panel)]


@router.get("")
async def read_rehearsal(panel: CurrentPanel) -> RehearsalOut:
    """State of the rehearsal. 404 `no_rehearsal` if there is none, as from all calls here."""
    return await panel.read()


@router.post("/evening")
async def direct_evening(body: EveningIn, panel: CurrentPanel) -> RehearsalOut:
    """`step` plays the next scene now; `start` begins with the first; after `stop` each scene waits for a `step`."""
    await panel.direct(body.action)
    return await panel.read()


@router.post("/moments", status_code=204)
async def play_moment(body: MomentIn, panel: CurrentPanel) -> None:
    """Makes something happen on the stream: a raid, a Super Chat, a spam wave."""
    await panel.play(body.moment)


@router.put("/plugs/{provider}")
async def plug(provider: StreamProvider, body: PlugIn, panel: CurrentPanel) -> RehearsalOut:
    """Unplugs a platform, for all channels of the rehearsal, or plugs it in again."""
    await panel.plug(provider, is_on=body.on)
    return await panel.read()


@router.get("/set-up")
async def read_set_up(access: Manager, set_up_by: SetUpBy) -> SetUpOut:
    return await set_up_by(access).steps()


@router.post("/set-up/{step}")
async def run_step(step: Annotated[str, Path(max_length=40)], access: Manager, set_up_by: SetUpBy) -> SetUpOut:
    """Does this step unless it is done. Connects a platform with the channel's, else the user's, rehearsal account."""
    return await set_up_by(access).run(step)
