"""Two processes can migrate an empty data folder at the same moment."""

import asyncio
from pathlib import Path

from support.installation import CommandResult, Installation


async def test_processes_that_start_together_on_an_empty_folder_both_succeed(tmp_path: Path) -> None:
    installation = Installation(tmp_path)
    both: list[CommandResult] = await asyncio.gather(
        *(asyncio.to_thread(installation.run, "migrate") for _ in range(2))
    )
    assert [done.code for done in both] == [0, 0], [done.output for done in both]
