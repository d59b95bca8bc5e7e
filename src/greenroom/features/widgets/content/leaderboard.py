"""The highest balances, for the leaderboard widget."""

from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.points.ledger.balances import Ranking
from greenroom.features.points.ledger.leaderboard import read_standings
from greenroom.features.points.ledger.live import points_topic
from greenroom.features.points.ledger.settings import read_settings
from greenroom.features.widgets.types.data.widget_data import WidgetData, WidgetDataQuery


class Row(Struct, frozen=True):
    """A row of the widget, without the viewer's id."""

    name: str
    provider: str
    avatar_url: str
    balance: int


class Leaderboard(Struct, frozen=True):
    # Plural name of the points.
    points_name: str
    # The highest balance first.
    rows: list[Row]


async def read_leaderboard(
    session: AsyncSession, channel_id: UUID, query: WidgetDataQuery, _: datetime
) -> dict[str, object]:
    standings = await read_standings(session, Ranking(channel_id), query.limit)
    rows = [Row(each.name, each.accounts[0].provider, each.accounts[0].avatar_url, each.balance) for each in standings]
    settings = await read_settings(session, channel_id)
    return {"leaderboard": Leaderboard(settings.name_plural, rows)}


LEADERBOARD = WidgetData(type="leaderboard", read=read_leaderboard, topic=points_topic, seconds=3.0)
