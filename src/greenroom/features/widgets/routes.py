from typing import Annotated
from uuid import UUID

from greenroom.features.widgets import service, sources
from greenroom.features.widgets.schemas import (
    SourcesOut,
    WidgetChange,
    WidgetIn,
    WidgetKey,
    WidgetOut,
    WidgetsOut,
    WidgetTypesOut,
)
from greenroom.kernel.context import KernelDep, Reading, Writing
from greenroom.kernel.db.change_tracking import Revision
from greenroom.kernel.web.api_router import ApiRouter
from greenroom.tenancy.access.guards import changed_by, require
from greenroom.tenancy.access.rules import Permission
from greenroom.tenancy.access.service import Access

Editor = Annotated[Access, require(Permission.WIDGETS_MANAGE)]

router = ApiRouter(prefix="/channels/{channel_id}", tags=["widgets"])


@router.get("/widget-types")
async def list_types(access: Editor) -> WidgetTypesOut:
    return service.widget_types()


@router.get("/widgets")
async def list_widgets(access: Editor, session: Reading, kernel: KernelDep) -> WidgetsOut:
    return await service.list_widgets(session, access.channel_id, kernel.clock())


@router.post("/widgets", status_code=201)
async def create_widget(body: WidgetIn, access: Editor, session: Writing, kernel: KernelDep) -> WidgetOut:
    """Settings that are left out get the default of the type."""
    by = changed_by(access, kernel)
    row = await service.create_widget(session, kernel.vault, access.channel_id, body, by)
    return await service.load_widget_out(session, row, by.at)


@router.get("/widgets/{widget_id}")
async def get_widget(widget_id: UUID, access: Editor, session: Reading, kernel: KernelDep) -> WidgetOut:
    row = await service.find_widget(session, access.channel_id, widget_id)
    return await service.load_widget_out(session, row, kernel.clock())


@router.put("/widgets/{widget_id}")
async def save_widget(
    widget_id: UUID,
    body: WidgetChange,
    access: Editor,
    session: Writing,
    kernel: KernelDep,
    revision: Revision = None,
) -> WidgetOut:
    """With an outdated `revision`: 409 `widget_changed`. Without one the last save wins. The type stays."""
    by = changed_by(access, kernel)
    row = await service.save_widget(session, access.channel_id, widget_id, body, by, revision)
    return await service.load_widget_out(session, row, by.at)


@router.delete("/widgets/{widget_id}", status_code=204)
async def delete_widget(widget_id: UUID, access: Editor, session: Writing) -> None:
    """Its open pages go blank."""
    await service.delete_widget(session, access.channel_id, widget_id)


@router.get("/widgets/{widget_id}/key")
async def reveal_key(widget_id: UUID, access: Editor, session: Reading, kernel: KernelDep) -> WidgetKey:
    """For copying the address; anyone who has it sees the widget."""
    return service.reveal_key(kernel.vault, await service.find_widget(session, access.channel_id, widget_id))


@router.post("/widgets/{widget_id}/key")
async def rotate_key(widget_id: UUID, access: Editor, session: Writing, kernel: KernelDep) -> WidgetKey:
    """A new key; pages with the old one go blank at once."""
    return await service.rotate_key(session, kernel.vault, access.channel_id, widget_id, kernel.clock())


@router.get("/widgets/{widget_id}/sources")
async def list_sources(widget_id: UUID, access: Editor, session: Reading, kernel: KernelDep) -> SourcesOut:
    """Live changes are on the topic `{channel}:widgets`."""
    row = await service.find_widget(session, access.channel_id, widget_id)
    return await sources.list_sources(session, row.id, kernel.clock())
