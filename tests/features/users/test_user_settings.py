"""User settings: any JSON object, changed key by key."""

import asyncio

import pytest

from support.greenroom_server import ApiClient, GreenroomServer, error_fields, refusal


async def put(client: ApiClient, **change: object) -> dict[str, object]:
    answer = await client.ask("PUT", "/user/settings", json=change)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.rows("K5", "E3")
async def test_new_user_has_empty_settings(owner: ApiClient) -> None:
    assert await owner.get("/user/settings") == {}


@pytest.mark.rows("K6", "E3", "T12")
async def test_keys_not_in_the_request_are_kept(owner: ApiClient) -> None:
    await put(owner, theme="dark", panels=["chat", {"width": 3}])
    assert await put(owner, theme="darker", volume=0.5) == {
        "theme": "darker",
        "panels": ["chat", {"width": 3}],
        "volume": 0.5,
    }
    assert await owner.get("/user/settings") == await put(owner)


@pytest.mark.rows("K6")
async def test_null_removes_a_key(owner: ApiClient) -> None:
    await put(owner, a=1, b=2)
    assert await put(owner, a=None, unknown=None) == {"b": 2}
    assert await owner.get("/user/settings") == {"b": 2}


@pytest.mark.both_databases
@pytest.mark.rows("E3")
async def test_settings_keep_any_text_and_json_value(owner: ApiClient) -> None:
    unusual: dict[str, object] = {
        "ключ": "🎭 \\u0000",
        "quote": "'; DROP TABLE users; --",
        "big": 2**70,
        "deep": [[{"a": [None]}]],
    }
    assert await put(owner, **unusual) == unusual
    assert await owner.get("/user/settings") == unusual


@pytest.mark.rows("K5")
async def test_settings_belong_to_one_user(greenroom: GreenroomServer, owner: ApiClient) -> None:
    other = await greenroom.sign_in("odalys_")
    await put(owner, theme="dark")
    assert await other.get("/user/settings") == {}


@pytest.mark.both_databases
@pytest.mark.rows("K6", "T12")
async def test_concurrent_changes_are_all_kept(owner: ApiClient) -> None:
    await asyncio.gather(*(put(owner, **{f"key{number}": number}) for number in range(20)))
    assert await owner.get("/user/settings") == {f"key{number}": number for number in range(20)}


BEYOND_LIMITS: list[tuple[dict[str, object], str]] = [
    ({"k" * 101: 1}, "settings"),
    ({"": 1}, "settings"),
    ({f"k{number}": 1 for number in range(101)}, "settings"),
    ({"text": "x" * 16_384}, "settings"),
]


async def test_settings_over_a_limit_are_rejected_with_the_field(owner: ApiClient) -> None:
    for body, field in BEYOND_LIMITS:
        answer = await owner.ask("PUT", "/user/settings", json=body)
        assert (refusal(answer), error_fields(answer)) == ((422, "invalid"), [field]), body
    assert await owner.get("/user/settings") == {}


UNSTORABLE = (
    b"[]",
    b"null",
    b'"text"',
    b"{",
    b"",
    b"\xff",
    b'{"a": NaN}',
    b'{"a": 1e999}',
    b'{"a": "\\u0000"}',
    b'{"\\u0000": 1}',
    b'{"a": "\\ud800"}',
    b'{"\\ud800": 1}',
    b'{"a": [{"b": "\\udfff"}]}',
    b'{"a": ' + b"9" * 10_000 + b"}",
    b'{"a": ' + b"[" * 21 + b"]" * 21 + b"}",
    b'{"a": ' + b"[" * 900 + b"]" * 900 + b"}",
    b'{"a": ' + b"[" * 5000 + b"]" * 5000 + b"}",
    b'{"a": ' + b"[" * 200_000,
)


async def test_settings_that_cannot_be_stored_are_rejected_and_change_nothing(owner: ApiClient) -> None:
    await put(owner, kept=1)
    headers = {"Content-Type": "application/json"}
    answers = [await owner.ask("PUT", "/user/settings", content=body, headers=headers) for body in UNSTORABLE]
    assert [answer.status_code for answer in answers if answer.status_code not in {400, 422}] == []
    assert await owner.get("/user/settings") == {"kept": 1}
