"""Other tasks run between the slices of long work."""

import asyncio

from greenroom.kernel.tasks.cooperative import slices


async def test_another_task_runs_between_two_slices() -> None:
    seen: list[str] = []

    async def other() -> None:
        seen.append("other")

    task = asyncio.create_task(other())
    async for some in slices(range(5), 4):
        seen.append(str(list(some)))  # noqa: PERF401  # the order of appends matters
    await task
    assert seen == ["[0, 1, 2, 3]", "other", "[4]"]
