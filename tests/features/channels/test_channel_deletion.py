"""A deleted channel is gone at once for everyone; a job deletes its rows in small pieces."""

from uuid import UUID

import pytest
from sqlalchemy import UniqueConstraint, insert, select, text

from greenroom.accounts.access.rules import Role
from greenroom.accounts.channel_deletion.job import MAX_PIECE, MIN_PIECE, PIECE_SECONDS, ChannelDeletionJob, next_piece
from greenroom.accounts.channel_deletion.plan import LAST, deletion_plan
from greenroom.accounts.models.channels import Channel
from greenroom.chat.messages.models import ChatMessage
from greenroom.kernel.clock import system_clock
from greenroom.kernel.ids import new_id
from greenroom.tables import metadata
from support.channel_deletion import deletion_job
from support.greenroom_server import ApiClient, GreenroomServer, error_fields, refusal
from support.moderation import LiveEvents

NAME = {"display_name": "Late Shift"}
# Tables whose rows do not belong to a channel: the deletion plan leaves them out.
NOT_OF_A_CHANNEL = {
    "api_tokens",
    "command_templates",
    "credentials",
    "installation",
    "job_counts",
    "job_states",
    "leases",
    "notices",
    "platform_notes",
    "sent_parts",
    "sessions",
    "sign_in_identities",
    "stream_counted_lines",
    "system_bots",
    "user_providers",
    "user_settings",
    "users",
}


async def store_lines(greenroom: GreenroomServer, channel_id: str, count: int) -> None:
    row = {"connection_id": new_id(), "provider": "twitch", "viewer_id": "1", "text": "hi", "payload": b"{}"}
    rows = [
        {**row, "channel_id": UUID(channel_id), "message_id": str(number), "sent_at": system_clock()}
        for number in range(count)
    ]
    async with greenroom.kernel.database.write() as session:
        await session.execute(insert(ChatMessage), rows)


def test_every_table_with_rows_of_a_channel_is_in_the_deletion_plan() -> None:
    planned = {rows.table.name for rows in deletion_plan()}
    assert {table.name for table in metadata.sorted_tables} - planned == NOT_OF_A_CHANNEL | LAST


def test_every_foreign_key_of_a_planned_table_has_an_index() -> None:
    """Without the index, each deletion of a referenced row reads the whole table."""
    missing: list[str] = []
    for rows in deletion_plan():
        table = rows.table
        keys = [tuple(table.primary_key.columns.keys())]
        keys += [tuple(column.name for column in index.columns) for index in table.indexes]
        unique = [one for one in table.constraints if isinstance(one, UniqueConstraint)]
        keys += [tuple(column.name for column in one.columns) for one in unique]
        first = {key[0] for key in keys if key}
        referring = (constraint.column_keys[0] for constraint in table.foreign_key_constraints)
        missing += [f"{table.name}.{column}" for column in referring if column not in first]
    assert missing == []


def test_slow_pieces_become_smaller_and_fast_pieces_larger() -> None:
    assert next_piece(40, PIECE_SECONDS * 2) == 20
    assert next_piece(20, PIECE_SECONDS / 10) == 40
    assert next_piece(MAX_PIECE, 0) == MAX_PIECE
    assert next_piece(MIN_PIECE, 60) == MIN_PIECE


@pytest.mark.both_databases
@pytest.mark.rows("P7", "A6")
async def test_deleted_channel_is_gone_for_everyone_at_once_and_has_no_rows_after_the_job(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    other = await owner.create_channel("Other show")
    mod = await greenroom.staff("odalys_", channel_id, Role.MOD)
    await owner.connect("junoplays", channel_id=channel_id)
    for one in (channel_id, other):
        await store_lines(greenroom, one, 250)
    started = await owner.ask("POST", f"/channels/{channel_id}/deletion", json=NAME)
    assert started.status_code == 202, started.text
    for client in (owner, mod):
        assert refusal(await client.ask("GET", f"/channels/{channel_id}")) == (404, "channel_not_found")
        assert channel_id not in [one["id"] for one in (await client.get("/channels"))["records"]]
    anonymous = await greenroom.client()
    for path in ("public-chat", "public-commands", "public-quotes"):
        assert refusal(await anonymous.ask("GET", f"/channels/{channel_id}/{path}")) == (404, "channel_not_found")
    assert await greenroom.rows("SELECT id FROM channel_providers") == []
    await greenroom.wait_for_event("token_revoked", login="junoplays")
    await deletion_job(greenroom).run()
    async with greenroom.kernel.database.read() as session:
        for rows in deletion_plan():
            assert (rows.table.name, await session.scalar(rows.count(UUID(channel_id)))) == (rows.table.name, 0)
        assert list(await session.scalars(select(Channel.display_name))) == ["Other show"]
    assert len(await greenroom.rows("SELECT id FROM chat_messages")) == 250
    assert await owner.get("/user/channel-deletions") == []


@pytest.mark.rows("A6")
async def test_only_the_owner_can_delete_and_has_to_type_the_name(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    path = f"/channels/{channel_id}/deletion"
    admin = await greenroom.staff("odalys_", channel_id, Role.ADMIN)
    assert refusal(await admin.ask("POST", path, json=NAME)) == (403, "forbidden")
    for wrong in ({"display_name": "late shift"}, {"display_name": ""}, {}):
        assert error_fields(await owner.ask("POST", path, json=wrong)) == ["display_name"]
    assert (await owner.get(f"/channels/{channel_id}"))["display_name"] == "Late Shift"


async def test_preview_counts_rows_to_be_deleted(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    await store_lines(greenroom, channel_id, 3)
    preview = await owner.get(f"/channels/{channel_id}/deletion")
    counts = {one["name"]: one["count"] for one in preview["counts"]}
    assert (counts["Chat messages"], counts["Commands"], counts["Widgets"]) == (3, 11, 0)
    assert {"Viewers", "Media files", "Timers", "Quotes", "Chat filters", "Points accounts"} <= set(counts)


async def test_interrupted_deletion_is_finished_by_the_next_run_and_shows_its_progress(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await store_lines(greenroom, channel_id, 250)

    class Killed(BaseException):
        pass

    async def die(_: float) -> None:
        raise Killed

    await owner.ask("POST", f"/channels/{channel_id}/deletion", json=NAME)
    with pytest.raises(Killed):
        await ChannelDeletionJob(greenroom.kernel, list, sleep=die).run()
    (progress,) = await owner.get("/user/channel-deletions")
    assert (progress["display_name"], progress["channel_id"]) == ("Late Shift", channel_id)
    assert 0 < progress["deleted"] < progress["total"]
    async with owner.socket("/live") as socket:
        await socket.subscribe("user", str((await owner.get("/user"))["id"]))
        events = LiveEvents(socket)
        await deletion_job(greenroom).run()
        await events.until(lambda event: event["event"] == "channel_deletions_changed")
    assert await greenroom.rows("SELECT id FROM channels") == []
    assert await greenroom.rows("SELECT id FROM chat_messages") == []


async def test_channel_that_is_being_deleted_is_not_listed_to_operators(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await owner.ask("POST", f"/channels/{channel_id}/deletion", json=NAME)
    assert (await owner.get("/admin/channels"))["records"] == []
    async with greenroom.kernel.database.read() as session:
        assert await session.scalar(text("SELECT count(*) FROM channels")) == 1
