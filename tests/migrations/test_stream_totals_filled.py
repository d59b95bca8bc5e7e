"""The upgrade adds the streams that ended before it to the stats over time."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from greenroom.accounts.models.channels import Channel
from greenroom.features.stats.rules import Period
from greenroom.features.stats.service import stats_over_time
from greenroom.features.stats.streams.models import Stream
from greenroom.features.stats.streams.report import PlatformTotals, StreamTotals, encode
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.migrate import MIGRATIONS, migrate
from greenroom.kernel.ids import new_id

pytestmark = pytest.mark.both_databases

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
OLD_VERSION = "0043"
KICK = PlatformTotals("kick", 10, 20, 600, 60, messages=7, lag_ms=500)
TOTALS = StreamTotals(10, 20, 600, 60, messages=7, value=2**40, commands=3, platforms=(KICK,))


def alembic_config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


async def test_upgrade_adds_stored_streams_to_the_stats(database: Database) -> None:
    await migrate(database.engine)
    channel_id = new_id()
    async with database.write() as session:
        session.add(Channel(id=channel_id, display_name="Late Shift", sort_name="late shift", created_at=NOON))
        await session.flush()
        ended_at = NOON + timedelta(hours=2)
        stream = Stream(channel_id=channel_id, title="", category="", started_at=NOON, ended_at=ended_at)
        stream.totals = encode(TOTALS)
        session.add(stream)
    async with database.engine.begin() as connection:
        await connection.run_sync(lambda link: command.downgrade(alembic_config(link), OLD_VERSION))
    await migrate(database.engine)
    async with database.read() as session:
        stats = await stats_over_time(session, channel_id, Period(date(2026, 3, 1), date(2026, 3, 31), ZoneInfo("UTC")))
    assert (stats.total.streams, stats.total.live_minutes, stats.total.value) == (1, 120, 2**40)
    assert (stats.total.average_viewers, stats.total.peak_viewers, stats.total.commands) == (10, 20, 3)
    assert [(one.provider, one.messages) for one in stats.points[0].platforms] == [("kick", 7)]
