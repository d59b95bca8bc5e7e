"""A short failure of the database delays the alerts of a widget and the removal of their texts, but ends neither."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Generator

from msgspec.structs import replace
from sqlalchemy import event
from widget_pipeline import WidgetPipeline

from greenroom.chat.protocol.events import ActivityKind, MessageDeleted

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


async def test_text_of_a_deleted_message_leaves_the_screen_although_a_write_has_failed(
    pipeline: WidgetPipeline,
) -> None:
    # The texts are checked at the end of the alert, too: it lasts longer than the wait for the retry.
    rule = {"name": "Cheers", "variants": [{"text": "{amount}", "duration_seconds": 60}]}
    page, _ = await pipeline.open_page(await pipeline.add("alerts", rules=[rule]))
    cheer = replace(pipeline.report(ActivityKind.CHEER, count=100), message="regrettable")
    await pipeline.process(pipeline.first.chat_message("regrettable"), cheer)
    assert [part["text"] for part in (await page.receive())["alert"]["message"]] == ["regrettable"]
    with first_failure(pipeline, "widget_alert_queues") as failed:
        await pipeline.process(MessageDeleted("regrettable", pipeline.first.now()))
        async with asyncio.timeout(30):
            revised = await page.receive()
    assert (revised["type"], revised["alert"]["message"]) == ("alert_revised", [])
    assert failed
