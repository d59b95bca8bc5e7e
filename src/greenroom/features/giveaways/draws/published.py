"""The public page of a giveaway, without sign-in."""

from typing import cast
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import find_channel, open_channel
from greenroom.features.giveaways.draws.rounds import draws_of
from greenroom.features.giveaways.models import Giveaway, GiveawayDraw, GiveawayList
from greenroom.features.giveaways.rules import State
from greenroom.features.giveaways.schemas import DrawStatus, GiveawaySettings, PublicDraw, PublicGiveaway
from greenroom.features.giveaways.service import GiveawayNotFound, find_giveaway


async def public_giveaway(session: AsyncSession, channel_id: UUID, giveaway_id: UUID) -> PublicGiveaway:
    row = await _opened(session, channel_id, giveaway_id)
    fields = GiveawaySettings.model_validate(row.settings)
    channel = await open_channel(session, channel_id)
    return PublicGiveaway(
        id=row.id,
        channel_name=channel.display_name,
        title=fields.title,
        prize=fields.prize,
        state=cast("State", row.state),
        entry=fields.entry,
        keyword=fields.keyword if fields.entry == "keyword" else "",
        ticket_cost=fields.ticket_cost,
        opened_at=row.opened_at,
        closes_at=row.closes_at,
        closed_at=row.closed_at,
        drawn_at=row.drawn_at,
        entry_count=row.entry_count,
        ticket_count=row.ticket_count,
        commitment=row.commitment,
        entries_hash=row.entries_hash,
        seed=row.seed or None,
        draws=[_public_draw(draw) for draw in await draws_of(session, row.id)],
    )


async def public_entries(session: AsyncSession, channel_id: UUID, giveaway_id: UUID) -> bytes:
    row = await _opened(session, channel_id, giveaway_id)
    content = await session.scalar(select(GiveawayList.content).where(GiveawayList.giveaway_id == row.id))
    if content is None:
        raise GiveawayNotFound("The list is published when the giveaway closes.")
    return content


async def _opened(session: AsyncSession, channel_id: UUID, giveaway_id: UUID) -> Giveaway:
    """The giveaway; raises GiveawayNotFound if it is unknown or a draft."""
    row = await find_giveaway(session, channel_id, giveaway_id)
    if row.state == "draft" or await find_channel(session, channel_id) is None:
        raise GiveawayNotFound
    return row


def _public_draw(draw: GiveawayDraw) -> PublicDraw:
    return PublicDraw(
        number=draw.number,
        counter=draw.counter,
        ticket=draw.ticket,
        position=draw.position,
        provider=draw.provider,
        name=draw.name,
        status=cast("DrawStatus", draw.status),
        drawn_at=draw.drawn_at,
    )
