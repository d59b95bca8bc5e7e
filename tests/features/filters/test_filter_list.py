"""Editors manage filters, moderators read them, and every field is validated."""

import asyncio
from typing import Any

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.features.filters.types.registry import FILTER_TYPES
from support.filters import FilterChannel, filter_body
from support.greenroom_server import GreenroomServer, Json, error_fields, refusal


async def test_new_channel_has_no_filters_and_all_types_are_listed(channel: FilterChannel) -> None:
    assert await channel.filters() == []
    types = await channel.client.get(f"{channel.path}/filters/types")
    assert [one["type"] for one in types] == list(FILTER_TYPES)
    assert len(types) == 13
    assert all(one["title"] and one["description"] and one["settings_schema"]["properties"] for one in types)


async def test_filter_of_every_type_is_created_with_its_defaults(channel: FilterChannel) -> None:
    offered = {one["type"]: one for one in await channel.client.get(f"{channel.path}/filters/types")}
    created = [await channel.make(kind) for kind in FILTER_TYPES]
    for kind, filter_ in zip(FILTER_TYPES, created, strict=True):
        assert filter_["settings"] == offered[kind]["defaults"]["settings"]
        assert filter_["ladder"] == [
            {"action": "warn", "seconds": None},
            {"action": "timeout", "seconds": 60},
            {"action": "timeout", "seconds": 600},
        ]
        assert (filter_["mode"], filter_["enabled"]) == ("on", True)
        assert (filter_["exempt_level"], filter_["strike_seconds"]) == (7, 3600)
        assert filter_["summary"]
        assert await channel.client.get(f"{channel.path}/filters/{filter_['id']}") == filter_
    assert {one["id"]: one for one in await channel.filters()} == {one["id"]: one for one in created}


DOCUMENTED_DEFAULTS: list[tuple[str, Json]] = [
    ("caps", {"min_length": 20, "percent": 60}),
    ("symbol", {"max": 20}),
    ("emote", {"max": 20}),
    ("paragraph", {"max": 350}),
    ("non_latin", {"min_length": 5, "percent": 80}),
    ("mention", {"max": 5}),
    ("repetition", {"seconds": 30, "times": 1, "near_same": True, "min_length": 6}),
    ("link", {"catches": "all", "allowed": [], "blocked": [], "spelled_out": True, "permit_seconds": 60}),
]


async def test_defaults_match_the_documentation(channel: FilterChannel) -> None:
    for kind, settings in DOCUMENTED_DEFAULTS:
        assert (await channel.make(kind))["settings"] == settings, kind


async def test_filter_is_changed_switched_and_deleted(channel: FilterChannel) -> None:
    filter_ = await channel.make("caps")
    saved = (await channel.save(filter_, name="Shouting", settings={"percent": 90})).json()
    assert (saved["name"], saved["settings"]) == ("Shouting", {"min_length": 20, "percent": 90})
    assert saved["summary"] == "90% or more, from 20 letters"
    off = (await channel.send("PUT", f"/filters/{filter_['id']}/enabled", enabled=False)).json()
    assert off["enabled"] is False
    assert (await channel.send("DELETE", f"/filters/{filter_['id']}")).status_code == 204
    assert await channel.filters() == []
    assert refusal(await channel.send("DELETE", f"/filters/{filter_['id']}")) == (404, "not_found")


async def test_creating_saving_and_deleting_a_filter_is_published(channel: FilterChannel) -> None:
    async with channel.filter_events() as live_events:
        filter_ = await channel.make("caps")
        await channel.save(filter_, name="Shouting")
        await channel.send("DELETE", f"/filters/{filter_['id']}")
        numbers = iter(range(3))
        await live_events.until(lambda event: event["type"] == "filters_changed" and next(numbers) == 2)


