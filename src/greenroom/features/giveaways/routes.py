from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from greenroom.accounts.access.guards import PUBLIC_IN_CHANNEL, changed_by, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.features.giveaways import defaults, service
from greenroom.features.giveaways.draws import published
from greenroom.features.giveaways.schemas import (
    DEFAULT_PER_PAGE,
    MAX_PER_PAGE,
    MAX_SEARCH_LENGTH,
    DrawStatus,
    EntryStatus,
    GiveawayDetails,
    GiveawayEntriesOut,
    GiveawayIn,
    GiveawayOut,
    GiveawayRules,
    GiveawaysOut,
    PublicGiveaway,
)
from greenroom.features.giveaways.steps import GiveawaySteps
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import Cursor, KernelDep, Provided, Reading, Revision, Writing
from greenroom.kernel.text import StorableText

Reader = Annotated[Access, require(Permission.GIVEAWAYS_READ)]
Editor = Annotated[Access, require(Permission.GIVEAWAYS_MANAGE)]
Searched = Annotated[StorableText, Query(max_length=MAX_SEARCH_LENGTH)]

router = ApiRouter(prefix="/channels/{channel_id}", tags=["giveaways"])


@router.get("/giveaways")
async def list_giveaways(access: Reader, session: Reading) -> GiveawaysOut:
    return await service.list_giveaways(session, access.channel_id)


@router.post("/giveaways", status_code=201)
async def create_giveaway(body: GiveawayIn, access: Editor, session: Writing, kernel: KernelDep) -> GiveawayOut:
    row = await service.create_giveaway(session, access.channel_id, body, changed_by(access, kernel))
    return service.giveaway_out(row, 0)


@router.get("/giveaways/{giveaway_id}")
async def get_giveaway(giveaway_id: UUID, access: Reader, steps: Provided[GiveawaySteps]) -> GiveawayDetails:
    return await steps.details(access.channel_id, giveaway_id)


@router.put("/giveaways/{giveaway_id}")
async def save_giveaway(
    giveaway_id: UUID, body: GiveawayIn, access: Editor, session: Writing, kernel: KernelDep, revision: Revision = None
) -> GiveawayOut:
    """Saves a draft; while open or paused, only closing time, reminders and announcements can change.

    Other changes, and any change of a closed giveaway: 409 `giveaway_rules_fixed`.
    """
    by = changed_by(access, kernel)
    row = await service.save_giveaway(session, access.channel_id, giveaway_id, body, by, revision)
    return await service.load_giveaway_out(session, row)


@router.delete("/giveaways/{giveaway_id}", status_code=204)
async def delete_giveaway(giveaway_id: UUID, access: Editor, session: Writing, kernel: KernelDep) -> None:
    """Deletes the giveaway; points for tickets are paid back if no viewer won."""
    await service.delete_giveaway(session, access.channel_id, giveaway_id, changed_by(access, kernel))


@router.post("/giveaways/{giveaway_id}/open")
async def open_giveaway(giveaway_id: UUID, access: Editor, steps: Provided[GiveawaySteps]) -> GiveawayDetails:
    """Opens a draft or a paused giveaway; the first opening creates a seed and publishes its commitment."""
    await steps.open(access.channel_id, giveaway_id)
    return await steps.details(access.channel_id, giveaway_id)


@router.post("/giveaways/{giveaway_id}/pause")
async def pause_giveaway(giveaway_id: UUID, access: Editor, steps: Provided[GiveawaySteps]) -> GiveawayDetails:
    await steps.pause(access.channel_id, giveaway_id)
    return await steps.details(access.channel_id, giveaway_id)


@router.post("/giveaways/{giveaway_id}/close")
async def close_giveaway(giveaway_id: UUID, access: Editor, steps: Provided[GiveawaySteps]) -> GiveawayDetails:
    """Closes the giveaway: the list of entries is fixed and published."""
    await steps.close(access.channel_id, giveaway_id)
    return await steps.details(access.channel_id, giveaway_id)


@router.post("/giveaways/{giveaway_id}/draw")
async def draw_winners(giveaway_id: UUID, access: Editor, steps: Provided[GiveawaySteps]) -> GiveawayDetails:
    await steps.draw(access.channel_id, giveaway_id)
    return await steps.details(access.channel_id, giveaway_id)


@router.post("/giveaways/{giveaway_id}/archive")
async def archive_giveaway(giveaway_id: UUID, access: Editor, steps: Provided[GiveawaySteps]) -> GiveawayDetails:
    """Archives a giveaway that was drawn, or closed without entries; tickets are paid back if no viewer won."""
    await steps.archive(access.channel_id, giveaway_id)
    return await steps.details(access.channel_id, giveaway_id)


@router.post("/giveaways/{giveaway_id}/draws/{draw_id}/redraw")
async def redraw_winner(
    giveaway_id: UUID,
    draw_id: UUID,
    access: Editor,
    steps: Provided[GiveawaySteps],
    seen: DrawStatus | None = None,
) -> GiveawayDetails:
    """Replaces a winner. 409 `giveaway_winner_answered` if the draw no longer has the status `seen` (optional)."""
    await steps.redraw(access.channel_id, giveaway_id, draw_id, seen)
    return await steps.details(access.channel_id, giveaway_id)


@router.post("/giveaways/{giveaway_id}/draws/{draw_id}/confirm")
async def confirm_winner(
    giveaway_id: UUID, draw_id: UUID, access: Editor, steps: Provided[GiveawaySteps]
) -> GiveawayDetails:
    """Accepts a winner who has not answered in chat."""
    await steps.confirm(access.channel_id, giveaway_id, draw_id)
    return await steps.details(access.channel_id, giveaway_id)


@router.get("/giveaways/{giveaway_id}/entries")
async def list_giveaway_entries(
    giveaway_id: UUID,
    access: Reader,
    session: Reading,
    status: EntryStatus = "entered",
    q: Searched = "",
    cursor: Cursor = None,
    limit: Annotated[int, Query(ge=1, le=MAX_PER_PAGE)] = DEFAULT_PER_PAGE,
) -> GiveawayEntriesOut:
    """Entries with this status, in the order of entering."""
    row = await service.find_giveaway(session, access.channel_id, giveaway_id)
    return await service.list_entries(session, row.id, status, q, cursor, limit)


@router.get("/giveaway-defaults")
async def get_giveaway_defaults(access: Reader, session: Reading) -> GiveawayRules:
    """The rules that a new giveaway begins with."""
    return await defaults.get_defaults(session, access.channel_id)


@router.put("/giveaway-defaults")
async def save_giveaway_defaults(
    body: GiveawayRules, access: Editor, session: Writing, kernel: KernelDep
) -> GiveawayRules:
    return await defaults.save_defaults(session, access.channel_id, body, changed_by(access, kernel))


@router.get("/public-giveaways/{giveaway_id}", dependencies=[PUBLIC_IN_CHANNEL])
async def get_giveaway_in_public(channel_id: UUID, giveaway_id: UUID, session: Reading) -> PublicGiveaway:
    """The public page of a giveaway that has been opened; needs no sign-in."""
    return await published.public_giveaway(session, channel_id, giveaway_id)


@router.get("/public-giveaways/{giveaway_id}/entries", dependencies=[PUBLIC_IN_CHANNEL], response_class=Response)
async def get_giveaway_entries_in_public(channel_id: UUID, giveaway_id: UUID, session: Reading) -> Response:
    """The list of entries that the draw uses, as text: position, tickets, platform and name in each line."""
    content = await published.public_entries(session, channel_id, giveaway_id)
    return Response(content, media_type="text/plain; charset=utf-8")
