"""Creating, listing and searching channels."""

import pytest

from greenroom.accounts.access.rules import Role
from support.greenroom_server import ApiClient, GreenroomServer, error_fields, refusal

MISSING = "01890000-0000-7000-8000-000000000000"
BAD_NAMES = (
    "",
    "   ",
    "a" * 41,
    "two\nlines",
    "tab\there",
    "nul\u0000",
    "bell\u0007",
    "\u202egnirts",
    "left\u2066right",
    "\u200f",
    "\u200b\u200b",
    "\u2060",
    "\u00ad",
    "\ufe0f",
    "line\u2028separator",
    "private\ue000",
    "unassigned\u0378",
    "\u2800",
    "\u3164",
    "\u115f",
)


async def create(client: ApiClient, **body: object) -> tuple[int, dict[str, object]]:
    answer = await client.ask("POST", "/channels", json=body)
    return answer.status_code, answer.json()


@pytest.mark.rows("P2", "E4")
async def test_creator_owns_the_new_channel(owner: ApiClient) -> None:
    status, channel = await create(owner, display_name="Late Shift")
    assert status == 201
    assert (channel["display_name"], channel["level"], channel["role"]) == ("Late Shift", 500, "Owner")
    assert "channel.delete" in str(channel["permissions"])
    assert await owner.get(f"/channels/{channel['id']}") == channel
    assert (await owner.get("/channels"))["records"] == [channel]


@pytest.mark.both_databases
@pytest.mark.rows("P2")
async def test_name_is_trimmed_and_may_contain_any_script(owner: ApiClient) -> None:
    names = ("  Late Shift \u3000", "🎭" * 40, "夜勤", "e\u0301", "👩\u200d🚀 crew", "-", "<b>'\"&;%")
    created = [(await create(owner, display_name=name))[1]["display_name"] for name in names]
    assert created == ["Late Shift", "🎭" * 40, "夜勤", "é", "👩\u200d🚀 crew", "-", "<b>'\"&;%"]


@pytest.mark.rows("P2")
async def test_invalid_name_is_rejected_with_its_field(owner: ApiClient) -> None:
    answers = [await owner.ask("POST", "/channels", json={"display_name": name}) for name in BAD_NAMES]
    answers += [await owner.ask("POST", "/channels", json=body) for body in ({}, {"display_name": None})]
    assert {refusal(answer) for answer in answers} == {(422, "invalid")}
    assert [error_fields(answer) for answer in answers] == [["display_name"]] * len(answers)
    assert (await owner.get("/channels"))["total"] == 0


@pytest.mark.both_databases
async def test_name_that_is_not_text_is_refused(owner: ApiClient) -> None:
    bodies = (b'{"display_name": "\\ud800"}', b'{"display_name": 7}', b'{"display_name": ["a"]}', b"[]", b"null", b"")
    headers = {"Content-Type": "application/json"}
    answers = [await owner.ask("POST", "/channels", content=body, headers=headers) for body in bodies]
    assert {refusal(answer) for answer in answers} == {(422, "invalid")}


@pytest.mark.rows("R6")
async def test_unknown_channel_and_channel_of_others_give_the_same_error_message(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    stranger = await greenroom.sign_in("odalys_")
    answers = [await owner.ask("GET", f"/channels/{MISSING}"), await stranger.ask("GET", f"/channels/{channel_id}")]
    assert {refusal(answer) for answer in answers} == {(404, "channel_not_found")}
    assert {answer.json()["message"] for answer in answers} == {"Channel not found"}
    assert refusal(await owner.ask("GET", "/channels/not-an-id")) == (422, "invalid")


@pytest.mark.rows("K9", "E4", "P2")
async def test_list_contains_the_channels_where_the_user_is_staff(greenroom: GreenroomServer, owner: ApiClient) -> None:
    first, second = await owner.create_channel("Mine"), await owner.create_channel("Theirs")
    odalys = await greenroom.staff("odalys_", second, Role.MOD)
    await greenroom.staff("odalys_", first, Role.VIP)
    listed = await odalys.get("/channels")
    assert [(one["display_name"], one["role"]) for one in listed["records"]] == [("Theirs", "Mod")]
    assert (listed["cursor"], listed["total"]) == (None, 1)


@pytest.mark.both_databases
@pytest.mark.rows("K9", "C2")
async def test_name_search_ignores_case_and_accents_and_escapes_patterns(owner: ApiClient) -> None:
    for name in ("Café Münster", "CAFETERIA", "100%", "under_score", "Ｆｕｌｌ"):
        await owner.create_channel(name)
    searches = {text: (await owner.get("/channels", name=text))["records"] for text in ("cafe", "%", "_", "FULL", "zz")}
    assert {text: [one["display_name"] for one in found] for text, found in searches.items()} == {
        "cafe": ["Café Münster", "CAFETERIA"],
        "%": ["100%"],
        "_": ["under_score"],
        "FULL": ["Ｆｕｌｌ"],
        "zz": [],
    }


@pytest.mark.rows("K9", "R6")
async def test_channel_is_found_by_id_and_by_its_platform(owner: ApiClient) -> None:
    show, _ = await owner.create_channel("Show"), await owner.create_channel("Other")
    await owner.connect("marekfixes", channel_id=show)
    queries = (
        {"channel_id": show},
        {"provider": "twitch"},
        {"provider_channel_name": "marekfixes"},
        {"provider": "twitch", "provider_channel_name": "MarekFixes"},
    )
    found = [await owner.get("/channels", **query) for query in queries]
    assert [([one["id"] for one in page["records"]], page["total"]) for page in found] == [([show], 1)] * 4


@pytest.mark.rows("K9", "R6")
async def test_search_without_matches_gives_an_empty_page(owner: ApiClient, channel_id: str) -> None:
    await owner.connect("junoplays", channel_id=channel_id)
    queries = (
        {"channel_id": MISSING},
        {"provider": "kick"},
        {"provider": "kick", "provider_channel_name": "junoplays"},
        {"provider_channel_name": "nobody"},
        {"channel_id": channel_id, "name": "something else"},
    )
    pages = [await owner.get("/channels", **query) for query in queries]
    assert pages == [{"records": [], "cursor": None, "total": 0}] * len(queries)


@pytest.mark.both_databases
@pytest.mark.rows("K9")
async def test_search_text_that_databases_reject_finds_nothing(owner: ApiClient, channel_id: str) -> None:
    fields = ("name", "provider", "provider_channel_name")
    answers = [await owner.ask("GET", f"/channels?{field}=a%00b") for field in fields]
    answers += [await owner.ask("GET", f"/channels?{field}=%ff%fe") for field in fields]
    assert {answer.status_code for answer in answers} <= {200, 422}
    assert not any(answer.json().get("records") for answer in answers)


@pytest.mark.rows("K9")
async def test_query_out_of_bounds_names_the_field(owner: ApiClient) -> None:
    queries = (("per_page", "0"), ("per_page", "101"), ("per_page", "x"), ("name", "x" * 101), ("channel_id", "x"))
    answers = [await owner.ask("GET", "/channels", params={field: value}) for field, value in queries]
    assert [error_fields(answer) for answer in answers] == [[field] for field, _ in queries]
