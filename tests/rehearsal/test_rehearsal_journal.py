"""The journal of requests keeps to its length."""

from starlette.types import Scope

from rehearsal.journal import Journal


def request_to(path: str) -> Scope:
    return {"type": "http", "method": "GET", "path": path, "query_string": b"a=1&b=2&a=3", "headers": []}


def test_the_last_five_hundred_are_kept() -> None:
    journal = Journal()
    for number in range(501):
        journal.write(request_to(f"/twitch/{number}"), b"", 200)
    records = journal.read()
    assert len(records) == 500
    assert (records[0]["path"], records[-1]["path"]) == ("/twitch/1", "/twitch/500")


def test_a_repeated_name_is_written_once() -> None:
    journal = Journal()
    journal.write(request_to("/twitch"), b"", 200)
    assert journal.read()[0]["query_keys"] == ["a", "b"]
