from functools import partial
from typing import Annotated
from uuid import UUID

from fastapi import WebSocket

from greenroom.accounts.access.guards import changed_by, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.features.widgets import controls, service, sources
from greenroom.features.widgets.alerts import service as alerts
from greenroom.features.widgets.live.pages import WidgetPages
from greenroom.features.widgets.live.values import check_text
from greenroom.features.widgets.schemas import (
    AlertQueueOut,
    AlertsPaused,
    CountdownChange,
    CountdownOut,
    SourcesOut,
    WidgetChange,
    WidgetIn,
    WidgetKey,
    WidgetOut,
    WidgetsOut,
    WidgetSwitch,
    WidgetTest,
    WidgetTypesOut,
)
from greenroom.kernel.api.access import PUBLIC
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, Reading, Revision, Writing
from greenroom.responses.variables import VariableRegistry

Editor = Annotated[Access, require(Permission.WIDGETS_MANAGE)]
# Moderators control the queue of alerts, for example to skip an alert with an insult.
Mod = Annotated[Access, require(Permission.MODERATION_USE)]
ALERTS = "alerts"

router = ApiRouter(prefix="/channels/{channel_id}", tags=["widgets"])
live_router = ApiRouter(tags=["widgets"], dependencies=[PUBLIC])


@router.get("/widget-types")
async def list_types(access: Editor) -> WidgetTypesOut:
    return service.widget_types()


@router.get("/widgets")
async def list_widgets(access: Editor, session: Reading, kernel: KernelDep) -> WidgetsOut:
    return await service.list_widgets(session, access.channel_id, kernel.clock())


@router.post("/widgets", status_code=201)
async def create_widget(
    body: WidgetIn, access: Editor, session: Writing, kernel: KernelDep, registry: Provided[VariableRegistry]
) -> WidgetOut:
    """Creates a widget; settings that are left out get the default of the type."""
    by, check = changed_by(access, kernel), partial(check_text, registry)
    row = await service.create_widget(session, kernel.vault, access.channel_id, body, by, check)
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
    registry: Provided[VariableRegistry],
    revision: Revision = None,
) -> WidgetOut:
    """Saves a widget, whose type cannot change; 409 `widget_changed` if the `revision` is outdated."""
    by, check = changed_by(access, kernel), partial(check_text, registry)
    row = await service.save_widget(session, access.channel_id, widget_id, body, by, check, revision)
    return await service.load_widget_out(session, row, by.at)


@router.put("/widgets/{widget_id}/enabled")
async def switch_widget(
    widget_id: UUID, body: WidgetSwitch, access: Editor, session: Writing, kernel: KernelDep
) -> WidgetOut:
    """Switches a widget on or off; while it is off, its sources stay connected and blank, and no alerts are queued."""
    by = changed_by(access, kernel)
    row = await service.switch_widget(session, access.channel_id, widget_id, by, is_enabled=body.enabled)
    return await service.load_widget_out(session, row, by.at)


@router.delete("/widgets/{widget_id}", status_code=204)
async def delete_widget(widget_id: UUID, access: Editor, session: Writing, kernel: KernelDep) -> None:
    """Deletes a widget; its open pages go blank."""
    await service.delete_widget(session, access.channel_id, widget_id, changed_by(access, kernel))


@router.get("/widgets/{widget_id}/key")
async def reveal_key(widget_id: UUID, access: Editor, session: Reading, kernel: KernelDep) -> WidgetKey:
    """The key, which is part of the URL of the widget's page; anyone who has that URL sees the widget."""
    return service.reveal_key(kernel.vault, await service.find_widget(session, access.channel_id, widget_id))


@router.post("/widgets/{widget_id}/key")
async def rotate_key(widget_id: UUID, access: Editor, session: Writing, kernel: KernelDep) -> WidgetKey:
    """Creates a new key; pages with the old one go blank at once."""
    by = changed_by(access, kernel)
    return await service.rotate_key(session, kernel.vault, access.channel_id, widget_id, by)


