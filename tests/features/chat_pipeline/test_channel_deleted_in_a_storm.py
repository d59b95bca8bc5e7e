"""A channel that is deleted while its chat is loud."""

import asyncio
from uuid import UUID

from structlog.testing import capture_logs

from greenroom.chat.sender import TooMuchWaiting
from greenroom.tables import metadata
from greenroom.tenancy.channels.service import delete_channel
from house import PATIENCE_SECONDS, House, Visitor
from moderation_desk import Crew

LOUD = {"warning", "error", "critical", "exception"}


async def lease_names(house: House) -> list[str]:
    return [row["name"] for row in await house.rows("SELECT name FROM leases WHERE name LIKE 'connection:%'")]


async def rows_of_channel(house: House, channel_id: str) -> dict[str, int]:
    """By table, wherever something is kept for the channel."""
    found: dict[str, int] = {}
    async with house.kernel.database.read() as session:
        for table in metadata.sorted_tables:
            if "channel_id" in table.c:
                rows = await session.execute(table.select().where(table.c.channel_id == UUID(channel_id)))
                found[table.name] = len(rows.all())
    return {name: count for name, count in found.items() if count}


async def test_nothing_of_it_is_left_and_nobody_complains(house: House, owner: Visitor, channel_id: str) -> None:
    crew = Crew(house, owner, channel_id)
    await crew.connect("twitch", "kick")
    body = {"type": "banned_terms", "name": "Words", "settings": {"terms": [{"text": "rubbish"}]}}
    assert (await owner.ask("POST", f"{crew.path}/filters", json=body)).status_code == 201
    await crew.says("hello")
    with capture_logs() as logs:
        storm = [
            asyncio.create_task(house.rehearse(f"/{provider}/say", login="junoplays", text=text, count=400))
            for provider in ("twitch", "kick")
            for text in ("hello", "what rubbish")
        ]
        assert await rows_of_channel(house, channel_id)
        async with house.kernel.database.write() as session:
            await delete_channel(session, UUID(channel_id))
        await asyncio.gather(*storm)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await lease_names(house):  # noqa: ASYNC110  # rows do not call
                await asyncio.sleep(0.01)
        other = Crew(house, owner, await owner.create_channel("After it"))
        await other.connect("twitch", login="hanamori")
        await other.says("The house goes on", login="hanamori")
    assert await rows_of_channel(house, channel_id) == {}
    complaints = {(entry["event"], str(entry.get("detail"))) for entry in logs if entry["log_level"] in LOUD}
    # That there is too much to delete at once is a complaint about the storm.
    assert complaints - {("sender_full", "None"), ("errand_failed", TooMuchWaiting().message)} == set()
