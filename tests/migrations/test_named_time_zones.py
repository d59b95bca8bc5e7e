"""The upgrade replaces a channel's time zone `localtime` (the time zone of the server's machine) by UTC."""

from datetime import UTC, datetime

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from greenroom.accounts.models.channels import Channel
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.migrate import MIGRATIONS, migrate

NOW = datetime(2030, 1, 2, tzinfo=UTC)
OLD_VERSION = "0068"


def downgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.downgrade(config, OLD_VERSION)


async def test_upgrade_replaces_only_localtime_by_utc(database: Database) -> None:
    await migrate(database.engine)
    async with database.write() as session:
        for zone in ("localtime", "Asia/Tokyo"):
            session.add(Channel(display_name=zone, sort_name=zone, created_at=NOW, time_zone=zone))
    async with database.engine.begin() as connection:
        await connection.run_sync(downgrade)
    await migrate(database.engine)
    async with database.engine.begin() as connection:
        rows = await connection.execute(text("SELECT display_name, time_zone FROM channels"))
        assert {row[0]: row[1] for row in rows} == {"localtime": "UTC", "Asia/Tokyo": "Asia/Tokyo"}
