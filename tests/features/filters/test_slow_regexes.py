"""Regexes that would take too long for each message are refused, and slow ones are matched outside the event loop."""

from support.filters import FilterEditor, filter_body
from support.greenroom_server import Json, error_fields, refusal

SLOW = [{"kind": "regex", "text": f"(a).{{1,200}}b.{{1,200}}z{number}"} for number in range(83)]


def with_terms(terms: list[Json]) -> Json:
    return filter_body("banned_terms", settings={"terms": terms})


async def test_regexes_that_take_too_long_together_are_refused(editor: FilterEditor) -> None:
    response = await editor.send("POST", "/filters", **with_terms(SLOW))
    assert refusal(response) == (422, "invalid")
    (field,) = error_fields(response)
    # The one with which all before it are too slow.
    number = int(field.removeprefix("settings.terms.").removesuffix(".text"))
    assert f"“{SLOW[number]['text']}” makes matching too slow" in response.json()["message"]
    assert await editor.filters() == []


async def test_regexes_of_the_other_filters_count(editor: FilterEditor) -> None:
    usual = await editor.make("banned_terms", settings={"terms": [{"kind": "regex", "text": r"free\s+viewers"}]})
    response = await editor.send("PUT", f"/filters/{usual['id']}/terms", terms=SLOW)
    assert (refusal(response), len(error_fields(response))) == ((422, "invalid"), 1)
    again = await editor.send("PUT", f"/filters/{usual['id']}/terms", terms=[{"kind": "regex", "text": "cheap.*views"}])
    assert again.json()["count"] == 1


async def test_file_with_slow_regexes_is_refused(editor: FilterEditor) -> None:
    terms = "".join(f"    - {{kind: regex, text: '{one['text']}'}}\n" for one in SLOW)
    content = f"greenroom: 1\nfilters:\n- name: Slow\n  type: banned_terms\n  settings:\n    terms:\n{terms}"
    response = await editor.send("POST", "/channel-file/apply", content=content)
    assert refusal(response) == (422, "invalid")
    assert "makes matching too slow" in response.json()["message"]
