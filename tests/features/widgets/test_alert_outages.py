"""A short failure of the database delays the alerts of a widget, but does not end them."""

import contextlib
import sqlite3
from collections.abc import Generator

from sqlalchemy import event
from widget_pipeline import WidgetPipeline

from greenroom.chat.protocol.events import ActivityKind

RULE = {"name": "Everything", "variants": [{"text": "{name}"}]}


@contextlib.contextmanager
def first_failure(pipeline: WidgetPipeline, table: str) -> Generator[list[str]]:
    """Makes the first statement that contains `table` fail, and adds it to the yielded list."""
    failed: list[str] = []
    database = pipeline.greenroom.kernel.database
    (writer,) = database.engines - {database.engine}

    def fail(*parts: object) -> None:
        statement = str(parts[2])
        if table in statement and not failed:
            failed.append(statement)
            raise sqlite3.OperationalError("database is locked")

    event.listen(writer.sync_engine, "before_cursor_execute", fail)
    try:
        yield failed
    finally:
        event.remove(writer.sync_engine, "before_cursor_execute", fail)


async def test_next_alert_starts_although_a_write_has_failed(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("alerts", rules=[RULE])
    await pipeline.process(pipeline.report(ActivityKind.RAID))
    with first_failure(pipeline, "INSERT INTO widget_alert_queues") as failed:
        page, _ = await pipeline.open_page(widget)
        assert (await page.receive())["type"] == "alert"
    assert failed
