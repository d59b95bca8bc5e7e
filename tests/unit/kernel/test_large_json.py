"""Large requests and responses, and the pause of garbage collection while they are handled."""

import gc
import json

import pytest
from fastapi import APIRouter, FastAPI
from pydantic import BaseModel
from starlette.responses import StreamingResponse
from starlette.types import Message, Scope

from greenroom.kernel.api.large_json import LargeRoute, large_response
from greenroom.kernel.fast.gc_tuning import gc_paused
from greenroom.kernel.web.json_bodies import JsonRequest


class Row(BaseModel):
    name: str
    notes: list[str]
    inner: dict[str, object]


class ResponseModel(BaseModel):
    title: str | None
    rows: list[Row]
    empty: list[Row]


async def test_large_response_equals_the_json_of_the_model() -> None:
    row = Row(name='a "quoted" ü\u2028 one', notes=["x", "\U0001f600"], inner={"a": [1, None, {"b": 0.5}]})
    model = ResponseModel(title=None, rows=[row] * 3_000, empty=[])
    response = await large_response(model)
    assert isinstance(response, StreamingResponse)
    pieces = [bytes(piece) async for piece in response.body_iterator if not isinstance(piece, str)]
    assert len(pieces) > 1
    assert b"".join(pieces) == model.model_dump_json().encode()
    assert response.headers["content-length"] == str(sum(map(len, pieces)))


def request(body: bytes) -> JsonRequest:
    scope: Scope = {"type": "http", "method": "POST", "path": "/", "headers": []}

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return JsonRequest(scope, receive)


@pytest.mark.parametrize("text", ['{"a": [1, 2.5, "ü", null]}', '{"a": NaN}', '"\\ud800"', "5"])
async def test_json_body_is_parsed(text: str) -> None:
    assert repr(await request(text.encode()).json()) == repr(json.loads(text))


@pytest.mark.parametrize("body", [b"{", b"\xff", b"[" * 100_000])
async def test_non_json_body_is_rejected(body: bytes) -> None:
    with pytest.raises((ValueError, RecursionError)):
        await request(body).json()


def test_garbage_collection_resumes_after_the_last_nested_block() -> None:
    with gc_paused():
        with gc_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


async def test_garbage_collection_runs_while_a_body_is_being_received() -> None:
    router = APIRouter(route_class=LargeRoute)
    gc_states: list[tuple[str, bool]] = []

    @router.post("/rows")
    async def take(body: list[int]) -> int:
        gc_states.append(("handled", gc.isenabled()))
        return sum(body)

    async def receive() -> Message:
        gc_states.append(("received", gc.isenabled()))
        is_first = len(gc_states) == 1
        return {"type": "http.request", "body": b"[1," if is_first else b"2]", "more_body": is_first}

    async def send(message: Message) -> None:
        gc_states.append((str(message.get("status", message.get("body"))), gc.isenabled()))

    app = FastAPI()
    app.include_router(router)
    headers = [(b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/rows", "headers": headers, "query_string": b""}
    await app(scope, receive, send)
    assert gc_states == [("received", True), ("received", True), ("handled", False), ("200", True), ("b'3'", True)]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
async def test_body_in_another_encoding_is_refused(encoding: str) -> None:
    # A byte of this character equals a quotation mark, after which no value would be counted.
    with pytest.raises(ValueError, match=r"decode|Expecting"):
        await request('{"text": "\u2230", "rows": []}'.encode(encoding)).json()
