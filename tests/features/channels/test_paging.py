"""Cursor pages: each record once, even if the list changes between two pages."""

import base64
import json
from typing import Any
from uuid import UUID

import pytest

from greenroom.accounts.channels.service import create_channel
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal

BAD_CURSORS = (
    "nonsense",
    "====",
    "é",
    "W10",
    "WyJhIl0",
    base64.urlsafe_b64encode(json.dumps(["a", "not-an-id"]).encode()).decode(),
    base64.urlsafe_b64encode(json.dumps([1, 2]).encode()).decode(),
    base64.urlsafe_b64encode(b'["\\u0000", "01890000-0000-7000-8000-000000000000"]').decode(),
    base64.urlsafe_b64encode(b'["\\ud800", "01890000-0000-7000-8000-000000000000"]').decode(),
    "A" * 501,
    "A" * 20_000,
)


async def create_many(greenroom: GreenroomServer, client: ApiClient, names: list[str]) -> None:
    """Creates the channels in one transaction, without default commands."""
    user = await client.get("/user")
    async with greenroom.kernel.database.write() as session:
        for name in names:
            await create_channel(session, UUID(user["id"]), name, greenroom.kernel.clock())


async def read_pages(client: ApiClient, path: str, **query: Any) -> list[Json]:  # noqa: ANN401  # any type that httpx accepts
    pages: list[Json] = []
    while not pages or pages[-1]["cursor"] is not None:
        cursor = {"cursor": pages[-1]["cursor"]} if pages else {}
        pages.append(await client.get(path, **query, **cursor))
    return pages


@pytest.mark.both_databases
@pytest.mark.rows("T10", "K9", "E4")
async def test_following_the_cursor_gives_all_of_120_channels_once(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    # Many channels have the same name, so that a page ends between two of them.
    names = [f"Show {number % 7}" for number in range(120)]
    await create_many(greenroom, owner, names)
    pages = await read_pages(owner, "/channels")
    assert [len(page["records"]) for page in pages] == [50, 50, 20]
    assert [page["total"] for page in pages] == [120, 120, 120]
    records = [record for page in pages for record in page["records"]]
    assert [record["display_name"] for record in records] == sorted(names)
    assert len({record["id"] for record in records}) == 120


@pytest.mark.both_databases
@pytest.mark.rows("T10")
async def test_names_in_any_script_are_paged_in_a_stable_order(greenroom: GreenroomServer, owner: ApiClient) -> None:
    names = ["Zebra", "äpfel", "Apfel", "ﷺ" * 40, "ﷺ" * 39, "🎭" * 40, "夜" * 40, "'", "~", "É", "e"]
    await create_many(greenroom, owner, names)
    pages = await read_pages(owner, "/channels", per_page=1)
    found = [page["records"][0]["display_name"] for page in pages]
    listed = [record["display_name"] for record in (await owner.get("/channels"))["records"]]
    assert found == listed
    assert sorted(found) == sorted(names)


@pytest.mark.both_databases
@pytest.mark.rows("T10")
async def test_channel_created_between_pages_does_not_shift_the_list(
    greenroom: GreenroomServer, owner: ApiClient
) -> None:
    await create_many(greenroom, owner, ["B", "D", "F", "H"])
    first = await owner.get("/channels", per_page=2)
    await create_many(greenroom, owner, ["A", "E"])
    second = await owner.get("/channels", per_page=3, cursor=first["cursor"])
    names = [record["display_name"] for page in (first, second) for record in page["records"]]
    assert names == ["B", "D", "E", "F", "H"]


@pytest.mark.rows("T10")
async def test_page_that_is_exactly_full_has_no_cursor(greenroom: GreenroomServer, owner: ApiClient) -> None:
    await create_many(greenroom, owner, ["A", "B"])
    page = await owner.get("/channels", per_page=2)
    assert (len(page["records"]), page["cursor"]) == (2, None)


@pytest.mark.both_databases
@pytest.mark.rows("T10", "K9", "K10")
async def test_invalid_cursor_is_rejected_with_its_field(owner: ApiClient) -> None:
    paths = ("/channels", "/admin/channels")
    answers = [await owner.ask("GET", path, params={"cursor": one}) for one in BAD_CURSORS for path in paths]
    assert {refusal(answer) for answer in answers} == {(422, "invalid")}
    assert [error_fields(answer) for answer in answers] == [["cursor"]] * len(answers)
