"""Exports from other bots are reviewed, and the chosen rows are imported."""

import asyncio
import json
from typing import Any

import pytest

from support import nightbot_channel
from support.commands import CommandChannel
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields

STREAMS = ("twitch", "youtube", "kick", "tiktok")


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> CommandChannel:
    return CommandChannel(greenroom, owner, channel_id)


async def review(channel: CommandChannel, content: str, source: str = "nightbot") -> Json:
    answer = await channel.send("POST", "/imports/review", source=source, content=content)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def import_rows(
    channel: CommandChannel, rows: list[Json], conflicts: str = "skip", source: str = "nightbot"
) -> Json:
    chosen = [{"kind": row["kind"], "entry": row["entry"], "conflicts": conflicts} for row in rows]
    answer = await channel.send("POST", "/imports", source=source, rows=chosen)
    assert answer.status_code == 200, answer.text
    return answer.json()


def nightbot_export(*commands: tuple[str, str]) -> str:
    return json.dumps({"commands": [{"name": name, "message": message} for name, message in commands]})


async def test_review_proposes_to_replace_unchanged_default_commands(channel: CommandChannel) -> None:
    (changed,) = await channel.list_commands(q="!lurk")
    assert (await channel.save(changed, description="Mine now")).status_code == 200
    await channel.make("!own", "Mine")
    content = nightbot_export(("!uptime", "Up for a while"), ("!lurk", "Bye"), ("!own", "Theirs"), ("!new", "Hello"))
    rows = {row["key"]: row for row in (await review(channel, content))["rows"]}
    assert {name: bool(row["clashes"]) for name, row in rows.items()} == {
        "!uptime": True,
        "!lurk": True,
        "!own": True,
        "!new": False,
    }
    assert [name for name, row in rows.items() if row["replaces_starter"]] == ["!uptime"]


@pytest.mark.both_databases
async def test_imported_command_keeps_its_use_count(channel: CommandChannel) -> None:
    content = json.dumps({"commands": [{"name": "!deaths", "message": "Died $(count) times", "count": 431}]})
    (row,) = (await review(channel, content))["rows"]
    assert (row["use_count"], row["notes"]) == (431, ["Default cooldowns (none in the export)"])
    chosen = [{"kind": "commands", "entry": row["entry"], "conflicts": "skip", "use_count": row["use_count"]}]
    answer = await channel.send("POST", "/imports", source="nightbot", rows=chosen)
    assert answer.json()["added"] == 1, answer.text
    (stored,) = await channel.list_commands(q="!deaths")
    assert stored["use_count"] == 431


async def test_replaced_command_has_the_imported_use_count(channel: CommandChannel) -> None:
    await channel.make("!deaths", "Died $(count) times")
    entry = {"cmds": ["!deaths"], "responses": [{"text": "Theirs"}]}
    row = {"kind": "commands", "entry": entry, "conflicts": "replace", "use_count": 431}
    answer = await channel.send("POST", "/imports", source="nightbot", rows=[row])
    assert answer.json()["replaced"] == 1, answer.text
    (stored,) = await channel.list_commands(q="!deaths")
    assert (stored["use_count"], stored["responses"][0]["text"]) == (431, "Theirs")


async def test_skipped_command_keeps_its_own_use_count(channel: CommandChannel) -> None:
    await channel.make("!deaths", "Died $(count) times")
    entry = {"cmds": ["!deaths"], "responses": [{"text": "Theirs"}]}
    row = {"kind": "commands", "entry": entry, "conflicts": "skip", "use_count": 431}
    answer = await channel.send("POST", "/imports", source="nightbot", rows=[row])
    assert answer.json()["skipped"] == 1, answer.text
    (stored,) = await channel.list_commands(q="!deaths")
    assert stored["use_count"] == 0


