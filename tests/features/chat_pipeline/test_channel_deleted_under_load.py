"""A channel is deleted while many messages arrive."""

import asyncio
from uuid import UUID

from structlog.testing import capture_logs

from greenroom.accounts.channel_deletion.service import start_deletion
from greenroom.accounts.channel_providers.service import ProviderNotFound
from greenroom.chat.sending.sender import TooMuchWaiting
from greenroom.tables import metadata
from support.channel_deletion import deletion_job
from support.greenroom_server import ApiClient, GreenroomServer
from support.moderation import ModeratedChannel
from support.waiting import wait_until

PROBLEM_LEVELS = {"warning", "error", "critical", "exception"}


async def lease_names(greenroom: GreenroomServer) -> list[str]:
    return [row["name"] for row in await greenroom.rows("SELECT name FROM leases WHERE name LIKE 'connection:%'")]


async def rows_of_channel(greenroom: GreenroomServer, channel_id: str) -> dict[str, int]:
    """Table → number of its rows of the channel; only tables that have any."""
    found: dict[str, int] = {}
    async with greenroom.kernel.database.read() as session:
        for table in metadata.sorted_tables:
            if "channel_id" in table.c:
                rows = await session.execute(table.select().where(table.c.channel_id == UUID(channel_id)))
                found[table.name] = len(rows.all())
    return {name: count for name, count in found.items() if count}


async def test_channel_deleted_under_load_leaves_no_rows_and_logs_no_unexpected_error(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    channel = ModeratedChannel(greenroom, owner, channel_id)
    await channel.connect("twitch", "kick")
    body = {"type": "banned_terms", "name": "Words", "settings": {"terms": [{"text": "rubbish"}]}}
    assert (await owner.ask("POST", f"{channel.path}/filters", json=body)).status_code == 201
    await channel.send_chat("hello")
    with capture_logs() as logs:
        load = [
            asyncio.create_task(greenroom.control(f"/{provider}/say", login="junoplays", text=text, count=150))
            for provider in ("twitch", "kick")
            for text in ("hello", "what rubbish")
        ]
        assert await rows_of_channel(greenroom, channel_id)
        async with greenroom.kernel.database.write() as session:
            await start_deletion(session, UUID(channel_id), None, greenroom.kernel.clock())
        await asyncio.gather(*load)

        async def are_released() -> bool:
            return not await lease_names(greenroom)

        await wait_until(are_released)
        await deletion_job(greenroom).run()
        other = ModeratedChannel(greenroom, owner, await owner.create_channel("After it"))
        await other.connect("twitch", login="hanamori")
        await other.send_chat("The server still works", login="hanamori")
    assert await rows_of_channel(greenroom, channel_id) == {}
    problems = {(entry["event"], str(entry.get("detail"))) for entry in logs if entry["log_level"] in PROBLEM_LEVELS}
    # The filter defers too many deletions at once, some of them after the platform is disconnected.
    expected = {("deferred_action_failed", error().message) for error in (TooMuchWaiting, ProviderNotFound)}
    assert problems - expected - {("send_queue_full", "None")} == set()
