"""The public leaderboard: names and balances, without viewer ids."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import find_channel
from greenroom.features.points.ledger.balances import Ranking
from greenroom.features.points.ledger.leaderboard import NamedStanding, read_standings
from greenroom.features.points.ledger.settings import read_settings
from greenroom.features.points.schemas import PublicLeaderboard, PublicLeaderboardChannel, PublicStanding
from greenroom.kernel.errors import NotFound

MAX_SHOWN = 100


class LeaderboardNotFound(NotFound):
    type = "leaderboard_not_found"
    message = "This channel has no public leaderboard."


async def public_leaderboard(session: AsyncSession, channel_id: UUID) -> PublicLeaderboard:
    """The leaderboard if it is public; if it is private or points are off, gives the error of an unknown channel."""
    channel = await find_channel(session, channel_id)
    settings = await read_settings(session, channel_id)
    if channel is None or not settings.enabled or not settings.public_leaderboard:
        raise LeaderboardNotFound
    return PublicLeaderboard(
        channel=PublicLeaderboardChannel(id=channel.id, display_name=channel.display_name),
        points_name=settings.name_plural,
        records=[_public(each) for each in await read_standings(session, Ranking(channel_id), MAX_SHOWN)],
    )


def _public(standing: NamedStanding) -> PublicStanding:
    providers = list(dict.fromkeys(account.provider for account in standing.accounts))
    return PublicStanding(rank=standing.rank, balance=standing.balance, name=standing.name, providers=providers)
