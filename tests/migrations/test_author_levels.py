"""The upgrade raises unchanged default commands for titles and quotes to Editors, and adds author levels."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from greenroom.accounts.models.channels import Channel
from greenroom.features.commands import service
from greenroom.features.commands.editing.starter_set import on_channel_created
from greenroom.features.commands.schemas import CommandIn
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.migrate import MIGRATIONS, migrate
from greenroom.kernel.ids import new_id

pytestmark = pytest.mark.both_databases

NOW = datetime(2030, 1, 2, tzinfo=UTC)
OLD_VERSION = "0024"


def alembic_config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


async def add_commands(database: Database) -> None:
    """Adds the default commands, of which !setgame is changed, and one command for each of five levels."""
    channel_id: UUID = new_id()
    async with database.write() as session:
        session.add(Channel(id=channel_id, display_name="Late Shift", sort_name="late shift", created_at=NOW))
        await session.flush()
        await on_channel_created(session, channel_id, NOW)
        changed = await service.find_by_name(session, channel_id, "!setgame")
        assert changed is not None
        changed.revision, changed.access_level = 2, 7
        for level in (0, 1, 2, 7, 500):
            fields = {"cmds": [f"!for{level}"], "responses": [{"text": "x"}], "access_level": level}
            await service.create_command(session, channel_id, CommandIn.model_validate(fields), ChangedBy("Juno", NOW))


async def test_upgrade_raises_the_level_of_unchanged_default_commands_only(database: Database) -> None:
    await migrate(database.engine)
    await add_commands(database)
    async with database.engine.begin() as connection:
        await connection.run_sync(lambda link: command.downgrade(alembic_config(link), OLD_VERSION))
        rows = await connection.execute(text("SELECT sort_name, access_level FROM commands"))
        before = {row[0]: row[1] for row in rows}
    assert {before[name] for name in ("addquote", "settitle", "setgame", "so", "for7")} == {7}
    await migrate(database.engine)
    async with database.engine.begin() as connection:
        rows = await connection.execute(text("SELECT sort_name, access_level, author_level FROM commands"))
        after = {row[0]: (row[1], row[2]) for row in rows}
    assert {name: level for name, (level, _) in after.items() if level != before[name]} == {
        "addquote": 100,
        "settitle": 100,
    }
    # Commands count as saved by an Editor, except those for Subs and VIPs, who must not gain rights.
    assert {after[name][1] for name in ("setgame", "for0", "for7", "for500")} == {100}
    assert {after[name][1] for name in ("for1", "for2")} == {0}
