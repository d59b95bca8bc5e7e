"""The upgrade stores activities' size levels, and keeps the feed's minimum for Super Chats, Super Stickers and tips."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, select, text

from greenroom.accounts.models.channels import Channel
from greenroom.accounts.models.users import User
from greenroom.features.activity.models import ActivitySettings
from greenroom.features.activity.records.models import Activity
from greenroom.features.activity.records.recorder import write_report
from greenroom.features.activity.records.reports import report_of
from greenroom.features.activity.records.samples import SAMPLES, sample_activity
from greenroom.features.activity.records.values import DEFAULT_VALUES
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.migrate import MIGRATIONS, migrate
from greenroom.kernel.ids import new_id

pytestmark = pytest.mark.both_databases

NOW = datetime(2030, 1, 2, tzinfo=UTC)
OLD_VERSION = "0040"


def alembic_config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


async def add_activities(database: Database, channel_id: UUID) -> dict[str, int]:
    """Adds one activity of each kind; returns the size level of each kind."""
    async with database.write() as session:
        session.add(Channel(id=channel_id, display_name="Late Shift", sort_name="late shift", created_at=NOW))
        await session.flush()
        rows: list[Activity] = []
        for kind in SAMPLES:
            row = Activity(
                channel_id=channel_id,
                connection_id=None,
                provider="twitch",
                activity_key=kind.value,
                stream_id=None,
                received_at=NOW,
                is_backlog=False,
                is_test=True,
            )
            write_report(row, report_of(sample_activity(kind.value, kind, NOW)), DEFAULT_VALUES)
            rows.append(row)
        session.add_all(rows)
        return {row.kind: row.size_level for row in rows}


async def test_upgrade_fills_size_levels_and_minimums(database: Database) -> None:
    await migrate(database.engine)
    channel_id, user_id = new_id(), new_id()
    levels = await add_activities(database, channel_id)
    assert {level for level in levels.values() if level} > {1, 3, 4}
    async with database.write() as session:
        session.add(
            User(id=user_id, username="juno", display_name="Juno", avatar_url="", is_operator=False, created_at=NOW)
        )
        await session.flush()
        session.add(
            ActivitySettings(
                user_id=user_id,
                channel_id=channel_id,
                hidden_kinds=[],
                minimums={},
                group_follows=False,
                has_sound=False,
                volume=50,
                acknowledged_up_to=None,
            )
        )
    async with database.engine.begin() as connection:
        await connection.run_sync(lambda link: command.downgrade(alembic_config(link), OLD_VERSION))
        await connection.execute(text("UPDATE activity_settings SET minimum = 7500000"))
    await migrate(database.engine)
    async with database.read() as session:
        found = await session.execute(select(Activity.kind, Activity.size_level))
        assert {row.kind: row.size_level for row in found} == levels
        kept = (await session.scalars(select(ActivitySettings))).one()
        assert (kept.minimums, kept.group_follows) == (dict.fromkeys(("super_chat", "super_sticker", "tip"), 5), True)
