from typing import Annotated

from fastapi import Response

from greenroom.accounts.access.guards import require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.channel_file.command_imports import CommandImports
from greenroom.channel_file.sections import Editor, Sections
from greenroom.features.imports import service
from greenroom.features.imports.schemas import ImportIn, ImportOut, ReviewIn, ReviewOut
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, TurnsDep
from greenroom.kernel.api.large_json import LargeRoute, large_response
from greenroom.responses.variables import VariableRegistry

CommandEditor = Annotated[Access, require(Permission.COMMANDS_MANAGE)]
router = ApiRouter(prefix="/channels/{channel_id}", tags=["imports"], route_class=LargeRoute)


@router.post("/imports/review", response_model=ReviewOut)
async def review_import(
    body: ReviewIn,
    access: CommandEditor,
    sections: Provided[Sections],
    registry: Provided[VariableRegistry],
    commands: Provided[CommandImports],
    kernel: KernelDep,
    turns: TurnsDep,
) -> Response:
    """Previews an import from another bot; nothing is saved."""
    async with turns(access.person.user_id) as turn:
        found = await service.review(kernel, turn, sections, registry, commands, access.channel_id, body)
        return await large_response(found)


@router.post("/imports", response_model=ImportOut)
async def import_rows(
    body: ImportIn,
    access: CommandEditor,
    sections: Provided[Sections],
    commands: Provided[CommandImports],
    kernel: KernelDep,
    turns: TurnsDep,
) -> Response:
    """Imports the given rows and saves a version of the channel as it was before."""
    sections.check_writable(access, {row.kind for row in body.rows})
    editor = Editor.of(access, kernel.clock())
    async with turns(access.person.user_id) as turn:
        return await large_response(await service.import_rows(kernel.database, turn, sections, commands, editor, body))
