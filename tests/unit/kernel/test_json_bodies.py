"""The values of a JSON body are counted before it is parsed."""

import json

import pytest
from starlette.types import Message, Scope

from greenroom.kernel.web import json_bodies
from greenroom.kernel.web.json_bodies import BYTES_PER_VALUE, JsonRequest, TooManyValues
from greenroom.kernel.web.request_bodies import SCOPE_KEY, Budgets, RequestBody

MAX_VALUES = 20


@pytest.fixture(autouse=True)
def few_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_bodies, "MAX_JSON_VALUES", MAX_VALUES)


async def reserved_values(body: bytes) -> int:
    """Number of values for which the request has reserved memory."""
    budgets = Budgets()

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    counted = RequestBody(receive, len(body), len(body), budgets)
    scope: Scope = {"type": "http", "method": "POST", "path": "/", "headers": [], SCOPE_KEY: counted}
    await JsonRequest(scope, counted.receive).reserve_memory()
    return (budgets.public.used_bytes - len(body)) // BYTES_PER_VALUE


@pytest.mark.parametrize(
    "text", ["," * 50, '"' * 50 + "[" * 50, "\\" * 50 + "{" * 30, "x" * 200_000 + "," * 50, '\\"' * 30 + "," * 30]
)
async def test_commas_and_brackets_in_strings_are_not_counted(text: str) -> None:
    assert await reserved_values(json.dumps({"content": text, "more": [1, 2]}).encode()) == 4


@pytest.mark.parametrize(
    "body",
    [
        b"[" + b"[]," * 10 + b"1]",
        b'{"a": ' * 21,
        b'"' + b"," * 30 + b'"' + b"[" * 21,
        b"," * 21 + b'"a"' * 50,
    ],
)
async def test_too_many_values_are_refused(body: bytes) -> None:
    with pytest.raises(TooManyValues):
        await reserved_values(body)


@pytest.mark.parametrize("body", [b'"' + b"," * 30, b'"' + b"," * 30 + b"\\", b'"' + b'\\"' * 30 + b"," * 30])
async def test_unterminated_string_reaches_to_the_end_of_the_body(body: bytes) -> None:
    assert await reserved_values(body) == 0
