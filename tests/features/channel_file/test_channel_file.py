"""Export, preview and import of channel files; versions of a channel and their restoring."""

import re
from pathlib import Path
from typing import Any

import pytest

from greenroom.accounts.access.rules import Role
from support.commands import CommandChannel
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal

HEADER = "greenroom: 2\n"
DIFF_LABELS = Path(__file__).parents[3] / "web/src/features/channel-file/diff-labels.ts"
SECTIONS = (
    "chat",
    "activity_values",
    "song_requests",
    "announcements",
    "commands",
    "command_settings",
    "timers",
    "quotes",
    "quote_settings",
    "points",
    "roulette",
    "slots",
    "queues",
    "giveaway_defaults",
    "filters",
    "filter_order",
    "channel_settings",
    "widgets",
)
DUPLICATE_NAMES = (
    f"{HEADER}commands:\n- {{cmds: ['!a'], responses: [{{text: x}}]}}\n- {{cmds: ['!A'], responses: [{{text: y}}]}}\n"
)


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> CommandChannel:
    return CommandChannel(greenroom, owner, channel_id)


async def export_file(channel: CommandChannel, query: str = "") -> str:
    answer = await channel.client.ask("GET", f"{channel.path}/channel-file{query}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/yaml; charset=utf-8"
    return answer.text


async def preview_file(channel: CommandChannel, content: str, **more: Any) -> Json:  # noqa: ANN401  # JSON
    answer = await channel.send("POST", "/channel-file/diff", content=content, **more)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def import_file(channel: CommandChannel, content: str, **more: Any) -> Json:  # noqa: ANN401  # JSON
    answer = await channel.send("POST", "/channel-file/apply", content=content, **more)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def fill_channel(channel: CommandChannel) -> None:
    """Adds commands, a timer, a quote and filters."""
    await channel.make(
        "!hug", "A hug for $(touser) from $(user)!", cmds=["!hug", "!cuddle"], access_level=1, group="Fun"
    )
    await channel.make(
        "!yes", "no", responses=[{"text": "no"}, {"text": "on: off", "providers": ["kick"], "weight": 3}]
    )
    timer: Json = {
        "name": "Water: #1",
        "messages": [{"text": "Drink!"}, {"text": "'quoted' \"text\""}],
        "interval_minutes": 45,
    }
    quote: Json = {"text": "I meant to do that", "quoted_name": "Juno", "category": "Celeste"}
    terms = [{"text": "spam"}, {"text": "sp?mmer", "kind": "wildcard"}]
    words: Json = {"type": "banned_terms", "name": "Words", "settings": {"terms": terms}}
    caps: Json = {"type": "caps", "name": "Caps", "mode": "shadow"}
    entries = [("timers", timer), ("quotes", quote), ("filters", words), ("filters", caps), ("filters", caps)]
    for path, body in entries:
        answer = await channel.send("POST", f"/{path}", **body)
        assert answer.status_code == 201, answer.text


@pytest.mark.rows("P6")
async def test_importing_the_exported_file_changes_nothing(channel: CommandChannel) -> None:
    await fill_channel(channel)
    content = await export_file(channel)
    assert content == await export_file(channel)
    assert "- cmds:\n  - '!hug'\n  - '!cuddle'\n" in content
    found = await preview_file(channel, content, remove_missing=True)
    assert found["problems"] == []
    assert [(one["key"], one["entries"], one["kept"]) for one in found["sections"]] == [
        (key, [], 0) for key in SECTIONS
    ]
    done = await import_file(channel, content, remove_missing=True)
    assert done["version_id"] is None
    assert (await channel.client.get(f"{channel.path}/channel-versions"))["records"] == []


async def test_file_can_be_imported_into_another_channel(channel: CommandChannel, owner: ApiClient) -> None:
    await fill_channel(channel)
    content = await export_file(channel)
    other = CommandChannel(channel.greenroom, owner, await owner.create_channel("Other"))
    found = await preview_file(other, content, remove_missing=True)
    assert found["channel"] == "Late Shift"
    await import_file(other, content, remove_missing=True)
    assert (await export_file(other)).replace("channel: Other", "channel: Late Shift") == content
    answer = await owner.get(f"/channels/{other.channel_id}/filters")
    assert [one["name"] for one in answer] == ["Words", "Caps", "Caps (2)"]


async def test_diff_shows_fields_before_and_after(channel: CommandChannel) -> None:
    await fill_channel(channel)
    content = await export_file(channel)
    changed = content.replace("A hug for $(touser)", "A big hug for $(touser)").replace(
        "access_level: 1\n", "access_level: 7\n"
    )
    changed = changed.replace("commands:\n", "commands:\n- cmds: ['!new']\n  responses:\n  - text: hi\n")
    found = await preview_file(channel, changed)
    section = next(one for one in found["sections"] if one["key"] == "commands")
    assert (section["added"], section["changed"], section["removed"]) == (1, 1, 0)
    new, hug = section["entries"]
    assert (new["key"], new["change"], [one["field"] for one in new["fields"]]) == (
        "!new",
        "added",
        ["cmds", "responses.0.text"],
    )
    assert changed.splitlines()[new["line"] - 1] == "- cmds: ['!new']"
    assert {(one["field"], one["before"], one["after"]) for one in hug["fields"]} == {
        ("responses.0.text", "A hug for $(touser) from $(user)!", "A big hug for $(touser) from $(user)!"),
        ("access_level", "1", "7"),
    }


async def test_missing_entries_are_removed_only_with_remove_missing(channel: CommandChannel) -> None:
    await channel.send("DELETE", "/starter-commands")
    first = await channel.make("!one", "1")
    await channel.make("!two", "2")
    content = f"{HEADER}commands:\n- cmds: ['!one']\n  responses: [{{text: uno}}]\n"
    done = await import_file(channel, content)
    assert (done["sections"][0]["changed"], done["sections"][0]["kept"]) == (1, 1)
    assert len(await channel.list_commands()) == 2
    await import_file(channel, content, remove_missing=True)
    (remaining,) = await channel.list_commands()
    assert (remaining["id"], remaining["responses"][0]["text"]) == (first["id"], "uno")


async def test_name_can_move_from_one_command_to_another(channel: CommandChannel) -> None:
    await channel.make("!one", "1", cmds=["!one", "!uno"])
    await channel.make("!two", "2")
    content = (
        f"{HEADER}commands:\n- cmds: ['!two', '!uno']\n  responses: [{{text: '2'}}]\n"
        "- cmds: ['!one']\n  responses: [{text: '1'}]\n"
    )
    await import_file(channel, content)
    assert {tuple(one["cmds"]) for one in await channel.list_commands(q="uno")} == {("!two", "!uno")}


async def test_file_of_format_1_is_imported_with_the_defaults_of_that_format(channel: CommandChannel) -> None:
    content = (
        "greenroom: 1\ncommands:\n- cmds: ['!two']\n  responses: [{text: a}, {text: b}]\n"
        "timers:\n- name: Water\n  messages: [{text: Drink}]\n"
        "- name: Live\n  messages: [{text: x}]\n  active_mode: online\n"
    )
    await import_file(channel, content)
    (command,) = await channel.list_commands(q="!two")
    timers = (await channel.client.get(f"{channel.path}/timers"))["records"]
    assert command["pick"] == "first"
    assert {one["name"]: one["active_mode"] for one in timers} == {"Water": "always", "Live": "online"}
    assert "greenroom: 2\n" in await export_file(channel)


@pytest.mark.both_databases
async def test_version_from_before_an_import_can_be_restored(channel: CommandChannel) -> None:
    await fill_channel(channel)
    before = await export_file(channel)
    content = (
        f"{HEADER}commands: []\ntimers: []\nquotes: []\nfilters: []\nchat: {{is_public: false, retention_days: 30}}\n"
    )
    done = await import_file(channel, content, remove_missing=True, reason="Spring cleaning")
    assert await channel.list_commands() == []
    (version,) = (await channel.client.get(f"{channel.path}/channel-versions"))["records"]
    assert (version["id"], version["reason"]) == (done["version_id"], "Spring cleaning")
    assert (version["counts"]["filters"], version["counts"]["quotes"]) == (3, 1)
    found = (await channel.send("POST", f"/channel-versions/{version['id']}/diff")).json()
    assert sum(one["added"] for one in found["sections"]) == sum(
        version["counts"][key] for key in ("commands", "timers", "quotes", "filters")
    )
    answer = await channel.send("POST", f"/channel-versions/{version['id']}/restore", revision=found["revision"])
    assert answer.status_code == 200, answer.text
    assert await export_file(channel) == before
    file = await channel.client.ask("GET", f"{channel.path}/channel-versions/{version['id']}/channel-file")
    assert file.text == before


async def test_web_lists_every_section_that_is_an_object_instead_of_a_list(channel: CommandChannel) -> None:
    counts = (await channel.send("POST", "/channel-versions")).json()["counts"]
    single = {key for key, count in counts.items() if count == 1}
    found = re.search(r"SINGLES: .+ = new Set\(\[([^]]+)]\)", DIFF_LABELS.read_text(encoding="utf-8"))
    assert found is not None
    assert set(re.findall(r'"(\w+)"', found[1])) == single


async def test_only_the_chosen_sections_are_exported_and_imported(channel: CommandChannel) -> None:
    await fill_channel(channel)
    content = await export_file(channel, "?section=timers")
    assert "timers:" in content
    assert "commands:" not in content
    changed = (await export_file(channel)).replace("Drink!", "Water!").replace("I meant", "She meant")
    await import_file(channel, changed, sections=["timers"])
    assert "I meant" in await export_file(channel, "?section=quotes")
    assert "Water!" in await export_file(channel, "?section=timers")
    answer = await channel.client.ask("GET", f"{channel.path}/channel-file?section=nothing")
    assert (answer.status_code, error_fields(answer)) == (422, ["sections"])


async def test_import_is_rejected_if_the_channel_changed_since_the_preview(channel: CommandChannel) -> None:
    content = f"{HEADER}commands:\n- cmds: ['!one']\n  responses: [{{text: uno}}]\n"
    found = await preview_file(channel, content)
    await channel.make("!other", "meanwhile")
    answer = await channel.send("POST", "/channel-file/apply", content=content, revision=found["revision"])
    assert refusal(answer) == (409, "channel_changed")
    again = await preview_file(channel, content)
    assert (await import_file(channel, content, revision=again["revision"]))["version_id"]


PROBLEMS: list[tuple[str, int, str]] = [
    ("commands: []\n", 1, "must begin with greenroom: 2"),
    ("greenroom: 3\n", 1, "newer"),
    ("greenroom: one\n", 1, "format version"),
    ("- a\n", 1, "not a channel file"),
    ("", 1, "not a channel file"),
    (f"{HEADER}sounds: []\n", 2, "unknown section"),
    (f"{HEADER}commands: 5\n", 2, "must be a list"),
    (f"{HEADER}commands:\n- hello\n", 3, "must have fields"),
    (f"{HEADER}commands:\n- cmds: ['!a']\n  responses: [{{text: x}}]\n  colour: red\n", 5, "not known here"),
    (f"{HEADER}commands:\n- cmds: ['!a']\n  responses:\n  - text: ok\n  - text: $(nothing)\n", 6, "Unknown variable"),
    (f"{HEADER}commands:\n- cmds: ['!a']\n  responses: [{{text: x}}]\n  global_cooldown: ten\n", 5, "whole number"),
    (f"{HEADER}commands:\n- responses: [{{text: x}}]\n  cmds:\n  - '!a'\n  - '!cmd'\n", 6, "reserved"),
    (f"{HEADER}commands:\n- cmds: ['!a\u200bb']\n  responses: [{{text: x}}]\n", 3, "invisible"),
    (DUPLICATE_NAMES, 4, "line 3"),
    (f"{HEADER}commands:\n- cmds: ['!new', '!uptime']\n  responses: [{{text: x}}]\n", 3, "already used by !uptime"),
    (f"{HEADER}quotes:\n- text: hello\n", 3, "needs a number"),
    (f"{HEADER}chat:\n  retention_days: -1\n", 3, "at least"),
    (f"{HEADER}filters:\n- name: x\n  type: nonsense\n", 3, ""),
    (f"{HEADER}a: &a [x]\nb: *a\n", 3, "aliases"),
]


async def test_problems_name_their_line_and_the_import_is_refused(channel: CommandChannel) -> None:
    for content, line, message in PROBLEMS:
        found = await preview_file(channel, content)
        assert found["sections"] == [], content
        assert [one["line"] for one in found["problems"]] == [line], content
        assert message in found["problems"][0]["message"], content
        answer = await channel.send("POST", "/channel-file/apply", content=content)
        assert answer.status_code == 422, content
        assert f"line {line}: " in answer.json()["message"], content


async def test_editors_preview_and_admins_import(greenroom: GreenroomServer, channel: CommandChannel) -> None:
    staff_editor = await greenroom.staff("odalys_", channel.channel_id, Role.EDITOR)
    content = (await staff_editor.ask("GET", f"{channel.path}/channel-file")).text
    assert (await channel.send("POST", "/channel-file/diff", by=staff_editor, content=content)).status_code == 200
    assert (await channel.send("POST", "/channel-file/apply", by=staff_editor, content=content)).status_code == 403
    assert (await channel.send("POST", "/channel-versions", by=staff_editor)).status_code == 403
    admin = await greenroom.staff("odalys_", channel.channel_id, Role.ADMIN)
    assert (await channel.send("POST", "/channel-file/apply", by=admin, content=content)).status_code == 200


@pytest.mark.rows("A3", "A4")
async def test_mods_cannot_read_widgets_through_the_file(greenroom: GreenroomServer, channel: CommandChannel) -> None:
    widget: Json = {"name": "Secret goal", "type": "goal"}
    assert (await channel.send("POST", "/widgets", **widget)).status_code == 201
    whole = await export_file(channel)
    version = (await channel.send("POST", "/channel-versions")).json()
    version_path = f"/channel-versions/{version['id']}"
    mod = await greenroom.staff("odalys_", channel.channel_id, Role.MOD)

    exported = (await mod.ask("GET", f"{channel.path}/channel-file")).text
    assert [key for key in SECTIONS if f"\n{key}:" in exported] == [key for key in SECTIONS if key != "widgets"]
    assert "Secret goal" not in (await mod.ask("GET", f"{channel.path}{version_path}/channel-file")).text
    (listed,) = (await mod.get(f"{channel.path}/channel-versions"))["records"]
    assert (version["counts"]["widgets"], "widgets" in listed["counts"]) == (1, False)
    found = (await channel.send("POST", f"{version_path}/diff", by=mod)).json()
    assert "widgets" not in [one["key"] for one in found["sections"]]
    (problem,) = (await channel.send("POST", "/channel-file/diff", by=mod, content=whole)).json()["problems"]
    assert (problem["field"], "your role may not read" in problem["message"]) == ("widgets", True)


async def test_section_that_a_role_may_not_read_is_refused(greenroom: GreenroomServer, channel: CommandChannel) -> None:
    version = (await channel.send("POST", "/channel-versions")).json()
    mod = await greenroom.staff("odalys_", channel.channel_id, Role.MOD)
    only: Json = {"sections": ["widgets"]}
    answers = [
        await mod.ask("GET", f"{channel.path}/channel-file?section=widgets"),
        await channel.send("POST", "/channel-file/diff", by=mod, content=HEADER, **only),
        await channel.send("POST", f"/channel-versions/{version['id']}/diff", by=mod, **only),
    ]
    assert [refusal(answer) for answer in answers] == [(403, "forbidden")] * 3
    staff_editor = await greenroom.staff("odalys_", channel.channel_id, Role.EDITOR)
    assert "widgets:" in (await staff_editor.ask("GET", f"{channel.path}/channel-file?section=widgets")).text


async def test_last_fifty_versions_of_a_channel_are_kept(channel: CommandChannel, owner: ApiClient) -> None:
    for number in range(52):
        answer = await channel.send("POST", "/channel-versions", reason=f"Number {number}")
        assert answer.status_code == 201, answer.text
    records = (await channel.client.get(f"{channel.path}/channel-versions"))["records"]
    assert [one["reason"] for one in records] == [f"Number {number}" for number in range(51, 1, -1)]
    other = CommandChannel(channel.greenroom, owner, await owner.create_channel("Other"))
    answer = await other.send("POST", f"/channel-versions/{records[0]['id']}/restore")
    assert refusal(answer) == (404, "version_not_found")


async def test_section_with_too_many_entries_is_rejected(channel: CommandChannel) -> None:
    found = await preview_file(channel, f"{HEADER}commands:\n" + "- {}\n" * 10_001)
    assert [(one["field"], one["message"]) for one in found["problems"]] == [
        ("commands", "has more than 10,000 entries")
    ]


async def settings_of(channel: CommandChannel) -> tuple[str, bool, list[str]]:
    """Who can edit commands from chat, whether quotes are public, and the order of filters."""
    commands = await channel.client.get(f"{channel.path}/command-settings")
    quotes = await channel.client.get(f"{channel.path}/quote-settings")
    filters = await channel.client.get(f"{channel.path}/filters")
    return commands["chat_management"], quotes["is_public"], [one["name"] for one in filters]


@pytest.mark.both_databases
async def test_filter_order_and_settings_are_previewed_imported_and_restored(channel: CommandChannel) -> None:
    for name in ("First", "Second", "Third"):
        assert (await channel.send("POST", "/filters", type="caps", name=name)).status_code == 201
    before = await settings_of(channel)
    assert before == ("editors", True, ["First", "Second", "Third"])
    content = await export_file(channel)
    assert "command_settings:\n  chat_management: editors\n  answer_within: 15\n" in content
    assert "quote_settings:\n  is_public: true\n" in content
    order = "filter_order: {names: [third, Nobody, First]}\n"
    # The new filter is written before the order, although it comes later in the file.
    content_with_order = (
        f"{HEADER}{order}command_settings: {{chat_management: mods}}\nquote_settings: {{is_public: false}}\n"
    )
    content_with_order += "filters: [{type: caps, name: Fourth}]\n"
    found = await preview_file(channel, content_with_order)
    assert {one["key"]: (one["added"], one["changed"]) for one in found["sections"]} == {
        "filter_order": (0, 1),
        "command_settings": (0, 1),
        "quote_settings": (0, 1),
        "filters": (1, 0),
    }
    done = await import_file(channel, content_with_order)
    assert await settings_of(channel) == ("mods", False, ["Third", "First", "Second", "Fourth"])
    answer = await channel.send("POST", f"/channel-versions/{done['version_id']}/restore")
    assert answer.status_code == 200, answer.text
    assert await settings_of(channel) == before
    wrong = await preview_file(
        channel, f"{HEADER}command_settings: {{chat_management: everybody}}\nfilter_order: {{names: 5}}\n"
    )
    assert [(one["line"], one["field"]) for one in wrong["problems"]] == [
        (2, "command_settings.chat_management"),
        (3, "filter_order.names"),
    ]
