"""The current giveaway, for its widget."""

from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import case, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.giveaways.draws.rounds import draws_of
from greenroom.features.giveaways.models import Giveaway
from greenroom.features.giveaways.schemas import GiveawaySettings, giveaways_topic
from greenroom.features.giveaways.service import WON
from greenroom.features.widgets.types.data.widget_data import WidgetData, WidgetDataQuery

# States of giveaways that are shown; of several giveaways, the one whose state comes first here is shown.
SHOWN = ("open", "paused", "closed", "drawn")


class ShownWinner(Struct, frozen=True):
    """A winner, without the viewer's id."""

    name: str
    provider: str
    # Whether the viewer still has to claim the prize.
    is_waiting: bool


class ShownGiveaway(Struct, frozen=True):
    prize: str
    state: str
    # Empty if viewers enter without a keyword.
    keyword: str
    entry_count: int
    ticket_count: int
    winners: list[ShownWinner]


async def read_giveaway(
    session: AsyncSession, channel_id: UUID, query: WidgetDataQuery, _: datetime
) -> dict[str, object]:
    """The data of the widget: `giveaway` is the giveaway to show, or None."""
    rank = case({state: number for number, state in enumerate(SHOWN)}, value=Giveaway.state)
    row = await session.scalar(
        select(Giveaway)
        .where(Giveaway.channel_id == channel_id, Giveaway.state.in_(SHOWN))
        .order_by(rank, Giveaway.opened_at.desc(), Giveaway.id)
        .limit(1)
    )
    if row is None:
        return {"giveaway": None}
    fields = GiveawaySettings.model_validate(row.settings)
    winners = [
        ShownWinner(draw.name, draw.provider, draw.status == "waiting")
        for draw in await draws_of(session, row.id)
        if draw.status in WON
    ]
    prize, keyword = fields.prize_text, fields.keyword if fields.entry == "keyword" else ""
    shown = ShownGiveaway(prize, row.state, keyword, row.entry_count, row.ticket_count, winners[: query.limit])
    return {"giveaway": shown}


GIVEAWAY = WidgetData(type="giveaway", read=read_giveaway, topic=giveaways_topic, seconds=1.0)
