"""Regexes of commands that would take too long for each message are refused."""

import json

import pytest
from httpx import Response

from support.commands import CommandEditor
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal

SLOW = [{"kind": "regex", "text": f"(a).{{1,200}}b.{{1,200}}z{number}"} for number in range(80)]


@pytest.fixture
def editor(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> CommandEditor:
    return CommandEditor(greenroom, owner, channel_id)


def command(name: str, patterns: list[Json]) -> Json:
    return {"cmds": [name], "patterns": patterns, "responses": [{"text": "x"}]}


async def test_regexes_of_all_commands_count(editor: CommandEditor) -> None:
    responses = [await editor.send("POST", "/commands", **command("!first", SLOW[:5]))]
    while responses[-1].status_code == 201:
        at = len(responses) * 10
        responses.append(await editor.send("POST", "/commands", **command(f"!c{at}", SLOW[at : at + 10])))
    assert refusal(responses[-1]) == (422, "invalid")
    assert "makes matching too slow" in responses[-1].json()["message"]
    (field,) = error_fields(responses[-1])
    assert field.startswith("patterns.")


def entry(at: int) -> str:
    pattern = f"{{kind: regex, text: '{SLOW[at]['text']}'}}"
    return f"- cmds: ['!c{at}']\n  patterns: [{pattern}]\n  responses: [{{text: x}}]\n"


async def test_file_with_slow_patterns_is_refused(editor: CommandEditor) -> None:
    content = "greenroom: 1\ncommands:\n" + "".join(map(entry, range(len(SLOW))))
    response = await editor.send("POST", "/channel-file/apply", content=content)
    assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["commands"])


def half_of_budget(name: str) -> list[Json]:
    """More than half of the time that a channel has, by the number of counted positions alone."""
    return [{"kind": "regex", "text": f"^!{'.{1,100}' * 3}#{name}{number}"} for number in range(9)]


async def test_file_counts_the_commands_that_it_leaves_unchanged(editor: CommandEditor) -> None:
    async def apply(name: str, *, remove_missing: bool = False) -> Response:
        content = json.dumps({"greenroom": 2, "commands": [command(name, half_of_budget(name))]})
        return await editor.send("POST", "/channel-file/apply", content=content, remove_missing=remove_missing)

    assert (await apply("!first")).status_code == 200
    response = await apply("!second")
    assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["commands"])
    assert "makes matching too slow" in response.json()["message"]
    assert await editor.list_commands(q="!second") == []
    assert (await apply("!second", remove_missing=True)).status_code == 200
    assert await editor.list_commands(q="!first") == []


async def test_import_counts_the_commands_of_the_channel(editor: CommandEditor) -> None:
    made = await editor.send("POST", "/commands", **command("!first", half_of_budget("first")))
    assert made.status_code == 201

    async def merge(name: str, conflicts: str) -> Response:
        row = {"kind": "commands", "entry": command(name, half_of_budget("new")), "conflicts": conflicts}
        return await editor.send("POST", "/imports", source="nightbot", rows=[row])

    response = await merge("!second", "skip")
    assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["commands"])
    assert (await merge("!first", "replace")).status_code == 200
