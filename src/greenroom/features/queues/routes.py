from typing import Annotated
from uuid import UUID

from fastapi import Path, Query

from greenroom.accounts.access.guards import PUBLIC_IN_CHANNEL, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.channel_file.lists.router import list_router
from greenroom.features.queues import entries, public, service, turns
from greenroom.features.queues.calls import QueueCalls
from greenroom.features.queues.schemas import (
    MAX_VIEWER_NAME_LENGTH,
    PublicQueue,
    PublicQueues,
    QueueEntriesOut,
    QueueEntryOut,
    QueueEntryPlaceIn,
    QueueEntryStateIn,
    QueueEntryTextsIn,
    QueueNextIn,
    QueueOut,
    QueueSwitch,
    QueueViewerTurns,
)
from greenroom.features.queues.service import QUEUES
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, Reading, Writing
from greenroom.kernel.text import StorableText

Reader = Annotated[Access, require(Permission.QUEUES_READ)]
Editor = Annotated[Access, require(Permission.QUEUES_MANAGE)]
ViewerName = Annotated[StorableText, Query(max_length=MAX_VIEWER_NAME_LENGTH)]
ViewerId = Annotated[StorableText, Path(max_length=100)]
Provider = Annotated[StorableText, Path(max_length=20)]

router = list_router(QUEUES, texts={"create": "Creates a queue, which is closed at first."})
public_router = ApiRouter(prefix="/channels/{channel_id}", tags=["queues"])


@router.put("/{queue_id}/open")
async def switch_queue(
    queue_id: UUID, body: QueueSwitch, access: Editor, session: Writing, kernel: KernelDep
) -> QueueOut:
    """Opens or closes a queue; opening begins a new session if no viewer waits, is called or plays."""
    row = await service.switch_queue(session, access.channel_id, queue_id, kernel.clock(), is_open=body.open)
    return await service.load_queue_out(session, row)


@router.get("/{queue_id}/entries")
async def list_queue_entries(queue_id: UUID, access: Reader, session: Reading) -> QueueEntriesOut:
    return await entries.list_entries(session, await QUEUES.find(session, access.channel_id, queue_id))


@router.post("/{queue_id}/next")
async def call_next_viewers(
    queue_id: UUID, body: QueueNextIn, access: Editor, calls: Provided[QueueCalls]
) -> list[QueueEntryOut]:
    """Calls the next viewers as one round; 409 `queue_round_changed` if `round` is outdated."""
    called = await calls.call_next(access.channel_id, queue_id, body)
    return [entries.entry_out(row) for row in called]


@router.post("/{queue_id}/finish")
async def finish_queue_round(queue_id: UUID, access: Editor, session: Writing, kernel: KernelDep) -> QueueOut:
    """Marks every playing viewer as done."""
    row = await turns.finish_round(session, access.channel_id, queue_id, kernel.clock())
    return await service.load_queue_out(session, row)


@router.post("/{queue_id}/clear")
async def clear_queue(queue_id: UUID, access: Editor, session: Writing, kernel: KernelDep) -> QueueOut:
    """Removes everyone who waits or is called, returns their points, and begins a new session."""
    row = await turns.clear_queue(session, access.channel_id, queue_id, kernel.clock())
    return await service.load_queue_out(session, row)


@router.put("/{queue_id}/entries/{entry_id}/state")
async def change_queue_entry_state(
    queue_id: UUID, entry_id: UUID, body: QueueEntryStateIn, access: Editor, calls: Provided[QueueCalls]
) -> QueueEntryOut:
    """Changes the state of an entry; `waiting` puts a called, playing or finished viewer back at the front."""
    row = await calls.change_state(access.channel_id, queue_id, entry_id, body.state)
    return entries.entry_out(row)


@router.put("/{queue_id}/entries/{entry_id}/place")
async def move_queue_entry(
    queue_id: UUID, entry_id: UUID, body: QueueEntryPlaceIn, access: Editor, session: Writing
) -> QueueEntryOut:
    """Moves an entry behind another one; 409 `queue_entry_changed` if one of the two is no longer waiting."""
    return entries.entry_out(await turns.move_entry(session, access.channel_id, queue_id, entry_id, body.after_id))


@router.put("/{queue_id}/entries/{entry_id}/texts")
async def write_queue_entry_texts(
    queue_id: UUID, entry_id: UUID, body: QueueEntryTextsIn, access: Editor, session: Writing
) -> QueueEntryOut:
    return entries.entry_out(await turns.write_texts(session, access.channel_id, queue_id, entry_id, body))


@router.delete("/{queue_id}/entries/{entry_id}", status_code=204)
async def remove_queue_entry(
    queue_id: UUID, entry_id: UUID, access: Editor, session: Writing, kernel: KernelDep
) -> None:
    """Deletes the entry, from the viewer's history too; points are returned unless the entry is finished."""
    await turns.remove_entry(session, access.channel_id, queue_id, entry_id, kernel.clock())


@router.get("/{queue_id}/viewers/{provider}/{provider_viewer_id}")
async def get_queue_turns(
    queue_id: UUID, provider: Provider, provider_viewer_id: ViewerId, access: Reader, session: Reading
) -> QueueViewerTurns:
    """How often the viewer took part, on all linked accounts, with the newest entries."""
    queue = await QUEUES.find(session, access.channel_id, queue_id)
    return await entries.viewer_turns(session, queue, (provider, provider_viewer_id))


@public_router.get("/public-queues", dependencies=[PUBLIC_IN_CHANNEL])
async def list_queues_in_public(channel_id: UUID, session: Reading) -> PublicQueues:
    """The queues with a public page, without sign-in."""
    return await public.list_public(session, channel_id)


@public_router.get("/public-queues/{queue_id}", dependencies=[PUBLIC_IN_CHANNEL])
async def show_queue_in_public(
    channel_id: UUID, queue_id: UUID, session: Reading, name: ViewerName = ""
) -> PublicQueue:
    """A queue without sign-in. With a `name`, also the places of viewers with that name."""
    return await public.show_public(session, channel_id, queue_id, name)
