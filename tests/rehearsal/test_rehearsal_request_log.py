"""The request log: its length and the names of parameters."""

from starlette.types import Scope

from rehearsal.network.request_log import RequestLog


def request_to(path: str) -> Scope:
    return {"type": "http", "method": "GET", "path": path, "query_string": b"a=1&b=2&a=3", "headers": []}


def test_the_last_five_hundred_requests_are_kept() -> None:
    request_log = RequestLog()
    for number in range(501):
        request_log.write(request_to(f"/twitch/{number}"), b"", 200)
    records = request_log.read()
    assert len(records) == 500
    assert (records[0]["path"], records[-1]["path"]) == ("/twitch/1", "/twitch/500")


def test_a_repeated_query_parameter_is_logged_once() -> None:
    request_log = RequestLog()
    request_log.write(request_to("/twitch"), b"", 200)
    assert request_log.read()[0]["query_keys"] == ["a", "b"]
