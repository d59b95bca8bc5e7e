"""The upgrade numbers widgets of a channel that share a name; widgets stay enabled and keep their countdowns."""

from datetime import UTC, datetime

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, select, text

from greenroom.accounts.models.channels import Channel
from greenroom.features.widgets.models import Countdown, Widget
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.migrate import MIGRATIONS, migrate
from greenroom.kernel.ids import new_id

pytestmark = pytest.mark.both_databases

NOW = datetime(2030, 1, 2, tzinfo=UTC)
OLD_VERSION = "0042"


def downgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.downgrade(config, OLD_VERSION)


def widget(channel_id: object, number: int) -> Widget:
    name = f"Chat {number}"
    return Widget(
        channel_id=channel_id, name=name, name_key=name.lower(), is_enabled=True, type="chat", settings={}, css="",
        key_hash="", locked_key="", key_end="", rotated_at=NOW, revision=1,
        created_at=NOW, created_by="", updated_at=NOW, updated_by="",
    )  # fmt: skip


async def test_upgrade_numbers_all_but_the_first_of_the_widgets_that_share_a_name(database: Database) -> None:
    await migrate(database.engine)
    ids = [new_id(), new_id()]
    async with database.write() as session:
        for each in ids:
            session.add(Channel(id=each, display_name="Late Shift", sort_name="late shift", created_at=NOW))
        await session.flush()
        session.add_all([widget(ids[0], number) for number in range(4)])
        session.add(last := widget(ids[1], 9))
        await session.flush()
        session.add(Countdown(widget_id=last.id, ends_at=None, left_ms=5_000))
    async with database.engine.begin() as connection:
        await connection.run_sync(downgrade)
        await connection.execute(text("UPDATE widgets SET name = 'Chat' WHERE name IN ('Chat 0', 'Chat 9')"))
        await connection.execute(text("UPDATE widgets SET name = 'CHAT' WHERE name = 'Chat 1'"))
        await connection.execute(text("UPDATE widgets SET name = 'chat (2)' WHERE name = 'Chat 2'"))
        await connection.execute(text("UPDATE widgets SET name = 'chat' WHERE name = 'Chat 3'"))
    await migrate(database.engine)
    async with database.read() as session:
        rows = list(await session.scalars(select(Widget).order_by(Widget.id)))
        assert [row.name for row in rows] == ["Chat", "CHAT (3)", "chat (2)", "chat (4)", "Chat"]
        assert all(row.is_enabled for row in rows)
        assert rows[1].name_key == "chat (3)"
        assert (await session.scalars(select(Countdown.left_ms))).all() == [5_000]
