"""Pages of the activity feed: order, filters, cursors and bad input."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest

from greenroom.activity.models import Activity
from greenroom.activity.values import value_level
from greenroom.kernel.ids import new_id
from greenroom.tenancy.access.rules import Role
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal

KINDS = ("follow", "cheer", "sub", "raid")
PROVIDERS = ("twitch", "kick", "youtube")
COUNT = 60


async def fill(greenroom: GreenroomServer, channel_id: str, count: int = COUNT) -> None:
    """Activities of mixed kinds and platforms; the value of number n is n dollars."""
    now = greenroom.kernel.clock()
    async with greenroom.kernel.database.write() as session:
        session.add_all(
            Activity(
                id=new_id(),
                channel_id=UUID(channel_id),
                connection_id=None,
                provider=PROVIDERS[number % len(PROVIDERS)],
                activity_key=str(number),
                kind=KINDS[number % len(KINDS)],
                viewer_id="7",
                viewer_name="Ana",
                count=number,
                amount=0,
                currency="",
                value=number * 1_000_000,
                value_level=value_level(number * 1_000_000),
                months=0,
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
    """The numbers of all activities, read page by page."""
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
    ({"kind": "cheer"}, lambda n: n % 4 == 1),
    ({"kind": ["cheer", "raid"]}, lambda n: n % 4 in (1, 3)),
    ({"provider": "kick"}, lambda n: n % 3 == 1),
    ({"provider": ["kick", "twitch"], "kind": ["sub", "follow"]}, lambda n: n % 3 < 2 and n % 2 == 0),
    ({"minimum": 1}, lambda n: n >= 1),
    ({"minimum": 20_000_000}, lambda n: n >= 20),
    ({"minimum": 41_000_000}, lambda n: n >= 41),
    ({"minimum": 5_000_000, "kind": ["cheer", "raid"]}, lambda n: n >= 5 and n % 2 == 1),
    ({"minimum": 30_000_000, "kind": "sub", "provider": "twitch"}, lambda n: n >= 30 and n % 12 == 6),
    ({"kind": "tip"}, lambda _: False),
]


@pytest.mark.both_databases
async def test_pages_have_every_activity_of_the_filter_once_and_newest_first(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await fill(greenroom, channel_id)
    await fill(greenroom, await owner.create_channel("Another"), 5)
    for query, fits in FILTERS:
        assert await numbers(owner, channel_id, limit=7, **query) == numbers_where(fits), query


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
    ({"minimum": -1}, "minimum"),
    ({"minimum": 10**30}, "minimum"),
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
    ("PUT", "activity-settings", {"minimum": -1}, "minimum"),
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
async def test_moderators_read_the_feed_and_editors_change_values_and_send_tests(
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
    (seen,) = (await moderator.get(f"{base}/activities"))["records"]
    assert (seen["kind"], seen["is_test"]) == ("sub", True)
