"""Each call that changes a channel writes a line with author, old and new values, or is listed with a reason."""

import re
from typing import Any, cast

from access.expected_permissions import CALLS, CHANNEL
from audit_log.recorded_calls import NOT_RECORDED, RECORDED, RECORDED_ELSEWHERE, Case

from support.audit_log import AuditedChannel, values
from support.greenroom_server import Json

READ_METHODS = {"GET", "HEAD", "WS"}


def without_names(call: str) -> str:
    """The call without the names of the parameters in its path."""
    return re.sub(r"\{[^}]*\}", "{}", call)


def test_every_call_is_recorded_or_has_a_reason() -> None:
    changing = {
        without_names(f"{method} {path.replace(CHANNEL, '…')}")
        for method, path, _ in CALLS
        if method not in READ_METHODS and path.startswith(CHANNEL)
    }
    recorded = {case.call.replace("roulette", "{}") for case in RECORDED}
    known = {without_names(call) for call in (*recorded, *RECORDED_ELSEWHERE, *NOT_RECORDED)}
    assert changing - known == set(), "these calls need a line in recorded_calls.py"
    assert known - changing == set(), "these calls no longer exist"


def fill_in_ids(value: Any, ids: dict[str, str]) -> Any:  # noqa: ANN401  # JSON
    """The value with each `{name}` replaced by the id that is stored under this name."""
    if isinstance(value, str):
        return value.format_map(ids) if re.fullmatch(r".*\{\w+\}.*", value) else value
    if isinstance(value, list):
        return [fill_in_ids(one, ids) for one in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {name: fill_in_ids(one, ids) for name, one in cast("Json", value).items()}
    return value


async def test_each_call_writes_its_line(channel: AuditedChannel) -> None:
    offered = (await channel.client.get("/command-templates"))["records"]
    ids = {"template": next(one["id"] for one in offered if "!slots" in one["names"])}
    for case in RECORDED:
        answer, entry = await make_call(channel, case, ids)
        ids |= {case.id_name: answer["id"]} if case.id_name else {}
        ids |= {"version": answer["version_id"]} if answer.get("version_id") else {}
        field, old, new = case.changed
        assert (entry["section"], entry["title"]) == (case.section, case.title), case.call
        assert values(entry).get(field) == (old, new), (case.call, entry["fields"])
        assert (entry["author"]["kind"], entry["author"]["name"]) == ("person", "JunoPlays"), case.call


async def make_call(channel: AuditedChannel, case: Case, ids: dict[str, str]) -> tuple[Json, Json]:
    """Makes the call; returns its answer and the new line of the audit log."""
    method, path = case.call.format_map(ids).replace("…/", "").split(" ", 1)
    before = {one["id"] for one in await channel.log(per_page=100)}
    parts = {} if case.body is None else {"json": fill_in_ids(case.body, ids)}
    answer = cast("object", await channel.change(method, path, **parts))
    lines = [one for one in await channel.log(per_page=100) if one["id"] not in before]
    assert lines, f"{case.call} wrote no line"
    matching = [one for one in lines if one["title"] == case.title]
    return cast("Json", answer) if isinstance(answer, dict) else {}, (matching or lines)[0]