async def preview(channel: CommandChannel, command: Json) -> Json:
    answer = await channel.send(
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


def response_text(row: Json) -> str:
    return row["entry"]["responses"][0]["text"]


@pytest.mark.rows("P6")
async def test_previews_of_every_imported_nightbot_command_show_a_response(channel: CommandChannel) -> None:
    await channel.connect(*STREAMS)
    await channel.send("DELETE", "/starter-commands")
    found = await review(channel, nightbot_channel.export())
    assert found["counts"] == {"full": 74, "changed": 17, "cannot": 8}
    assert not found["ignored"]
    # Three commands become aliases of other commands, and two rows are timers.
    assert len(found["rows"]) == len(nightbot_channel.COMMANDS) + len(nightbot_channel.ALIASES) - 3 + 2

    done = await import_rows(channel, [row for row in found["rows"] if row["maps"] != "cannot"])
    assert (done["added"], done["failed"], done["skipped"]) == (91, 0, 0)
    commands = await channel.list_commands(limit=500)
    assert len(commands) == 89
    assert len((await channel.client.get(f"{channel.path}/timers"))["records"]) == 2
    for command in commands:
        shown = await preview(channel, command)
        assert not [one for one in shown["problems"] if one["severity"] == "error"], command
        lines = {line["provider"]: line for line in shown["lines"]}
        assert set(lines) == set(STREAMS)
        for provider in ("twitch", "youtube", "kick"):
            assert lines[provider]["parts"], (command["cmds"], provider, lines[provider])


async def test_unsupported_command_cannot_be_imported_until_it_is_edited(channel: CommandChannel) -> None:
    found = await review(channel, nightbot_export(("!calc", "$(eval $(query))"), ("!ban", "/ban $(1)")))
    assert [(row["maps"], bool(row["problems"])) for row in found["rows"]] == [("cannot", True), ("cannot", True)]
    done = await import_rows(channel, found["rows"])
    assert (done["failed"], done["version_id"]) == (2, None)
    assert "Unknown variable" in done["rows"][0]["detail"]
    row = found["rows"][0]
    row["entry"]["responses"][0]["text"] = "$(math $(query))"
    assert (await import_rows(channel, [row]))["added"] == 1


async def test_review_saves_nothing_and_reports_conflicts(channel: CommandChannel) -> None:
    await channel.make("!hug", "mine")
    before = await channel.list_commands()
    found = await review(channel, nightbot_export(("!HUG", "theirs"), ("!new", "hi"), ("!new", "again")))
    assert [row["clashes"] for row in found["rows"]] == [["!hug"], [], []]
    assert [row["repeats"] for row in found["rows"]] == [False, False, True]
    assert await channel.list_commands() == before


@pytest.mark.parametrize(
    ("conflicts", "outcome", "name", "texts"),
    [
        ("skip", "skipped", "", {"!hug": "mine"}),
        ("rename", "renamed", "!HUG2", {"!hug": "mine", "!HUG2": "theirs"}),
        ("replace", "replaced", "!HUG", {"!HUG": "theirs"}),
    ],
)
async def test_conflicting_command_is_skipped_renamed_or_replaced(
    channel: CommandChannel, conflicts: str, outcome: str, name: str, texts: dict[str, str]
) -> None:
    await channel.send("DELETE", "/starter-commands")
    existing = await channel.make("!hug", "mine")
    found = await review(channel, nightbot_export(("!HUG", "theirs")))
    done = await import_rows(channel, found["rows"], conflicts)
    assert (done["rows"][0]["outcome"], done["rows"][0]["name"]) == (outcome, name)
    stored = {one["cmds"][0]: one for one in await channel.list_commands()}
    assert {key: one["responses"][0]["text"] for key, one in stored.items()} == texts
    assert existing["id"] in {one["id"] for one in stored.values()}


async def test_replace_removes_a_command_that_shares_an_alias(channel: CommandChannel) -> None:
    await channel.send("DELETE", "/starter-commands")
    await channel.make("!greet", "mine", cmds=["!greet", "!hi"])
    row = {"kind": "commands", "entry": {"cmds": ["!hi"], "responses": [{"text": "theirs"}]}}
    done = await import_rows(channel, [row], "replace")
    assert done["rows"][0]["detail"] == "replaces !greet"
    assert [one["cmds"] for one in await channel.list_commands()] == [["!hi"]]


async def test_duplicates_within_an_import_are_renamed(channel: CommandChannel) -> None:
    found = await review(channel, nightbot_export(("!new", "one"), ("!new", "two"), ("!NEW", "three")))
    done = await import_rows(channel, found["rows"], "rename")
    assert [row["name"] for row in done["rows"]] == ["!new", "!new2", "!NEW3"]


async def test_restoring_the_version_before_an_import_undoes_the_import(channel: CommandChannel) -> None:
    before = [one["cmds"] for one in await channel.list_commands()]
    found = await review(channel, nightbot_export(("!uptime", "mine now"), ("!new", "hi")))
    done = await import_rows(channel, found["rows"], "replace")
    answer = await channel.send("POST", f"/channel-versions/{done['version_id']}/restore")
    assert answer.status_code == 200, answer.text
    assert [one["cmds"] for one in await channel.list_commands()] == before


async def test_imported_command_responds_in_chat(channel: CommandChannel) -> None:
    await channel.connect("twitch")
    found = await review(channel, nightbot_export(("!roll", "It shows $(eval ['six'][Math.floor(Math.random() * 1)])")))
    assert response_text(found["rows"][0]) == 'It shows $(random.pick "six")'
    await import_rows(channel, found["rows"])
    await channel.send_and_await_response("!roll", "It shows six")


INVALID_EXPORTS: list[tuple[str, str, str]] = [
    ("nightbot", "", "contains no"),
    ("nightbot", "   ", "contains no"),
    ("nightbot", '{"commands": [', "not valid JSON (line 1"),
    ("nightbot", "[" * 100_000, "too many levels"),
    ("nightbot", "[]", "contains no"),
    ("nightbot", '[{"name": 5}]', "no name or text"),
    ("nightbot", '["!hi"]', "not an object"),
    ("streamelements", '{"commands": {"a": 1}}', "contains no"),
    ("tbot", "just words", "line 1"),
    ("nightbot", json.dumps([{"name": f"!c{number}", "message": "x"} for number in range(10_001)]), "more than 10,000"),
]


async def test_content_that_is_not_an_export_is_rejected_with_the_reason(channel: CommandChannel) -> None:
    for source, content, reason in INVALID_EXPORTS:
        answer = await channel.send("POST", "/imports/review", source=source, content=content)
        assert answer.status_code == 422, source
        assert error_fields(answer) == ["content"], source
        assert reason in answer.json()["message"], source


async def test_export_of_more_than_two_million_characters_is_rejected(channel: CommandChannel) -> None:
    answer = await channel.send("POST", "/imports/review", source="nightbot", content="x" * 2_000_001)
    assert (answer.status_code, error_fields(answer)) == (422, ["content"])


async def test_invalid_rows_fail_and_the_others_are_imported(channel: CommandChannel) -> None:
    rows: list[Any] = [
        {"kind": "commands", "entry": {}},
        {"kind": "commands", "entry": {"cmds": [5, None], "responses": "x"}},
        {"kind": "commands", "entry": {"cmds": ["!a b"], "responses": [{"text": "x\u202ey"}]}},
        {"kind": "timers", "entry": {"name": None}},
        {"kind": "quotes", "entry": {"text": [], "number": "x"}},
        {"kind": "quotes", "entry": {"text": "fine"}},
    ]
    answer = await channel.send("POST", "/imports", source="tbot", rows=rows)
    assert answer.status_code == 200, answer.text
    assert [row["outcome"] for row in answer.json()["rows"]] == ["failed"] * 5 + ["added"]


@pytest.mark.parametrize("value", ['"\\ud800"', '"\\u0000"', "[" * 50 + "]" * 50])
async def test_unstorable_values_are_rejected_with_their_field(channel: CommandChannel, value: str) -> None:
    body = f'{{"source": "tbot", "rows": [{{"kind": "commands", "entry": {{"a": {{"b": {value}}}}}}}]}}'
    headers = {"Content-Type": "application/json"}
    answer = await channel.client.ask("POST", f"{channel.path}/imports", content=body, headers=headers)
    assert (answer.status_code, error_fields(answer)) == (422, ["rows.0.entry"])


async def test_editors_can_import_and_moderators_cannot(greenroom: GreenroomServer, channel: CommandChannel) -> None:
    row = {"kind": "commands", "entry": {"cmds": ["!a"], "responses": [{"text": "b"}]}}
    bodies: dict[str, Json] = {"/imports/review": {"content": "!a b"}, "/imports": {"rows": [row]}}
    for level, status in ((7, 403), (100, 200)):
        client = await greenroom.staff("odalys_", channel.channel_id, level)
        answers = [await channel.send("POST", path, by=client, source="nightbot", **bodies[path]) for path in bodies]
        assert [answer.status_code for answer in answers] == [status, status]


async def test_concurrent_imports_create_each_command_once(channel: CommandChannel) -> None:
    found = await review(channel, nightbot_export(*((f"!c{number}", "x") for number in range(50))))
    done = await asyncio.gather(import_rows(channel, found["rows"]), import_rows(channel, found["rows"]))
    assert sorted(one["added"] for one in done) == [0, 50]
