"""Tasks that no caller awaits: failures are logged and counted, and a stop cancels the tasks."""

import asyncio

from structlog.testing import capture_logs

from greenroom.kernel.tasks.background import COUNTS, BackgroundTasks


async def fail() -> None:
    raise ValueError("broken")


async def test_failed_task_is_logged_by_name_and_counted() -> None:
    before, tasks = COUNTS.failed["fetch"], BackgroundTasks()
    with capture_logs() as logs:
        tasks.start(fail(), name="fetch:7")
        await tasks.join()
        await asyncio.sleep(0)
    assert [(entry["event"], entry["task"]) for entry in logs] == [("background_task_failed", "fetch:7")]
    assert COUNTS.failed["fetch"] == before + 1
    assert str(COUNTS).endswith(f" running, {COUNTS.failed.total()} failed")


async def test_stop_cancels_tasks_that_do_not_end_within_the_grace_period() -> None:
    tasks, ended = BackgroundTasks(), list[str]()

    async def short() -> None:
        ended.append("short")

    tasks.start(short(), name="short")
    endless = tasks.start(asyncio.Event().wait(), name="endless")
    await tasks.stop(grace=0.05)
    assert (ended, endless.cancelled(), len(tasks)) == (["short"], True, 0)
