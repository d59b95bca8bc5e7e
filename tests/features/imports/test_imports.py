"""A channel of another bot moves here: what maps is shown before anything is written."""

import asyncio
import json
from typing import Any

import pytest

from support import nightbot_channel
from support.commands import CommandEditor
from support.greenroom_server import ApiClient, GreenroomServer, Json, blamed
from support.server_fixtures import on_one_database

STREAMS = ("twitch", "youtube", "kick", "tiktok")


@pytest.fixture
def editor(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> CommandEditor:
    return CommandEditor(greenroom, owner, channel_id)


async def review(editor: CommandEditor, content: str, source: str = "nightbot") -> Json:
    answer = await editor.send("POST", "/imports/review", source=source, content=content)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def take(editor: CommandEditor, rows: list[Json], conflicts: str = "skip", source: str = "nightbot") -> Json:
    chosen = [{"kind": row["kind"], "entry": row["entry"], "conflicts": conflicts} for row in rows]
    answer = await editor.send("POST", "/imports", source=source, rows=chosen)
    assert answer.status_code == 200, answer.text
    return answer.json()


def nightbot(*commands: tuple[str, str]) -> str:
    return json.dumps({"commands": [{"name": name, "message": message} for name, message in commands]})


async def preview(editor: CommandEditor, command: Json) -> Json:
    answer = await editor.send(
        "POST",
        "/previews",
        text=command["responses"][0]["text"],
        kind="command",
        response_type=command["response_type"],
        level=500,
        viewer_name="Juno",
        arguments="Robin snow now please",
        command_id=command["id"],
        command_name=command["cmds"][0],
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def shown(row: Json) -> str:
    return row["entry"]["responses"][0]["text"]


@on_one_database
@pytest.mark.rows("P6")
async def test_nightbot_channel_of_a_hundred_commands_moves_and_every_command_answers(editor: CommandEditor) -> None:
    await editor.connect(*STREAMS)
    await editor.send("DELETE", "/starter-commands")
    found = await review(editor, nightbot_channel.export())
    assert found["counts"] == {"full": 69, "changed": 22, "cannot": 8}
    assert not found["ignored"]
    # Three more are further names of others.
    assert len(found["rows"]) == len(nightbot_channel.LISTED) + len(nightbot_channel.ALIASES) - 3 + 2

    done = await take(editor, [row for row in found["rows"] if row["maps"] != "cannot"])
    assert (done["added"], done["failed"], done["skipped"]) == (91, 0, 0)
    commands = await editor.listed(limit=500)
    assert len(commands) == 89
    assert len((await editor.client.get(f"{editor.path}/timers"))["records"]) == 2
    for command in commands:
        trial = await preview(editor, command)
        assert not [one for one in trial["problems"] if one["severity"] == "error"], command
        lines = {line["provider"]: line for line in trial["lines"]}
        assert set(lines) == set(STREAMS)
        for provider in ("twitch", "youtube", "kick"):
            assert lines[provider]["parts"], (command["cmds"], provider, lines[provider])


async def test_what_cannot_be_had_cannot_be_written_until_it_is_changed(editor: CommandEditor) -> None:
    found = await review(editor, nightbot(("!calc", "$(eval $(query))"), ("!ban", "/ban $(1)")))
    assert [(row["maps"], bool(row["problems"])) for row in found["rows"]] == [("cannot", True), ("cannot", True)]
    done = await take(editor, found["rows"])
    assert (done["failed"], done["version_id"]) == (2, None)
    assert "no variable" in done["rows"][0]["detail"]
    row = found["rows"][0]
    row["entry"]["responses"][0]["text"] = "$(math $(query))"
    assert (await take(editor, [row]))["added"] == 1


@on_one_database
async def test_review_writes_nothing_and_says_what_is_there_already(editor: CommandEditor) -> None:
    await editor.make("!hug", "mine")
    before = await editor.listed()
    found = await review(editor, nightbot(("!HUG", "theirs"), ("!new", "hi"), ("!new", "again")))
    assert [row["clashes"] for row in found["rows"]] == [["!hug"], [], []]
    assert [row["repeats"] for row in found["rows"]] == [False, False, True]
    assert await editor.listed() == before


@pytest.mark.parametrize(
    ("conflicts", "outcome", "name", "texts"),
    [
        ("skip", "skipped", "", {"!hug": "mine"}),
        ("rename", "renamed", "!HUG2", {"!hug": "mine", "!HUG2": "theirs"}),
        ("replace", "replaced", "!HUG", {"!HUG": "theirs"}),
    ],
)
async def test_taken_name_is_left_alone_numbered_or_replaced(
    editor: CommandEditor, conflicts: str, outcome: str, name: str, texts: dict[str, str]
) -> None:
    await editor.send("DELETE", "/starter-commands")
    mine = await editor.make("!hug", "mine")
    found = await review(editor, nightbot(("!HUG", "theirs")))
    done = await take(editor, found["rows"], conflicts)
    assert (done["rows"][0]["outcome"], done["rows"][0]["name"]) == (outcome, name)
    kept = {one["cmds"][0]: one for one in await editor.listed()}
    assert {key: one["responses"][0]["text"] for key, one in kept.items()} == texts
    assert mine["id"] in {one["id"] for one in kept.values()}


async def test_replacing_removes_a_command_that_only_shares_a_further_name(editor: CommandEditor) -> None:
    await editor.send("DELETE", "/starter-commands")
    await editor.make("!greet", "mine", cmds=["!greet", "!hi"])
    row = {"kind": "commands", "entry": {"cmds": ["!hi"], "responses": [{"text": "theirs"}]}}
    done = await take(editor, [row], "replace")
    assert done["rows"][0]["detail"] == "in place of !greet"
    assert [one["cmds"] for one in await editor.listed()] == [["!hi"]]


async def test_second_of_one_name_meets_the_first(editor: CommandEditor) -> None:
    found = await review(editor, nightbot(("!new", "one"), ("!new", "two"), ("!NEW", "three")))
    done = await take(editor, found["rows"], "rename")
    assert [row["name"] for row in done["rows"]] == ["!new", "!new2", "!NEW3"]


async def test_channel_is_as_before_when_the_version_is_restored(editor: CommandEditor) -> None:
    before = [one["cmds"] for one in await editor.listed()]
    found = await review(editor, nightbot(("!uptime", "mine now"), ("!new", "hi")))
    done = await take(editor, found["rows"], "replace")
    answer = await editor.send("POST", f"/channel-versions/{done['version_id']}/restore")
    assert answer.status_code == 200, answer.text
    assert [one["cmds"] for one in await editor.listed()] == before


async def test_chat_is_answered_with_what_was_taken_over(editor: CommandEditor) -> None:
    await editor.connect("twitch")
    found = await review(editor, nightbot(("!roll", "It shows $(eval ['six'][Math.floor(Math.random() * 1)])")))
    assert shown(found["rows"][0]) == 'It shows $(random.pick "six")'
    await take(editor, found["rows"])
    await editor.answer_to("!roll", "It shows six")


NO_EXPORTS: list[tuple[str, str, str]] = [
    ("nightbot", "", "no command"),
    ("nightbot", "   ", "no command"),
    ("nightbot", '{"commands": [', "not JSON from line 1"),
    ("nightbot", "[" * 100_000, "too deep"),
    ("nightbot", "[]", "no command"),
    ("nightbot", '[{"name": 5}]', "no name and text"),
    ("nightbot", '["!hi"]', "is no object"),
    ("streamelements", '{"commands": {"a": 1}}', "no command"),
    ("tbot", "just words", "line 1"),
    ("nightbot", json.dumps([{"name": f"!c{at}", "message": "x"} for at in range(10_001)]), "more than 10,000"),
]


@on_one_database
async def test_what_is_no_export_is_refused_with_the_reason(editor: CommandEditor) -> None:
    for source, content, words in NO_EXPORTS:
        answer = await editor.send("POST", "/imports/review", source=source, content=content)
        assert answer.status_code == 422, source
        assert blamed(answer) == ["content"], source
        assert words in answer.json()["message"], source


@on_one_database
async def test_more_than_two_million_characters_are_refused(editor: CommandEditor) -> None:
    answer = await editor.send("POST", "/imports/review", source="nightbot", content="x" * 2_000_001)
    assert (answer.status_code, blamed(answer)) == (422, ["content"])


@on_one_database
async def test_entry_that_is_anything_is_a_failed_row_and_no_failure(editor: CommandEditor) -> None:
    rows: list[Any] = [
        {"kind": "commands", "entry": {}},
        {"kind": "commands", "entry": {"cmds": [5, None], "responses": "x"}},
        {"kind": "commands", "entry": {"cmds": ["!a b"], "responses": [{"text": "x\u202ey"}]}},
        {"kind": "timers", "entry": {"name": None}},
        {"kind": "quotes", "entry": {"text": [], "number": "x"}},
        {"kind": "quotes", "entry": {"text": "fine"}},
    ]
    answer = await editor.send("POST", "/imports", source="tbot", rows=rows)
    assert answer.status_code == 200, answer.text
    assert [row["outcome"] for row in answer.json()["rows"]] == ["failed"] * 5 + ["added"]


@on_one_database
@pytest.mark.parametrize("value", ['"\\ud800"', '"\\u0000"', "[" * 50 + "]" * 50])
async def test_what_no_answer_could_show_is_refused_by_its_field(editor: CommandEditor, value: str) -> None:
    body = f'{{"source": "tbot", "rows": [{{"kind": "commands", "entry": {{"a": {{"b": {value}}}}}}}]}}'
    headers = {"Content-Type": "application/json"}
    answer = await editor.client.ask("POST", f"{editor.path}/imports", content=body, headers=headers)
    assert (answer.status_code, blamed(answer)) == (422, ["rows.0.entry"])


@on_one_database
async def test_moderators_may_not_import(greenroom: GreenroomServer, editor: CommandEditor) -> None:
    mod = await greenroom.staff("odalys_", editor.channel_id, 7)
    answer = await editor.send("POST", "/imports/review", by=mod, source="nightbot", content="!a b")
    assert answer.status_code == 403
    staff_editor = await greenroom.staff("odalys_", editor.channel_id, 100)
    answer = await editor.send("POST", "/imports/review", by=staff_editor, source="nightbot", content="!a b")
    assert answer.status_code == 200


@on_one_database
async def test_two_imports_at_once_leave_each_name_with_one_command(editor: CommandEditor) -> None:
    found = await review(editor, nightbot(*((f"!c{at}", "x") for at in range(50))))
    done = await asyncio.gather(take(editor, found["rows"]), take(editor, found["rows"]))
    assert sorted(one["added"] for one in done) == [0, 50]