BAD_FIELDS: list[tuple[Json, str]] = [
    ({"name": ""}, "name"),
    ({"name": "x" * 101}, "name"),
    ({"name": "turned \u202eround"}, "name"),
    ({"type": "nonsense"}, "body"),
    ({"mode": "off"}, "mode"),
    ({"providers": ["myspace"]}, "providers.0"),
    ({"exempt_level": 0}, "exempt_level"),
    ({"exempt_viewers": [{"provider": "twitch", "provider_viewer_id": ""}]}, "exempt_viewers.0.provider_viewer_id"),
    ({"exempt_viewers": [{"provider": "twitch", "provider_viewer_id": "1"}] * 201}, "exempt_viewers"),
    ({"ladder": []}, "ladder"),
    ({"ladder": [{"action": "delete"}] * 11}, "ladder"),
    ({"ladder": [{"action": "timeout", "seconds": 0}]}, "ladder.0.seconds"),
    ({"ladder": [{"action": "timeout", "seconds": 1_209_601}]}, "ladder.0.seconds"),
    ({"ladder": [{"action": "explode"}]}, "ladder.0.action"),
    ({"ladder": [{"action": "ban", "seconds": 60}]}, "ladder.0"),
    ({"message": "x" * 501}, "message"),
    ({"strike_seconds": 0}, "strike_seconds"),
    ({"settings": {"percent": 101}}, "settings.percent"),
    ({"settings": {"min_length": 0}}, "settings.min_length"),
    ({"settings": {"max": 5}}, "settings.max"),
    ({"type": "link", "settings": {"allowed": ["not an address"]}}, "settings.allowed.0"),
    ({"type": "link", "settings": {"blocked": ["***"]}}, "settings.blocked.0"),
    ({"type": "link", "settings": {"allowed": ["a.example", "http://"]}}, "settings.allowed.1"),
    ({"type": "first_message_link", "settings": {"allowed": ["HTTPS:"]}}, "settings.allowed.0"),
    ({"type": "link", "settings": {"allowed": ["a.example"] * 501}}, "settings.allowed"),
    ({"type": "link", "settings": {"permit_seconds": 3601}}, "settings.permit_seconds"),
    ({"type": "symbol", "settings": {"max": -1}}, "settings.max"),
    ({"type": "symbol", "settings": {"max": 501}}, "settings.max"),
    ({"type": "emote", "settings": {"max": -1}}, "settings.max"),
    ({"type": "emote", "settings": {"max": 501}}, "settings.max"),
    ({"type": "paragraph", "settings": {"max": 0}}, "settings.max"),
    ({"type": "paragraph", "settings": {"max": 10_001}}, "settings.max"),
    ({"type": "mention", "settings": {"max": -1}}, "settings.max"),
    ({"type": "mention", "settings": {"max": 101}}, "settings.max"),
    ({"type": "non_latin", "settings": {"percent": 0}}, "settings.percent"),
    ({"type": "non_latin", "settings": {"percent": 101}}, "settings.percent"),
    ({"type": "non_latin", "settings": {"min_length": 501}}, "settings.min_length"),
    ({"type": "repetition", "settings": {"seconds": 0}}, "settings.seconds"),
    ({"type": "repetition", "settings": {"seconds": 3601}}, "settings.seconds"),
    ({"type": "repetition", "settings": {"times": 0}}, "settings.times"),
    ({"type": "repetition", "settings": {"times": 21}}, "settings.times"),
    ({"type": "repetition", "settings": {"min_length": 501}}, "settings.min_length"),
    ({"type": "repetition", "settings": {"near_same": "perhaps"}}, "settings.near_same"),
    ({"type": "flood", "settings": {"messages": 0}}, "settings.messages"),
    ({"type": "flood", "settings": {"messages": 101}}, "settings.messages"),
    ({"type": "flood", "settings": {"seconds": 3601}}, "settings.seconds"),
    ({"type": "zalgo", "settings": {"max_marks": 0}}, "settings.max_marks"),
    ({"type": "zalgo", "settings": {"max_marks": 21}}, "settings.max_marks"),
    ({"type": "raid_similarity", "settings": {"accounts": 1}}, "settings.accounts"),
    ({"type": "raid_similarity", "settings": {"accounts": 101}}, "settings.accounts"),
    ({"type": "raid_similarity", "settings": {"seconds": 3601}}, "settings.seconds"),
    ({"type": "banned_terms", "settings": {"terms": [{"text": ""}]}}, "settings.terms.0.text"),
    ({"type": "banned_terms", "settings": {"terms": [{"text": "x" * 501}]}}, "settings.terms.0.text"),
    ({"surprise": 1}, "surprise"),
]


@pytest.mark.rows("V3")
async def test_invalid_field_is_named_and_nothing_is_saved(channel: FilterChannel) -> None:
    for change, field in BAD_FIELDS:
        response = await channel.send("POST", "/filters", **(filter_body("caps") | change))
        assert (response.status_code, error_fields(response)) == (422, [field]), change
    assert await channel.filters() == []


async def test_type_of_a_filter_cannot_change(channel: FilterChannel) -> None:
    filter_ = await channel.make("caps")
    response = await channel.send("PUT", f"/filters/{filter_['id']}", **filter_body("symbol"))
    assert (response.status_code, error_fields(response)) == (422, ["type"])


async def test_order_must_contain_every_filter_once(channel: FilterChannel) -> None:
    first, second = await channel.make("caps"), await channel.make("symbol")
    for wrong in ([first["id"]], [first["id"], first["id"]], [first["id"], second["id"], channel.channel_id]):
        response = await channel.send("PUT", "/filters/order", filter_ids=wrong)
        assert (response.status_code, error_fields(response)) == (422, ["filter_ids"])
    await channel.send("PUT", "/filters/order", filter_ids=[second["id"], first["id"]])
    assert [one["id"] for one in await channel.filters()] == [second["id"], first["id"]]


