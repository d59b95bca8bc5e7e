"""Regexes that would take too long for each message are refused, and slow ones are matched outside the event loop."""

import json
import threading
from typing import Any

import pytest
from httpx import Response

from greenroom.features.filters.engine import FilterEngine
from support.filters import FilterChannel, filter_body
from support.greenroom_server import Json, error_fields, refusal

SLOW = [{"kind": "regex", "text": f"(a).{{1,200}}b.{{1,200}}z{number}"} for number in range(83)]


def with_terms(terms: list[Json]) -> Json:
    return filter_body("banned_terms", settings={"terms": terms})


async def test_regexes_that_take_too_long_together_are_refused(channel: FilterChannel) -> None:
    response = await channel.send("POST", "/filters", **with_terms(SLOW))
    assert refusal(response) == (422, "invalid")
    (field,) = error_fields(response)
    # The error names the first regex with which the list is too slow.
    number = int(field.removeprefix("settings.terms.").removesuffix(".text"))
    assert f"“{SLOW[number]['text']}” makes matching too slow" in response.json()["message"]
    assert await channel.filters() == []


async def test_terms_that_are_too_slow_are_refused_for_a_saved_filter(channel: FilterChannel) -> None:
    usual = await channel.make("banned_terms", settings={"terms": [{"kind": "regex", "text": r"free\s+viewers"}]})
    response = await channel.send("PUT", f"/filters/{usual['id']}/terms", terms=SLOW)
    assert (refusal(response), len(error_fields(response))) == ((422, "invalid"), 1)
    again = await channel.send(
        "PUT", f"/filters/{usual['id']}/terms", terms=[{"kind": "regex", "text": "cheap.*views"}]
    )
    assert again.json()["count"] == 1


async def test_file_with_slow_regexes_is_refused(channel: FilterChannel) -> None:
    terms = "".join(f"    - {{kind: regex, text: '{one['text']}'}}\n" for one in SLOW)
    content = f"greenroom: 1\nfilters:\n- name: Slow\n  type: banned_terms\n  settings:\n    terms:\n{terms}"
    response = await channel.send("POST", "/channel-file/apply", content=content)
    assert refusal(response) == (422, "invalid")
    assert "makes matching too slow" in response.json()["message"]


def filter_of(name: str, regexes: list[str]) -> Json:
    terms = [{"kind": "regex", "text": text} for text in regexes]
    return {"type": "banned_terms", "name": name, "settings": {"terms": terms}}


async def apply_filters(channel: FilterChannel, *filters: Json, remove_missing: bool = False) -> Response:
    content = json.dumps({"greenroom": 2, "filters": filters})
    return await channel.send("POST", "/channel-file/apply", content=content, remove_missing=remove_missing)


def slow_filter(name: str) -> Json:
    """A filter that takes more than half of the time that a channel has for matching."""
    return filter_of(name, [f"!{'.{1,100}' * 12}#{name}"])


async def test_slow_regexes_are_matched_in_a_thread(channel: FilterChannel, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []
    evaluate = FilterEngine.evaluate

    def evaluate_and_record(engine: FilterEngine, *arguments: Any) -> object:  # noqa: ANN401  # passed through
        threads.append(threading.current_thread().name)
        return evaluate(engine, *arguments)

    monkeypatch.setattr(FilterEngine, "evaluate", evaluate_and_record)
    await channel.connect("twitch")
    assert (await apply_filters(channel, slow_filter("Slow"))).status_code == 200
    await channel.send_chat("hello there")
    assert [name.partition("_")[0] for name in threads] == ["matching"]


async def test_limit_of_a_file_includes_filters_that_the_file_leaves_unchanged(channel: FilterChannel) -> None:
    assert (await apply_filters(channel, slow_filter("First"))).status_code == 200
    response = await apply_filters(channel, slow_filter("Second"))
    assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["filters"])
    assert "makes matching too slow" in response.json()["message"]
    assert [one["name"] for one in await channel.filters()] == ["First"]


async def test_terms_are_refused_if_they_are_too_slow_together_with_another_filter(channel: FilterChannel) -> None:
    assert (await apply_filters(channel, slow_filter("First"))).status_code == 200
    usual = await channel.make("banned_terms", settings={"terms": [{"kind": "regex", "text": r"free\s+viewers"}]})
    response = await channel.send("PUT", f"/filters/{usual['id']}/terms", **slow_filter("Second")["settings"])
    assert (refusal(response), len(error_fields(response))) == ((422, "invalid"), 1)


async def test_limit_of_a_file_excludes_filters_that_the_file_replaces_or_removes(channel: FilterChannel) -> None:
    assert (await apply_filters(channel, slow_filter("First"))).status_code == 200
    changed = {**slow_filter("Second"), "name": "first"}
    assert (await apply_filters(channel, changed)).status_code == 200
    assert (await apply_filters(channel, slow_filter("Third"), remove_missing=True)).status_code == 200
    usual = filter_of("Usual", [r"free\s+viewers"])
    assert (await apply_filters(channel, usual)).status_code == 200
    assert {one["name"] for one in await channel.filters()} == {"Third", "Usual"}


async def test_file_is_refused_if_all_regexes_together_are_too_large(channel: FilterChannel) -> None:
    def large(name: str) -> Json:
        return filter_of(name, [rf"^{name}{number}\pL$" for number in range(9)])

    assert (await apply_filters(channel, large("First"))).status_code == 200
    response = await apply_filters(channel, large("Second"))
    assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["filters"])
    assert "makes matching too slow" in response.json()["message"]
    response = await apply_filters(channel, large("Second"), large("Third"), remove_missing=True)
    assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["filters"])
