"""Pages of the activity feed: order, filters, cursors and bad input."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.features.activity.records.models import Activity
from greenroom.features.activity.records.pages import ActivityFilter, SizeFilter, Sources, newest_activities
from greenroom.features.activity.records.sizes import size_level
from greenroom.features.activity.records.values import value_level
from greenroom.kernel.ids import new_id
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal
from support.sql_statements import observe_statements

KINDS = ("follow", "gift_bomb", "sub", "raid")
PROVIDERS = ("twitch", "kick")
COUNT = 60


async def fill(greenroom: GreenroomServer, channel_id: str, count: int = COUNT) -> None:
    """Stores activities of mixed kinds and platforms; activity n has n as its count, months and value in dollars."""
    now = greenroom.kernel.clock()
    async with greenroom.kernel.database.write() as session:
        session.add_all(
            Activity(
                id=new_id(),
                channel_id=UUID(channel_id),
                connection_id=None,
                provider=PROVIDERS[number // 4 % 2],
                activity_key=str(number),
                kind=KINDS[number % len(KINDS)],
                viewer_id="7",
                viewer_name="Ana",
                count=number,
                amount=0,
                currency="",
                value=number * 1_000_000,
                value_level=value_level(number * 1_000_000),
                size_level=size_level(KINDS[number % len(KINDS)], number),
                months=number,
                tier="",
                title="",
                message="",
                recipients=[],
                added_reports=[],
                stream_id=None,
                happened_at=now + timedelta(seconds=number),
                received_at=now,
                is_backlog=False,
                is_test=False,
            )
            for number in range(count)
        )


async def numbers(client: ApiClient, channel_id: str, **query: object) -> list[int]:
    """The numbers of the activities that match the query, read page by page."""
    found: list[int] = []
    cursor: dict[str, str] = {}
    while True:
        response = await client.ask("GET", f"/channels/{channel_id}/activities", params={**query, **cursor})
        assert response.status_code == 200, response.text
        page: Json = response.json()
        found += [one["count"] for one in page["records"]]
        if page["cursor"] is None:
            return found
        cursor = {"cursor": page["cursor"]}


def numbers_where(fits: Callable[[int], bool]) -> list[int]:
    return [number for number in reversed(range(COUNT)) if fits(number)]


FILTERS: list[tuple[dict[str, object], Callable[[int], bool]]] = [
    ({}, lambda _: True),
    ({"kind": "gift_bomb"}, lambda n: n % 4 == 1),
    ({"kind": ["gift_bomb", "raid"]}, lambda n: n % 2 == 1),
    ({"provider": "kick"}, lambda n: n // 4 % 2 == 1),
    ({"provider": ["kick", "twitch"], "kind": ["sub", "follow"]}, lambda n: n % 2 == 0),
    ({"minimum": "gift_bomb:0"}, lambda _: True),
    ({"minimum": "gift_bomb:20"}, lambda n: n % 4 != 1 or n >= 20),
    ({"minimum": ["gift_bomb:50", "raid:5"]}, lambda n: n % 2 == 0 or n >= (50 if n % 4 == 1 else 5)),
    ({"minimum": ["gift_bomb:100", "sub:3"], "kind": ["gift_bomb", "sub"]}, lambda n: n % 4 == 2 and n >= 3),
    ({"minimum": "sub:24", "kind": "sub", "provider": "twitch"}, lambda n: n >= 24 and n % 8 == 2),
    ({"minimum": "raid:20", "kind": "sub"}, lambda n: n % 4 == 2),
    ({"kind": "tip"}, lambda _: False),
    ({"kind": "tip", "minimum": "tip:5"}, lambda _: False),
]


@pytest.mark.both_databases
async def test_pages_have_every_activity_of_the_filter_once_and_newest_first(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await fill(greenroom, channel_id)
    await fill(greenroom, await owner.create_channel("Another"), 5)
    for query, fits in FILTERS:
        assert await numbers(owner, channel_id, limit=7, **query) == numbers_where(fits), query


VALUE_FILTERS: list[tuple[ActivityFilter, Callable[[int], bool]]] = [
    (ActivityFilter(minimum=1), lambda n: n >= 1),
    (ActivityFilter(minimum=41_000_000), lambda n: n >= 41),
    (
        ActivityFilter(Sources(["gift_bomb", "raid"], ["kick"]), 20_000_000),
        lambda n: n >= 20 and n % 2 == 1 and n // 4 % 2 == 1,
    ),
]


@pytest.mark.both_databases
async def test_pages_with_a_minimum_value_have_every_activity_of_that_value_or_more(
    greenroom: GreenroomServer, channel_id: str
) -> None:
    await fill(greenroom, channel_id)
    for shown, fits in VALUE_FILTERS:
        async with greenroom.kernel.database.read() as session:
            rows = await newest_activities(session, UUID(channel_id), shown, None, COUNT)
        assert [row.count for row in rows] == numbers_where(fits)


@pytest.mark.both_databases
async def test_each_page_has_the_ids_of_activities_that_only_a_minimum_size_hides(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await fill(greenroom, channel_id)
    path = f"/channels/{channel_id}/activities"
    all_ids = {one["id"]: one["count"] for one in (await owner.get(path, limit=100))["records"]}
    query = {"kind": ["gift_bomb", "raid"], "provider": "kick", "minimum": ["gift_bomb:20", "raid:50"], "limit": 3}
    found: list[tuple[list[int], list[int]]] = []
    cursor: dict[str, str] = {}
    while not found or cursor:
        page = (await owner.ask("GET", path, params={**query, **cursor})).json()
        found.append(([one["count"] for one in page["records"]], [all_ids[one] for one in page["smaller_ids"]]))
        cursor = {"cursor": page["cursor"]} if page["cursor"] else {}
    assert found == [([55, 53, 45], [47]), ([37, 29, 21], [39, 31, 23, 15, 13, 7, 5])]


async def test_hidden_activity_ids_are_limited(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    await fill(greenroom, channel_id, 420)
    path = f"/channels/{channel_id}/activities"
    page = await owner.get(path, minimum="raid:1000")
    hidden = await owner.get(path, minimum="raid:1000", kind="raid")
    assert (len(page["records"]), len(page["smaller_ids"])) == (50, 17)
    assert (hidden["records"], len(hidden["smaller_ids"])) == ([], 100)


async def test_last_page_has_no_cursor(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    await fill(greenroom, channel_id, 10)
    page = await owner.get(f"/channels/{channel_id}/activities", limit=10)
    assert (len(page["records"]), page["cursor"]) == (10, None)


BAD_QUERIES: list[tuple[dict[str, object], str]] = [
    ({"limit": 0}, "limit"),
    ({"limit": 101}, "limit"),
    ({"limit": "x"}, "limit"),
    ({"kind": "party"}, "kind.0"),
    ({"kind": "join"}, "kind.0"),
    ({"kind": ["sub"] * 30}, "kind"),
    ({"provider": "myspace"}, "provider.0"),
    ({"provider": ["kick"] * 9}, "provider"),
    ({"minimum": 5}, "minimum.0"),
    ({"minimum": "cheer:-1"}, "minimum.0"),
    ({"minimum": "cheer:1e2"}, "minimum.0"),
    ({"minimum": "cheer:150"}, "minimum.0"),
    ({"minimum": f"cheer:{10**30}"}, "minimum.0"),
    ({"minimum": "follow:2"}, "minimum.0"),
    ({"minimum": "party:2"}, "minimum.0"),
    ({"minimum": ["cheer:10"] * 30}, "minimum"),
    ({"cursor": "x"}, "cursor"),
    ({"cursor": "WyJub3QgYW4gaWQiXQ"}, "cursor"),
    ({"cursor": "y" * 5_000}, "cursor"),
]


@pytest.mark.rows("V3")
async def test_bad_query_names_its_field(owner: ApiClient, channel_id: str) -> None:
    for query, field in BAD_QUERIES:
        response = await owner.ask("GET", f"/channels/{channel_id}/activities", params=query)
        assert response.status_code == 422, query
        assert error_fields(response) == [field], query


BAD_BODIES: list[tuple[str, str, Json, str]] = [
    ("PUT", "activity-settings", {"volume": 101}, "volume"),
    ("PUT", "activity-settings", {"volume": -1}, "volume"),
    ("PUT", "activity-settings", {"minimums": {"cheer": -1}}, "minimums"),
    ("PUT", "activity-settings", {"minimums": {"cheer": 150}}, "minimums"),
    ("PUT", "activity-settings", {"minimums": {"follow": 2}}, "minimums"),
    ("PUT", "activity-settings", {"minimums": {"party" * 99: 2}}, "minimums"),
    ("PUT", "activity-settings", {"minimums": {"cheer": "many"}}, "minimums.cheer"),
    ("PUT", "activity-settings", {"minimums": [2]}, "minimums"),
    ("PUT", "activity-settings", {"group_follows": "perhaps"}, "group_follows"),
    ("PUT", "activity-settings", {"hidden_kinds": ["party"]}, "hidden_kinds.0"),
    ("PUT", "activity-settings", {"hidden_kinds": ["join"]}, "hidden_kinds.0"),
    ("PUT", "activity-settings", {"has_sound": "perhaps"}, "has_sound"),
    ("PUT", "activity-settings", {"colour": "red"}, "colour"),
    ("PUT", "activity-values", {"values": {"XYZ": 1}}, "values"),
    ("PUT", "activity-values", {"values": {"\0": 1}}, "values"),
    ("PUT", "activity-values", {"values": {"EUR": -1}}, "values.EUR"),
    ("PUT", "activity-values", {"values": {"EUR": 10**13}}, "values.EUR"),
    ("PUT", "activity-values", {}, "values"),
    ("POST", "activities/test", {"provider": "myspace", "kind": "sub"}, "provider"),
    ("POST", "activities/test", {"provider": "twitch", "kind": "join"}, "kind"),
    ("POST", "activities/test", {"provider": "twitch", "kind": "super_chat"}, "kind"),
    ("POST", "activities/acknowledge-all", {"up_to": "x"}, "up_to"),
]


@pytest.mark.rows("V3")
async def test_bad_body_names_its_field_and_changes_nothing(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    for method, path, body, field in BAD_BODIES:
        response = await owner.ask(method, f"/channels/{channel_id}/{path}", json=body)
        assert response.status_code == 422, (path, body)
        assert error_fields(response) == [field], (path, body)
    for table in ("activities", "activity_settings", "activity_values"):
        assert await greenroom.rows(f"SELECT * FROM {table}") == []  # noqa: S608  # our own names


async def test_activity_of_another_channel_is_not_found(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    other = await owner.create_channel("Another")
    await fill(greenroom, other, 1)
    (activity,) = (await owner.get(f"/channels/{other}/activities"))["records"]
    base = f"/channels/{channel_id}/activities"
    for method in ("PUT", "DELETE"):
        response = await owner.ask(method, f"{base}/{activity['id']}/acknowledged")
        assert refusal(response) == (404, "activity_not_found")
    response = await owner.ask("POST", f"{base}/acknowledge-all", json={"up_to": activity["id"]})
    assert refusal(response) == (404, "activity_not_found")
    assert await greenroom.rows("SELECT * FROM activity_acknowledgements") == []


@pytest.mark.rows("A3", "A4")
async def test_moderators_read_the_feed_and_editors_change_values_and_send_test_activities(
    greenroom: GreenroomServer, channel_id: str
) -> None:
    moderator = await greenroom.staff("odalys_", channel_id, Role.MOD)
    editor = await greenroom.staff("stagehandbot", channel_id, Role.EDITOR)
    base = f"/channels/{channel_id}"
    assert (await moderator.get(f"{base}/activities"))["records"] == []
    test, values = {"provider": "twitch", "kind": "sub"}, {"values": {"EUR": 1}}
    for method, path, body in (("POST", "activities/test", test), ("PUT", "activity-values", values)):
        assert refusal(await moderator.ask(method, f"{base}/{path}", json=body)) == (403, "forbidden")
        assert (await editor.ask(method, f"{base}/{path}", json=body)).is_success
    (activity,) = (await moderator.get(f"{base}/activities"))["records"]
    assert (activity["kind"], activity["is_test"]) == ("sub", True)


@pytest.mark.both_databases
async def test_page_reads_only_the_newest_of_each_kind(greenroom: GreenroomServer, channel_id: str) -> None:
    """The query plan has a step for each kind and platform: a merge on SQLite, a limit on PostgreSQL."""
    await fill(greenroom, channel_id)
    shown = SizeFilter([(provider, kind) for provider in PROVIDERS for kind in KINDS], {"raid": 500})
    database = greenroom.kernel.database
    executed: list[tuple[str, Any]] = []
    with observe_statements(database, lambda sql, values: executed.append((sql, values))):
        async with database.read() as session:
            await newest_activities(session, UUID(channel_id), shown, None, 5)
    ((sql, values),) = [one for one in executed if "UNION ALL" in one[0]]
    async with database.engine.connect() as connection:
        is_sqlite = connection.dialect.name == "sqlite"
        found = await connection.exec_driver_sql(f"EXPLAIN {'QUERY PLAN ' if is_sqlite else ''}{sql}", values)
    steps = [str(row[-1]) for row in found]
    assert sum(("MERGE" if is_sqlite else "Limit") in step for step in steps) >= 9, steps
