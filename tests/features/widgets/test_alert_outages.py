"""A database that fails for a moment delays the alerts of a widget; it does not end them."""

import contextlib
import sqlite3
from collections.abc import Generator

from sqlalchemy import event
from widget_stage import WidgetStage

from greenroom.chat.protocol.events import ActivityKind

ANY = {"name": "Everything", "variants": [{"text": "{name}"}]}


@contextlib.contextmanager
def first_failure(stage: WidgetStage, table: str) -> Generator[list[str]]:
    """The first statement that writes to the table fails; the list has it then."""
    failed: list[str] = []
    database = stage.greenroom.kernel.database
    (writing,) = database.engines - {database.engine}

    def fail(*parts: object) -> None:
        statement = str(parts[2])
        if table in statement and not failed:
            failed.append(statement)
            raise sqlite3.OperationalError("database is locked")

    event.listen(writing.sync_engine, "before_cursor_execute", fail)
    try:
        yield failed
    finally:
        event.remove(writing.sync_engine, "before_cursor_execute", fail)


async def test_next_alert_starts_although_a_write_has_failed(stage: WidgetStage) -> None:
    widget = await stage.add("alerts", rules=[ANY])
    await stage.process(stage.report(ActivityKind.RAID))
    with first_failure(stage, "INSERT INTO widget_alert_queues") as failed:
        page, _ = await stage.state(widget)
        assert (await page.receive())["type"] == "alert"
    assert failed
