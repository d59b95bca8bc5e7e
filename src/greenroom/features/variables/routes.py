from typing import Annotated

from greenroom.accounts.access.guards import require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.platforms import Platforms
from greenroom.features.variables import previews
from greenroom.features.variables.schemas import PreviewIn, PreviewOut, VariableOut, VariablesOut
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided
from greenroom.responses.variables import VariableRegistry

router = ApiRouter(prefix="/channels/{channel_id}", tags=["commands"])

Reader = Annotated[Access, require(Permission.COMMANDS_READ)]


@router.get("/variables")
async def list_variables(access: Reader, registry: Provided[VariableRegistry]) -> VariablesOut:
    """Variables for responses of commands and messages of timers."""
    return VariablesOut(records=[VariableOut.of(variable) for variable in registry])


@router.post("/previews")
async def preview(
    body: PreviewIn,
    access: Reader,
    kernel: KernelDep,
    platforms: Provided[Platforms],
    registry: Provided[VariableRegistry],
) -> PreviewOut:
    """What each connected platform would show for this response; nothing is sent or changed."""
    return await previews.preview(kernel, platforms, registry, access, body)
