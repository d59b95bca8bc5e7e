"""A channel of another bot moves here: what maps is shown before anything is written."""

import asyncio
import json
from typing import Any

import pytest

import nightbot_channel
from command_desk import CommandDesk
from house import House, Json, Visitor, blamed
from house_fixtures import on_one_database

STREAMS = ("twitch", "youtube", "kick", "tiktok")


@pytest.fixture
def desk(house: House, owner: Visitor, channel_id: str) -> CommandDesk:
    return CommandDesk(house, owner, channel_id)


async def review(desk: CommandDesk, content: str, source: str = "nightbot") -> Json:
    answer = await desk.send("POST", "/imports/review", source=source, content=content)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def take(desk: CommandDesk, rows: list[Json], conflicts: str = "skip", source: str = "nightbot") -> Json:
    chosen = [{"kind": row["kind"], "entry": row["entry"], "conflicts": conflicts} for row in rows]
    answer = await desk.send("POST", "/imports", source=source, rows=chosen)
    assert answer.status_code == 200, answer.text
    return answer.json()


def nightbot(*commands: tuple[str, str]) -> str:
    return json.dumps({"commands": [{"name": name, "message": message} for name, message in commands]})


async def preview(desk: CommandDesk, command: Json) -> Json:
    answer = await desk.send(
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
async def test_nightbot_channel_of_a_hundred_commands_moves_and_every_command_answers(desk: CommandDesk) -> None:
    await desk.connect(*STREAMS)
    await desk.send("DELETE", "/starter-commands")
    found = await review(desk, nightbot_channel.export())
    assert found["counts"] == {"full": 69, "changed": 22, "cannot": 8}
    assert not found["ignored"]
    # Three more are further names of others.
    assert len(found["rows"]) == len(nightbot_channel.LISTED) + len(nightbot_channel.ALIASES) - 3 + 2

    done = await take(desk, [row for row in found["rows"] if row["maps"] != "cannot"])
    assert (done["added"], done["failed"], done["skipped"]) == (91, 0, 0)
    commands = await desk.listed(limit=500)
    assert len(commands) == 89
    assert len((await desk.visitor.get(f"{desk.path}/timers"))["records"]) == 2
    for command in commands:
        trial = await preview(desk, command)
        assert not [one for one in trial["problems"] if one["severity"] == "error"], command
        lines = {line["provider"]: line for line in trial["lines"]}
        assert set(lines) == set(STREAMS)
        for provider in ("twitch", "youtube", "kick"):
            assert lines[provider]["parts"], (command["cmds"], provider, lines[provider])


async def test_what_cannot_be_had_cannot_be_written_until_it_is_changed(desk: CommandDesk) -> None:
    found = await review(desk, nightbot(("!calc", "$(eval $(query))"), ("!ban", "/ban $(1)")))
    assert [(row["maps"], bool(row["problems"])) for row in found["rows"]] == [("cannot", True), ("cannot", True)]
    done = await take(desk, found["rows"])
    assert (done["failed"], done["version_id"]) == (2, None)
    assert "no variable" in done["rows"][0]["detail"]
    row = found["rows"][0]
    row["entry"]["responses"][0]["text"] = "$(math $(query))"
    assert (await take(desk, [row]))["added"] == 1


@on_one_database
async def test_review_writes_nothing_and_says_what_is_there_already(desk: CommandDesk) -> None:
    await desk.make("!hug", "mine")
    before = await desk.listed()
    found = await review(desk, nightbot(("!HUG", "theirs"), ("!new", "hi"), ("!new", "again")))
    assert [row["clashes"] for row in found["rows"]] == [["!hug"], [], []]
    assert [row["repeats"] for row in found["rows"]] == [False, False, True]
    assert await desk.listed() == before


@pytest.mark.parametrize(
    ("conflicts", "outcome", "name", "texts"),
    [
        ("skip", "skipped", "", {"!hug": "mine"}),
        ("rename", "renamed", "!HUG2", {"!hug": "mine", "!HUG2": "theirs"}),
        ("replace", "replaced", "!HUG", {"!HUG": "theirs"}),
    ],
)
async def test_taken_name_is_left_alone_numbered_or_replaced(
    desk: CommandDesk, conflicts: str, outcome: str, name: str, texts: dict[str, str]
) -> None:
    await desk.send("DELETE", "/starter-commands")
    mine = await desk.make("!hug", "mine")
    found = await review(desk, nightbot(("!HUG", "theirs")))
    done = await take(desk, found["rows"], conflicts)
    assert (done["rows"][0]["outcome"], done["rows"][0]["name"]) == (outcome, name)
    kept = {one["cmds"][0]: one for one in await desk.listed()}
    assert {key: one["responses"][0]["text"] for key, one in kept.items()} == texts
    assert mine["id"] in {one["id"] for one in kept.values()}


async def test_replacing_removes_a_command_that_only_shares_a_further_name(desk: CommandDesk) -> None:
    await desk.send("DELETE", "/starter-commands")
    await desk.make("!greet", "mine", cmds=["!greet", "!hi"])
    row = {"kind": "commands", "entry": {"cmds": ["!hi"], "responses": [{"text": "theirs"}]}}
    done = await take(desk, [row], "replace")
    assert done["rows"][0]["detail"] == "in place of !greet"
    assert [one["cmds"] for one in await desk.listed()] == [["!hi"]]


async def test_second_of_one_name_meets_the_first(desk: CommandDesk) -> None:
    found = await review(desk, nightbot(("!new", "one"), ("!new", "two"), ("!NEW", "three")))
    done = await take(desk, found["rows"], "rename")
    assert [row["name"] for row in done["rows"]] == ["!new", "!new2", "!NEW3"]


async def test_channel_is_as_before_when_the_version_is_restored(desk: CommandDesk) -> None:
    before = [one["cmds"] for one in await desk.listed()]
    found = await review(desk, nightbot(("!uptime", "mine now"), ("!new", "hi")))
    done = await take(desk, found["rows"], "replace")
    answer = await desk.send("POST", f"/channel-versions/{done['version_id']}/restore")
    assert answer.status_code == 200, answer.text
    assert [one["cmds"] for one in await desk.listed()] == before


async def test_chat_is_answered_with_what_was_taken_over(desk: CommandDesk) -> None:
    await desk.connect("twitch")
    found = await review(desk, nightbot(("!roll", "It shows $(eval ['six'][Math.floor(Math.random() * 1)])")))
    assert shown(found["rows"][0]) == 'It shows $(random.pick "six")'
    await take(desk, found["rows"])
    await desk.answer_to("!roll", "It shows six")


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
async def test_what_is_no_export_is_refused_with_the_reason(desk: CommandDesk) -> None:
    for source, content, words in NO_EXPORTS:
        answer = await desk.send("POST", "/imports/review", source=source, content=content)
        assert answer.status_code == 422, source
        assert blamed(answer) == ["content"], source
        assert words in answer.json()["message"], source


@on_one_database
async def test_more_than_two_million_characters_are_refused(desk: CommandDesk) -> None:
    answer = await desk.send("POST", "/imports/review", source="nightbot", content="x" * 2_000_001)
    assert (answer.status_code, blamed(answer)) == (422, ["content"])


@on_one_database
async def test_entry_that_is_anything_is_a_failed_row_and_no_failure(desk: CommandDesk) -> None:
    rows: list[Any] = [
        {"kind": "commands", "entry": {}},
        {"kind": "commands", "entry": {"cmds": [5, None], "responses": "x"}},
        {"kind": "commands", "entry": {"cmds": ["!a b"], "responses": [{"text": "x\u202ey"}]}},
        {"kind": "timers", "entry": {"name": None}},
        {"kind": "quotes", "entry": {"text": [], "number": "x"}},
        {"kind": "quotes", "entry": {"text": "fine"}},
    ]
    answer = await desk.send("POST", "/imports", source="tbot", rows=rows)
    assert answer.status_code == 200, answer.text
    assert [row["outcome"] for row in answer.json()["rows"]] == ["failed"] * 5 + ["added"]


@on_one_database
@pytest.mark.parametrize("value", ['"\\ud800"', '"\\u0000"', "[" * 50 + "]" * 50])
async def test_what_no_answer_could_show_is_refused_by_its_field(desk: CommandDesk, value: str) -> None:
    body = f'{{"source": "tbot", "rows": [{{"kind": "commands", "entry": {{"a": {{"b": {value}}}}}}}]}}'
    headers = {"Content-Type": "application/json"}
    answer = await desk.visitor.ask("POST", f"{desk.path}/imports", content=body, headers=headers)
    assert (answer.status_code, blamed(answer)) == (422, ["rows.0.entry"])


@on_one_database
async def test_moderators_may_not_import(house: House, desk: CommandDesk) -> None:
    mod = await house.staff("odalys_", desk.channel_id, 7)
    answer = await desk.send("POST", "/imports/review", by=mod, source="nightbot", content="!a b")
    assert answer.status_code == 403
    editor = await house.staff("odalys_", desk.channel_id, 100)
    answer = await desk.send("POST", "/imports/review", by=editor, source="nightbot", content="!a b")
    assert answer.status_code == 200


@on_one_database
async def test_two_imports_at_once_leave_each_name_with_one_command(desk: CommandDesk) -> None:
    found = await review(desk, nightbot(*((f"!c{at}", "x") for at in range(50))))
    done = await asyncio.gather(take(desk, found["rows"]), take(desk, found["rows"]))
    assert sorted(one["added"] for one in done) == [0, 50]
