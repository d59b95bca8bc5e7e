"""If a process is killed while it deletes a channel, the next run finishes the deletion."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncGenerator
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy import func, insert, select

from greenroom.accounts.channel_deletion.job import FIRST_PIECE, ChannelDeletionJob
from greenroom.accounts.channel_deletion.service import start_deletion
from greenroom.accounts.models.channel_deletions import ChannelDeletion
from greenroom.accounts.models.channels import Channel
from greenroom.assembly import build_kernel
from greenroom.chat.messages.models import ChatMessage
from greenroom.kernel.context import Kernel
from greenroom.kernel.ids import new_id
from greenroom.settings import Settings
from support import deletion_process
from support.frozen_clock import FrozenClock
from support.server_fixtures import shared_loop_fixture
from support.waiting import MAX_WAIT_SECONDS

# At least three pieces: the second has twice the rows of the first, if the first was fast.
LINES = 4 * FIRST_PIECE


@shared_loop_fixture()
async def kernel(settings: Settings, clock: FrozenClock) -> AsyncGenerator[Kernel]:
    """A kernel without a server, because the job of a server would finish the deletion."""
    kernel = build_kernel(settings, clock)
    yield kernel
    await kernel.http.close()
    await kernel.database.close()


async def create_channel(kernel: Kernel, name: str) -> UUID:
    channel_id, now = new_id(), kernel.clock()
    row = {"connection_id": new_id(), "provider": "twitch", "viewer_id": "1", "text": "hi", "payload": b"{}"}
    lines = [
        {**row, "channel_id": channel_id, "message_id": str(number), "sent_at": now, "received_at": now}
        for number in range(LINES)
    ]
    async with kernel.database.write() as session:
        session.add(Channel(id=channel_id, display_name=name, sort_name=name.casefold(), created_at=now))
        await session.flush()
        await session.execute(insert(ChatMessage), lines)
    return channel_id


async def kill_while_deleting(url: str, folder: Path) -> None:
    """Continues the started deletion in another process, which is killed before the commit of its third piece."""
    paths = os.pathsep.join([str(Path(deletion_process.__file__).parents[1]), *filter(None, sys.path)])
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, deletion_process.__file__, url, str(folder)),
        stdout=PIPE,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert process.stdout is not None
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        assert (await process.stdout.readline()).strip() == b"deleting"
    process.kill()
    await process.wait()


async def count_lines(kernel: Kernel, channel_id: UUID) -> int:
    async with kernel.database.read() as session:
        of_channel = select(func.count()).select_from(ChatMessage).where(ChatMessage.channel_id == channel_id)
        return await session.scalar(of_channel) or 0


@pytest.mark.timeout(150)
async def test_deletion_that_a_killed_process_began_is_finished_by_the_next_run(kernel: Kernel, tmp_path: Path) -> None:
    deleted, other = await create_channel(kernel, "Late Shift"), await create_channel(kernel, "Other show")
    async with kernel.database.write() as session:
        await start_deletion(session, deleted, None, kernel.clock())
    await kill_while_deleting(kernel.database.engine.url.render_as_string(hide_password=False), tmp_path)
    # Two pieces are deleted and counted; the third was not committed.
    async with kernel.database.read() as session:
        progress = await session.get_one(ChannelDeletion, deleted)
    assert FIRST_PIECE < progress.deleted <= 3 * FIRST_PIECE
    assert (await count_lines(kernel, deleted), progress.total) == (LINES - progress.deleted, LINES)
    await ChannelDeletionJob(kernel, list).run()
    async with kernel.database.read() as session:
        assert list(await session.scalars(select(Channel.display_name))) == ["Other show"]
        assert list(await session.scalars(select(ChannelDeletion.channel_id))) == []
    assert (await count_lines(kernel, deleted), await count_lines(kernel, other)) == (0, LINES)