@pytest.mark.both_databases
async def test_filters_created_concurrently_have_distinct_places(channel: FilterChannel) -> None:
    await asyncio.gather(*(channel.make("caps", name=f"Filter {number}") for number in range(5)))
    places = await channel.greenroom.rows("SELECT place FROM filters ORDER BY place")
    assert [row["place"] for row in places] == [0, 1, 2, 3, 4]


@pytest.mark.rows("A3")
async def test_moderators_read_filters_and_editors_manage_them(
    greenroom: GreenroomServer, channel: FilterChannel
) -> None:
    filter_ = await channel.make("caps")
    moderator = await greenroom.staff("odalys_", channel.channel_id, Role.MOD)
    staff_editor = await greenroom.staff("marekfixes", channel.channel_id, Role.EDITOR)
    assert [one["id"] for one in await channel.filters(moderator)] == [filter_["id"]]
    assert (
        await channel.send("POST", "/filters/test", by=moderator, filter=filter_body(), text="hi")
    ).status_code == 200
    calls: list[tuple[str, str, dict[str, Any]]] = [
        ("POST", "/filters", filter_body()),
        ("PUT", f"/filters/{filter_['id']}", filter_body()),
        ("PUT", f"/filters/{filter_['id']}/enabled", {"enabled": False}),
        ("PUT", "/filters/order", {"filter_ids": [filter_["id"]]}),
        ("DELETE", f"/filters/{filter_['id']}", {}),
    ]
    for method, path, body in calls:
        assert (await moderator.ask(method, channel.path + path, json=body)).status_code == 403
    statuses = [
        (await staff_editor.ask(method, channel.path + path, json=body)).status_code for method, path, body in calls
    ]
    assert statuses == [201, 200, 200, 422, 204]


async def test_filter_of_another_channel_is_not_found(channel: FilterChannel) -> None:
    filter_ = await channel.make("caps")
    elsewhere = await channel.client.create_channel("Elsewhere")
    path = f"/channels/{elsewhere}/filters/{filter_['id']}"
    for method, suffix in (("GET", ""), ("DELETE", ""), ("GET", "/hits"), ("GET", "/terms")):
        assert refusal(await channel.client.ask(method, path + suffix)) == (404, "not_found")


@pytest.mark.both_databases
async def test_conflicting_save_names_the_other_editor(greenroom: GreenroomServer, channel: FilterChannel) -> None:
    filter_ = await channel.make("caps")
    staff_editor = await greenroom.staff("marekfixes", channel.channel_id, Role.EDITOR)
    path = f"/filters/{filter_['id']}?revision={filter_['revision']}"
    assert (await channel.send("PUT", path, by=staff_editor, **filter_body(name="Theirs"))).status_code == 200
    response = await channel.send("PUT", path, **filter_body(name="Mine"))
    assert refusal(response) == (409, "filter_changed")
    assert "MarekFixes" in response.json()["message"]
    (current,) = await channel.filters()
    assert (current["name"], current["updated_by"]) == ("Theirs", "MarekFixes")
    assert current["revision"] == filter_["revision"] + 1
    path = f"/filters/{filter_['id']}?revision={current['revision']}"
    again = await channel.send("PUT", path, **filter_body(name="Mine"))
    assert (again.status_code, again.json()["name"]) == (200, "Mine")


@pytest.mark.both_databases
async def test_one_of_many_concurrent_saves_wins(channel: FilterChannel) -> None:
    filter_ = await channel.make("caps")
    path = f"/filters/{filter_['id']}?revision={filter_['revision']}"
    names = [f"Name {number}" for number in range(5)]
    responses = await asyncio.gather(*(channel.send("PUT", path, **filter_body(name=name)) for name in names))
    assert sorted(response.status_code for response in responses) == [200, 409, 409, 409, 409]
    (saved,) = [response.json()["name"] for response in responses if response.status_code == 200]
    assert [one["name"] for one in await channel.filters()] == [saved]


@pytest.mark.both_databases
async def test_switching_a_filter_and_saving_terms_increase_the_revision(channel: FilterChannel) -> None:
    filter_ = await channel.ban_words("free skins")
    await channel.send("PUT", f"/filters/{filter_['id']}/enabled", enabled=False)
    await channel.send("PUT", f"/filters/{filter_['id']}/terms", terms=[{"kind": "phrase", "text": "buy now"}])
    (current,) = await channel.filters()
    assert current["revision"] == filter_["revision"] + 2
    path = f"/filters/{filter_['id']}?revision={filter_['revision']}"
    assert refusal(await channel.send("PUT", path, **filter_body("banned_terms"))) == (409, "filter_changed")


BAD_REVISIONS: list[str] = ["-1", "2147483648", "first"]


@pytest.mark.rows("V3")
async def test_invalid_revision_is_rejected(channel: FilterChannel) -> None:
    filter_ = await channel.make("caps")
    for revision in BAD_REVISIONS:
        response = await channel.send("PUT", f"/filters/{filter_['id']}?revision={revision}", **filter_body())
        assert (response.status_code, error_fields(response)) == (422, ["revision"]), revision
