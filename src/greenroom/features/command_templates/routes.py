from typing import Annotated
from uuid import UUID

from greenroom.accounts.access.guards import Operator, SignedIn, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.channel_file.sections import Editor, Sections
from greenroom.features.command_templates import service
from greenroom.features.command_templates.schemas import (
    TemplateImport,
    TemplateImported,
    TemplateIn,
    TemplateOut,
    TemplatePreview,
    TemplatesOut,
    TemplateSummaries,
)
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, Reading, Revision, Writing
from greenroom.kernel.db.change_tracking import ChangedBy

Reader = Annotated[Access, require(Permission.COMMANDS_READ)]
CommandEditor = Annotated[Access, require(Permission.COMMANDS_MANAGE)]

router = ApiRouter(tags=["command templates"])


@router.get("/admin/command-templates")
async def list_templates(_: Operator, session: Reading) -> TemplatesOut:
    return await service.list_templates(session)


@router.post("/admin/command-templates", status_code=201)
async def create_template(
    body: TemplateIn, person: Operator, sections: Provided[Sections], session: Writing, kernel: KernelDep
) -> TemplateOut:
    return await service.create_template(session, sections, body, ChangedBy(person.display_name, kernel.clock()))


@router.get("/admin/command-templates/{template_id}")
async def get_template(template_id: UUID, _: Operator, session: Reading) -> TemplateOut:
    return await service.get_template(session, template_id)


@router.put("/admin/command-templates/{template_id}")
async def save_template(
    template_id: UUID,
    body: TemplateIn,
    person: Operator,
    sections: Provided[Sections],
    session: Writing,
    kernel: KernelDep,
    revision: Revision = None,
) -> TemplateOut:
    """Saves the template. An outdated `revision` gives 409 `template_changed`; without it the last save wins."""
    by = ChangedBy(person.display_name, kernel.clock())
    return await service.save_template(session, sections, template_id, body, by, revision=revision)


@router.delete("/admin/command-templates/{template_id}", status_code=204)
async def delete_template(template_id: UUID, _: Operator, session: Writing) -> None:
    """Deletes the template; commands that channels have imported from it stay."""
    await service.delete_template(session, template_id)


@router.get("/command-templates")
async def offer_templates(_: SignedIn, session: Reading) -> TemplateSummaries:
    return await service.summaries(session)


@router.post("/channels/{channel_id}/command-templates/{template_id}/preview")
async def preview_template(
    template_id: UUID, access: Reader, sections: Provided[Sections], session: Reading
) -> TemplatePreview:
    """Preview of an import; nothing is saved."""
    return await service.preview(session, sections, access.channel_id, template_id)


@router.post("/channels/{channel_id}/command-templates/{template_id}/import")
async def import_template(
    template_id: UUID, body: TemplateImport, access: CommandEditor, sections: Provided[Sections], kernel: KernelDep
) -> TemplateImported:
    """Imports the chosen commands; before the first change it saves a version of the channel."""
    editor = Editor.of(access, kernel.clock())
    return await service.import_template(kernel.database, sections, editor, template_id, body)
