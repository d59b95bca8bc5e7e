"""An export that runs while retention deletes old chat has every kept line once and in order."""

import json
from datetime import timedelta

from greenroom.features.messages.export import LINES_AT_ONCE
from greenroom.features.messages.jobs import delete_old_lines
from support.greenroom_server import ApiClient, GreenroomServer
from support.stored_messages import StoredLine, store

DAY = timedelta(days=1)


async def test_export_during_a_retention_run_has_every_kept_line(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    now, count = greenroom.kernel.clock(), 4 * LINES_AT_ONCE
    # The oldest line is first, and the older half is too old. All buffers together hold fewer lines.
    moments = [now - 2 * DAY + n * 2 * DAY / count for n in range(count)]
    await store(greenroom, channel_id, [StoredLine("x" * 5000, moment) for moment in moments])
    response = await owner.ask("PATCH", f"/channels/{channel_id}/chat-settings", json={"retention_days": 1})
    assert response.status_code == 200, response.text
    path = f"/api/2/channels/{channel_id}/chat-messages/export?format=jsonl"
    async with owner.http.stream("GET", path, headers=owner.headers()) as download:
        pieces = download.aiter_lines()
        first = json.loads(await anext(pieces))["line"]["message_id"]
        await delete_old_lines(greenroom.kernel)
        ids = [first] + [json.loads(piece)["line"]["message_id"] async for piece in pieces]
    newest_first = [f"m{n}" for n in reversed(range(count))]
    kept_count = count // 2
    # Pages read before the deletion are complete; no line is repeated or out of order.
    assert ids == newest_first[: len(ids)]
    assert kept_count <= len(ids) < count
