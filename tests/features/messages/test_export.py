"""Stored chat is exported as CSV or JSON lines."""

import asyncio
import csv
import io
import json
from datetime import timedelta
from typing import cast

import pytest
from sqlalchemy import QueuePool

from greenroom.chat.messages.line import Removal
from greenroom.features.messages.export import LINES_AT_ONCE
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal
from support.stored_messages import MOMENT, StoredLine, page, store
from support.waiting import MAX_WAIT_SECONDS, wait_until

SECOND = timedelta(seconds=1)


async def export(client: ApiClient, channel_id: str, **query: str) -> bytes:
    response = await client.ask("GET", f"/channels/{channel_id}/chat-messages/export", params=query)
    assert response.status_code == 200, response.text
    return response.content


async def csv_rows(client: ApiClient, channel_id: str, **query: str) -> list[Json]:
    text = (await export(client, channel_id, **query)).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.mark.both_databases
async def test_csv_has_every_line_with_its_removal(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    removal = Removal("banned", MOMENT + SECOND, by="Odalys", reason="spam, again")
    await store(
        greenroom, channel_id, [StoredLine('hi, "you"\nthere'), StoredLine("buy", MOMENT + SECOND, removal=removal)]
    )
    removed, plain = await csv_rows(owner, channel_id)
    assert (removed["removed"], removed["removed_by"], removed["removed_why"]) == ("banned", "Odalys", "spam, again")
    assert removed["removed_at"] == "2030-01-02T03:00:01+00:00"
    assert (plain["text"], plain["name"], plain["login"]) == ('hi, "you"\nthere', "Name 7001", "login7001")
    assert (plain["provider"], plain["viewer_id"], plain["message_id"]) == ("twitch", "7001", "m0")
    assert (plain["sent_at"], plain["removed"]) == ("2030-01-02T03:00:00+00:00", "")


FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\u200b=1", "＝1")


async def test_formulas_are_escaped_in_csv(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    await store(greenroom, channel_id, [StoredLine(text, viewer_id=text, message_id=text) for text in FORMULAS])
    cells = [(row["text"], row["viewer_id"], row["message_id"]) for row in await csv_rows(owner, channel_id)]
    assert sorted(cells) == sorted((f"'{text}",) * 3 for text in FORMULAS)


@pytest.mark.both_databases
async def test_json_lines_equal_the_records_of_the_list(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    count = 2 * LINES_AT_ONCE + 3
    await store(
        greenroom, channel_id, [StoredLine(f"line {n}\n\u2028", MOMENT + n // 5 * SECOND) for n in range(count)]
    )
    lines = (await export(owner, channel_id, format="jsonl")).decode().removesuffix("\n").split("\n")
    records = [json.loads(line) for line in lines]
    assert [record["line"]["message_id"] for record in records] == [f"m{n}" for n in reversed(range(count))]
    assert records[:200] == (await page(owner, channel_id, limit=200))["records"]
    assert set(records[0]) == {"line", "removal"}


async def test_export_is_filtered_like_the_list(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    lines = [StoredLine("word a"), StoredLine("word b", provider="kick"), StoredLine("other c", provider="kick")]
    await store(greenroom, channel_id, lines)
    assert [row["text"] for row in await csv_rows(owner, channel_id, q="word", provider="kick")] == ["word b"]


async def test_export_of_a_channel_without_lines_has_no_rows(owner: ApiClient, channel_id: str) -> None:
    assert await csv_rows(owner, channel_id) == []
    assert (await export(owner, channel_id)).startswith("\ufeffsent_at,provider,".encode())
    assert await export(owner, channel_id, format="jsonl") == b""


async def test_file_is_named_after_the_channel_and_the_day(owner: ApiClient) -> None:
    channel_id = await owner.create_channel('Ü "Late\\ /Show;')
    response = await owner.ask("GET", f"/channels/{channel_id}/chat-messages/export")
    assert response.headers["content-disposition"] == 'attachment; filename="chat-u-late-show-2030-01-02.csv"'
    assert response.headers["content-type"] == "text/csv; charset=utf-8"


@pytest.mark.both_databases
async def test_slow_download_holds_no_transaction_open_and_misses_nothing(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    # All buffers together hold fewer lines, so that the server waits for the reader.
    count = 4 * LINES_AT_ONCE
    await store(greenroom, channel_id, [StoredLine("x" * 5000, MOMENT + n * SECOND) for n in range(count)])
    path = f"/api/2/channels/{channel_id}/chat-messages/export?format=jsonl"
    async with owner.http.stream("GET", path, headers=owner.headers()) as response:
        pieces = response.aiter_lines()
        ids = [json.loads(await anext(pieces))["line"]["message_id"]]
        await until_database_is_idle(greenroom)
        await store(
            greenroom, channel_id, [StoredLine("new", MOMENT + 9999 * SECOND, message_id=f"new{n}") for n in range(50)]
        )
        ids += [json.loads(piece)["line"]["message_id"] async for piece in pieces]
    assert ids == [f"m{n}" for n in reversed(range(count))]


async def until_database_is_idle(greenroom: GreenroomServer) -> None:
    pools = [cast("QueuePool", engine.pool) for engine in greenroom.kernel.database.engines]
    # Background tasks use a connection from time to time, but only briefly.
    await wait_until(lambda: not any(pool.checkedout() for pool in pools))


@pytest.mark.both_databases
async def test_interrupted_download_releases_the_database(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await store(greenroom, channel_id, [StoredLine("x" * 5000, MOMENT + n * SECOND) for n in range(2 * LINES_AT_ONCE)])
    path = f"/api/2/channels/{channel_id}/chat-messages/export?format=jsonl"
    async with owner.http.stream("GET", path, headers=owner.headers()) as response:
        await anext(response.aiter_bytes())
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        await store(greenroom, channel_id, [StoredLine("after", message_id="after")])
        assert len((await owner.get(f"/channels/{channel_id}/chat-messages", q="after"))["records"]) == 1


async def test_invalid_query_of_an_export_names_its_field(owner: ApiClient, channel_id: str) -> None:
    path = f"/channels/{channel_id}/chat-messages/export"
    assert error_fields(await owner.ask("GET", path, params={"format": "xls"})) == ["format"]
    assert error_fields(await owner.ask("GET", path, params={"cursor": "x"})) == ["cursor"]


async def test_export_requires_a_sign_in(greenroom: GreenroomServer, channel_id: str) -> None:
    path = f"/channels/{channel_id}/chat-messages/export"
    assert refusal(await (await greenroom.client()).ask("GET", path)) == (401, "unauthenticated")