@router.get("/widgets/{widget_id}/sources")
async def list_sources(widget_id: UUID, access: Editor, session: Reading, kernel: KernelDep) -> SourcesOut:
    """Browser sources that show the widget now; live changes are on the topic `{channel}:widgets`."""
    row = await service.find_widget(session, access.channel_id, widget_id)
    return await sources.list_sources(session, row.id, kernel.clock())


@router.post("/widgets/{widget_id}/test", status_code=204)
async def send_test(widget_id: UUID, body: WidgetTest, access: Editor, session: Writing, kernel: KernelDep) -> None:
    """Shows made-up content on all pages of the widget, previews included; nothing is sent to a platform."""
    row = await service.find_widget(session, access.channel_id, widget_id)
    await controls.send_test(session, row, body.name, kernel.clock())


@router.post("/widgets/{widget_id}/countdown")
async def control_countdown(
    widget_id: UUID, body: CountdownChange, access: Editor, session: Writing, kernel: KernelDep
) -> CountdownOut:
    """Starts, stops, resets or moves a countdown or subathon."""
    row = await service.find_widget(session, access.channel_id, widget_id)
    return await controls.control_countdown(session, row, body, kernel.clock())


@router.get("/widgets/{widget_id}/countdown")
async def get_countdown(widget_id: UUID, access: Editor, session: Reading, kernel: KernelDep) -> CountdownOut:
    row = await service.find_widget(session, access.channel_id, widget_id)
    return await controls.get_countdown(session, row, kernel.clock())


@router.get("/widgets/{widget_id}/alerts")
async def get_alert_queue(widget_id: UUID, access: Mod, session: Reading, kernel: KernelDep) -> AlertQueueOut:
    row = await service.find_widget(session, access.channel_id, widget_id, of_type=ALERTS)
    return await alerts.queue_out(session, row.id, kernel.clock())


@router.delete("/widgets/{widget_id}/alerts")
async def clear_alert_queue(widget_id: UUID, access: Mod, session: Writing, kernel: KernelDep) -> AlertQueueOut:
    """Drops all alerts that wait; the one on screen ends as usual."""
    row = await service.find_widget(session, access.channel_id, widget_id, of_type=ALERTS)
    return await alerts.clear(session, row, kernel.clock())


@router.post("/widgets/{widget_id}/alerts/skip")
async def skip_alert(widget_id: UUID, access: Mod, session: Writing, kernel: KernelDep) -> AlertQueueOut:
    """Ends the alert on screen at once and shows the next one."""
    row = await service.find_widget(session, access.channel_id, widget_id, of_type=ALERTS)
    return await alerts.skip(session, row, kernel.clock())


@router.post("/alerts/skip", status_code=204)
async def skip_alerts(access: Mod, session: Writing, kernel: KernelDep) -> None:
    """Ends the alert on screen in every widget of the channel; for moderators, who may not list the widgets."""
    await alerts.skip_all(session, access.channel_id, kernel.clock())


@router.put("/widgets/{widget_id}/alerts/paused")
async def pause_alerts(
    widget_id: UUID, body: AlertsPaused, access: Mod, session: Writing, kernel: KernelDep
) -> AlertQueueOut:
    """Pauses or resumes alerts; the alert on screen ends as usual, and later ones wait."""
    row = await service.find_widget(session, access.channel_id, widget_id, of_type=ALERTS)
    return await alerts.set_paused(session, row, kernel.clock(), is_paused=body.is_paused)


@router.post("/activities/{activity_id}/replay", status_code=204)
async def replay_alert(activity_id: UUID, access: Editor, session: Writing, kernel: KernelDep) -> None:
    """Shows the alert of an activity again; 409 `no_alert_rule` if no rule of the channel shows it."""
    await alerts.replay(session, access.channel_id, activity_id, kernel.clock())


@live_router.websocket("/widgets/{widget_id}/live")
async def show_widget(socket: WebSocket, widget_id: UUID, pages: Provided[WidgetPages]) -> None:
    # No sign-in: the first frame has the widget's key, and nothing is sent before it.
    await pages.serve(socket, widget_id)
