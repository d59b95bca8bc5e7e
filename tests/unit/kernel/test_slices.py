"""Long work in short stretches."""

import asyncio
import gc
import json

import pytest
from pydantic import BaseModel
from starlette.responses import StreamingResponse
from starlette.types import Message, Scope

from greenroom.kernel.slices import LargeRequest, large_answer, slices, uncollected


class Row(BaseModel):
    name: str
    notes: list[str]
    inner: dict[str, object]


class Answer(BaseModel):
    title: str | None
    rows: list[Row]
    empty: list[Row]


async def test_another_task_has_a_turn_between_two_slices() -> None:
    seen: list[str] = []

    async def other() -> None:
        seen.append("other")

    task = asyncio.create_task(other())
    async for some in slices(range(5), 4):
        seen.append(str(list(some)))  # noqa: PERF401  # what comes in between is the question
    await task
    assert seen == ["[0, 1, 2, 3]", "other", "[4]"]


async def test_large_answer_is_what_the_model_would_have_said() -> None:
    row = Row(name='a "quoted" ü\u2028 one', notes=["x", "\U0001f600"], inner={"a": [1, None, {"b": 0.5}]})
    answer = Answer(title=None, rows=[row] * 3_000, empty=[])
    sent = await large_answer(answer)
    assert isinstance(sent, StreamingResponse)
    pieces = [bytes(piece) async for piece in sent.body_iterator if not isinstance(piece, str)]
    assert len(pieces) > 1
    assert b"".join(pieces) == answer.model_dump_json().encode()
    assert sent.headers["content-length"] == str(sum(map(len, pieces)))


def request(body: bytes) -> LargeRequest:
    scope: Scope = {"type": "http", "method": "POST", "path": "/", "headers": []}

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return LargeRequest(scope, receive)


@pytest.mark.parametrize("text", ['{"a": [1, 2.5, "ü", null]}', '{"a": NaN}', '"\\ud800"', "5"])
async def test_body_is_read_as_ever(text: str) -> None:
    assert repr(await request(text.encode()).json()) == repr(json.loads(text))


@pytest.mark.parametrize("body", [b"{", b"\xff", b"[" * 100_000])
async def test_body_that_is_no_json_is_refused_as_ever(body: bytes) -> None:
    with pytest.raises((ValueError, RecursionError)):
        await request(body).json()


def test_garbage_is_looked_for_again_when_the_last_one_is_done() -> None:
    with uncollected():
        with uncollected():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()
