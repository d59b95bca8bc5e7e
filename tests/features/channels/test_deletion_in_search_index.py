"""While a channel is deleted, the job merges SQLite's search index in small steps, in place of the writes of chat."""

import asyncio
from collections.abc import AsyncGenerator
from uuid import UUID

import pytest
from sqlalchemy import insert, text

from greenroom.accounts.channel_deletion.job import PIECES_PER_MERGE, WRITES_PER_CHECKPOINT, ChannelDeletionJob
from greenroom.accounts.channel_deletion.service import start_deletion
from greenroom.accounts.models.channels import Channel
from greenroom.assembly import build_kernel
from greenroom.chat.messages.models import ChatMessage
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.search_index import (
    INDEX_COMMAND,
    MERGED_PARTS,
    NO_MERGING,
    disable_write_merging,
    enable_write_merging,
    merge_step,
)
from greenroom.kernel.ids import new_id
from greenroom.settings import Settings
from support.frozen_clock import FrozenClock
from support.server_fixtures import shared_loop_fixture
from support.sql_statements import statements

# After 64 writes SQLite always merges; lines as long as these it merges earlier, unless merging is disabled.
WRITES, WORDS = 20, 6_000


@shared_loop_fixture()
async def kernel(settings: Settings, clock: FrozenClock) -> AsyncGenerator[Kernel]:
    """A kernel without a server, because the job of a server would finish the deletion."""
    kernel = build_kernel(settings, clock)
    yield kernel
    await kernel.http.close()
    await kernel.database.close()


async def create_channel(kernel: Kernel) -> UUID:
    channel_id = new_id()
    async with kernel.database.write() as session:
        session.add(Channel(id=channel_id, display_name="Show", sort_name="show", created_at=kernel.clock()))
    return channel_id


async def store_long_lines(kernel: Kernel, channel_id: UUID, writes: int = WRITES, words: int = WORDS) -> None:
    row = {"channel_id": channel_id, "connection_id": new_id(), "provider": "twitch", "viewer_id": "1"}
    for number in range(writes):
        long = " ".join(f"{number}x{word}" for word in range(words))
        line = {**row, "message_id": str(number), "text": long, "sent_at": kernel.clock(), "payload": b"{}"}
        async with kernel.database.write() as session:
            await session.execute(insert(ChatMessage), [line])


async def count_parts(kernel: Kernel) -> int:
    async with kernel.database.read() as session:
        return await session.scalar(text("SELECT count(DISTINCT segid) FROM chat_search_idx")) or 0


async def automerge(kernel: Kernel) -> int:
    async with kernel.database.read() as session:
        return await session.scalar(text("SELECT v FROM chat_search_config WHERE k = 'automerge'")) or 0


async def test_writes_merge_nothing_while_a_job_merges_in_small_steps(kernel: Kernel) -> None:
    channel_id = await create_channel(kernel)
    async with kernel.database.write() as session:
        await disable_write_merging(session)
    await store_long_lines(kernel, channel_id)
    assert await count_parts(kernel) == WRITES
    steps = 0
    while await merge_step(kernel.database):
        steps += 1
    assert steps > 1
    assert await count_parts(kernel) < MERGED_PARTS
    async with kernel.database.write() as session:
        await enable_write_merging(session)
    before = await count_parts(kernel)
    await store_long_lines(kernel, channel_id, 2 * WRITES)
    assert await count_parts(kernel) < before + 2 * WRITES


async def test_index_of_few_parts_is_not_merged(kernel: Kernel) -> None:
    channel_id = await create_channel(kernel)
    async with kernel.database.write() as session:
        await disable_write_merging(session)
    await store_long_lines(kernel, channel_id, MERGED_PARTS - 1, 3)
    assert not await merge_step(kernel.database)
    assert await count_parts(kernel) == MERGED_PARTS - 1


async def test_deletion_of_a_channel_merges_the_index_and_writes_merge_again_after_it(kernel: Kernel) -> None:
    channel_id = await create_channel(kernel)
    async with kernel.database.write() as session:
        await disable_write_merging(session)
    await store_long_lines(kernel, channel_id, MERGED_PARTS)
    async with kernel.database.write() as session:
        await enable_write_merging(session)
        await start_deletion(session, channel_id, None, kernel.clock())

    class Killed(BaseException):
        pass

    async def die(_: float) -> None:
        raise Killed

    with pytest.raises(Killed):
        await ChannelDeletionJob(kernel, list, sleep=die).run()
    assert await automerge(kernel) == NO_MERGING
    await ChannelDeletionJob(kernel, list).run()
    assert await automerge(kernel) == MERGED_PARTS
    assert await count_parts(kernel) < MERGED_PARTS
    assert not await merge_step(kernel.database)


async def test_writes_merge_again_after_a_cancelled_deletion(kernel: Kernel) -> None:
    channel_id = await create_channel(kernel)
    await store_long_lines(kernel, channel_id, writes=1, words=3)
    async with kernel.database.write() as session:
        await start_deletion(session, channel_id, None, kernel.clock())
    is_deleting = asyncio.Event()

    async def wait(_: float) -> None:
        is_deleting.set()
        await asyncio.Event().wait()

    deletion = asyncio.ensure_future(ChannelDeletionJob(kernel, list, sleep=wait).run())
    await is_deleting.wait()
    assert await automerge(kernel) == NO_MERGING
    deletion.cancel()
    with pytest.raises(asyncio.CancelledError):
        await deletion
    assert await automerge(kernel) == MERGED_PARTS


async def test_write_ahead_log_is_checkpointed_while_much_is_merged(kernel: Kernel) -> None:
    deleted, other = await create_channel(kernel), await create_channel(kernel)
    async with kernel.database.write() as session:
        await start_deletion(session, deleted, None, kernel.clock())
        await disable_write_merging(session)
    await store_long_lines(kernel, other, WRITES, 2 * WORDS)
    with statements(kernel.database) as executed:
        await ChannelDeletionJob(kernel, list).run()
    merges, longest = 0, 0
    for statement in executed[executed.index("SELECT total_changes()") :]:
        merges = 0 if "wal_checkpoint" in statement else merges + (statement == INDEX_COMMAND)
        longest = max(longest, merges)
    assert longest == WRITES_PER_CHECKPOINT


async def test_deletion_merges_and_checkpoints_after_every_few_pieces(
    kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    for size in ("FIRST_PIECE", "MIN_PIECE", "MAX_PIECE"):
        monkeypatch.setattr(f"greenroom.accounts.channel_deletion.job.{size}", 1)
    channel_id = await create_channel(kernel)
    await store_long_lines(kernel, channel_id, writes=2 * WRITES_PER_CHECKPOINT + 1, words=3)
    async with kernel.database.write() as session:
        await start_deletion(session, channel_id, None, kernel.clock())
    with statements(kernel.database) as executed:
        await ChannelDeletionJob(kernel, list).run()
    deleted = [number for number, one in enumerate(executed) if one.startswith("DELETE FROM chat_messages")]
    for piece, following in zip(deleted, deleted[PIECES_PER_MERGE:], strict=False):
        assert INDEX_COMMAND in executed[piece:following]
    for piece, following in zip(deleted, deleted[WRITES_PER_CHECKPOINT + 1 :], strict=False):
        assert any("wal_checkpoint" in one for one in executed[piece:following])
    assert len(deleted) > 2 * WRITES_PER_CHECKPOINT
