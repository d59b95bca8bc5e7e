"""Reading and changing commands through the API, and the public list of commands."""

import asyncio

import pytest

from greenroom.accounts.access.rules import Role
from support.channel_deletion import delete_channel
from support.commands import CommandChannel, command_body
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, Json, error_fields, refusal

STARTER_COUNT = 11
# The time at which the frozen clock starts.
BEGIN = "2030-01-02T03:04:05.678000Z"


async def test_default_commands_are_all_removed_or_added_with_one_call(channel: CommandChannel) -> None:
    records = await channel.list_commands()
    assert len(records) == STARTER_COUNT
    assert all(one["is_starter"] and one["created_by"] == "Greenroom" for one in records)
    assert {"!commands", "!uptime", "!so"} <= {one["cmds"][0] for one in records}
    await channel.make("!mine")
    assert (await channel.send("DELETE", "/starter-commands")).json() == {"count": STARTER_COUNT}
    assert [one["cmds"][0] for one in await channel.list_commands()] == ["!mine"]
    await channel.make("!uptime", "My own")
    assert (await channel.send("POST", "/starter-commands")).json() == {"count": STARTER_COUNT - 1}


async def test_edited_default_commands_can_be_kept_when_the_others_are_removed(channel: CommandChannel) -> None:
    starters = {one["cmds"][0]: one for one in await channel.list_commands()}
    await channel.save(starters["!lurk"], responses=[{"text": "Enjoy the back row"}])
    await channel.send("PUT", "/commands/enabled", ids=[starters["!so"]["id"]], enabled=False)
    await channel.make("!mine")
    path = "/starter-commands?unchanged=true"
    assert (await channel.send("DELETE", path)).json() == {"count": STARTER_COUNT - 2}
    assert [one["cmds"][0] for one in await channel.list_commands()] == ["!lurk", "!mine", "!so"]


@pytest.mark.both_databases
async def test_command_is_stored_as_sent(channel: CommandChannel, clock: FrozenClock) -> None:
    body: Json = {
        "cmds": ["!Social", "!links"],
        "patterns": [{"kind": "regex", "text": "discord|twitter"}, {"kind": "words", "text": "where links"}],
        "description": "Where else we are",
        "responses": [
            {"text": "Discord: $(1|all)", "providers": ["twitch"], "weight": 3},
            {"text": "Elsewhere", "providers": [], "weight": 1},
        ],
        "pick": "random",
        "response_type": "reply",
        "access_level": 2,
        "providers": ["twitch", "kick"],
        "global_cooldown": 0,
        "chatter_cooldown": 86_400,
        "mods_skip_cooldown": False,
        "active_mode": "online",
        "group": "Links",
        "enabled": False,
        "public": False,
    }
    command = (await channel.send("POST", "/commands", **body)).json()
    assert {name: command[name] for name in body} == body
    assert (command["revision"], command["use_count"], command["created_by"]) == (1, 0, "JunoPlays")
    assert (command["created_at"], command["updated_at"], command["last_used_at"]) == (BEGIN, BEGIN, None)
    assert await channel.command(command) == command
    clock.advance(60)
    later = "2030-01-02T03:05:05.678000Z"
    saved = (await channel.save(command, description="Elsewhere")).json()
    assert (saved["created_at"], saved["updated_at"]) == (BEGIN, later)
    clock.advance(60)
    await channel.send("PUT", "/commands/enabled", ids=[command["id"]], enabled=True)
    switched = await channel.command(command)
    assert (switched["created_at"], switched["updated_at"]) == (BEGIN, "2030-01-02T03:06:05.678000Z")
    assert (switched["created_by"], switched["updated_by"], switched["enabled"]) == ("JunoPlays", "JunoPlays", True)


@pytest.mark.both_databases
async def test_list_is_searchable_grouped_and_paged(channel: CommandChannel) -> None:
    await channel.send("DELETE", "/starter-commands")
    for number in range(5):
        await channel.make(f"!c{number}", f"Answer {number}", group="Even" if number % 2 == 0 else "Odd")
    page = await channel.client.get(f"{channel.path}/commands", limit=2)
    assert ([one["cmds"][0] for one in page["records"]], page["total"]) == (["!c0", "!c1"], 5)
    assert page["groups"] == ["Even", "Odd"]
    page = await channel.client.get(f"{channel.path}/commands", limit=2, cursor=page["cursor"])
    assert [one["cmds"][0] for one in page["records"]] == ["!c2", "!c3"]
    assert [one["cmds"][0] for one in await channel.list_commands(q="ANSWER 4")] == ["!c4"]
    assert [one["cmds"][0] for one in await channel.list_commands(group="Odd")] == ["!c1", "!c3"]
    assert await channel.list_commands(q="100%_") == []


async def test_outdated_revision_is_rejected(channel: CommandChannel) -> None:
    command = await channel.make()
    assert (await channel.save(command, revision=1, description="new")).status_code == 200
    assert refusal(await channel.save(command, revision=1, description="newer")) == (409, "command_changed")
    assert (await channel.save(command, description="newest")).json()["revision"] == 3


@pytest.mark.both_databases
async def test_name_is_unique_in_a_channel(channel: CommandChannel) -> None:
    command = await channel.make("!hello", cmds=["!hello", "!Hi"])
    answer = await channel.send("POST", "/commands", **command_body(cmds=["!new", "!hI"]))
    assert (refusal(answer), error_fields(answer)) == ((409, "name_taken"), ["cmds.1"])
    assert answer.json()["errors"][0]["message"] == "!hI already exists (!hello)"
    for name in ("!HI", "!hi\u200b"):
        check = await channel.client.get(f"{channel.path}/commands/name-check", name=name)
        assert check == {"taken_by": command["id"], "name": "!hello"}
    assert (await channel.save(command, cmds=["!hi", "!hello"])).status_code == 200
    other = await channel.client.create_channel("Other")
    assert (await channel.client.ask("POST", f"/channels/{other}/commands", json=command_body())).status_code == 201


@pytest.mark.both_databases
async def test_concurrent_saves_of_one_name_keep_it_unique(channel: CommandChannel) -> None:
    answers = await asyncio.gather(*(channel.send("POST", "/commands", **command_body("!same")) for _ in range(6)))
    assert sorted(answer.status_code for answer in answers) == [201, *[409] * 5]
    assert len(await channel.list_commands(q="!same")) == 1


@pytest.mark.parametrize(
    ("field", "changes", "message"),
    [
        ("responses.0.text", {"responses": [{"text": "Hi $(nobodyknows)"}]}, "Character 6: "),
        ("responses.1.text", {"responses": [{"text": "a"}, {"text": "Hi $(user"}]}, "Character 4: "),
        ("responses.0.text", {"responses": [{"text": "x" * 10_000}]}, "1500"),
        ("patterns.0.text", {"patterns": [{"kind": "regex", "text": "(a"}]}, "valid regex"),
        ("patterns.1.text", {"patterns": [{"text": "x"}, {"kind": "regex", "text": "a*"}]}, "every message"),
        ("cmds.1", {"cmds": ["!x", "!CMD"]}, "is reserved for editing commands from chat"),
        ("cmds.0", {"cmds": ["!x\u200by"]}, "invisible characters"),
    ],
)
async def test_invalid_input_names_its_field(channel: CommandChannel, field: str, changes: Json, message: str) -> None:
    answer = await channel.send("POST", "/commands", **command_body("!x", **changes))
    assert (refusal(answer), error_fields(answer)) == ((422, "invalid"), [field])
    assert message in answer.json()["errors"][0]["message"]


@pytest.mark.both_databases
async def test_commands_are_disabled_and_deleted_in_bulk(channel: CommandChannel) -> None:
    await channel.send("DELETE", "/starter-commands")
    ids = [(await channel.make(f"!c{number}"))["id"] for number in range(3)]
    assert (await channel.send("PUT", "/commands/enabled", ids=ids[:2], enabled=False)).json() == {"count": 2}
    assert [one["enabled"] for one in await channel.list_commands()] == [False, False, True]
    assert (await channel.send("POST", "/commands/delete", ids=ids[1:])).json() == {"count": 2}
    assert [one["id"] for one in await channel.list_commands()] == ids[:1]


async def test_change_is_published_to_browsers(channel: CommandChannel) -> None:
    async with channel.command_events() as live_events:
        command = await channel.make()
        await live_events.until(lambda event: event["type"] == "commands_changed")
        live_events.received.clear()
        assert (await channel.client.ask("DELETE", f"{channel.path}/commands/{command['id']}")).status_code == 204
        await live_events.until(lambda event: event["type"] == "commands_changed")


async def test_moderators_can_read_commands_but_not_write_them(
    greenroom: GreenroomServer, channel: CommandChannel
) -> None:
    command = await channel.make()
    moderator = await greenroom.staff("odalys_", channel.channel_id, Role.MOD)
    assert (await channel.send("PUT", f"/commands/{command['id']}", by=moderator, **command_body())).status_code == 403
    assert len((await moderator.get(f"{channel.path}/commands"))["records"]) == STARTER_COUNT + 1
    other = await greenroom.sign_in("marekfixes")
    assert (await other.ask("GET", f"{channel.path}/commands")).status_code == 404
    elsewhere = await channel.client.create_channel("Elsewhere")
    response = await channel.client.ask("GET", f"/channels/{elsewhere}/commands/{command['id']}")
    assert response.status_code == 404


@pytest.mark.both_databases
async def test_public_commands_need_no_sign_in(greenroom: GreenroomServer, channel: CommandChannel) -> None:
    await channel.send("DELETE", "/starter-commands")
    await channel.make("!weather", "It is $(upper secret) here", group="Info")
    await channel.make("!social", "Links", description="Where else we are", cmds=["!social", "!links"])
    await channel.make("!hidden", public=False)
    await channel.make("!off", enabled=False)
    visitor = await greenroom.client()
    page = await visitor.get(f"{channel.path}/public-commands")
    assert page["channel_name"] == "Late Shift"
    shown = [(one["cmds"], one["text"]) for one in page["records"]]
    assert shown == [(["!weather"], "It is … here"), (["!social", "!links"], "Where else we are")]
    assert [one["cmds"][0] for one in (await visitor.get(f"{channel.path}/public-commands", q="info"))["records"]] == [
        "!weather"
    ]
    assert (await visitor.get(f"{channel.path}/public-commands", q="secret"))["records"] == []
    (group,) = {one["group"] for one in page["records"] if one["group"]}
    in_group = (await visitor.get(f"{channel.path}/public-commands", group=group))["records"]
    assert in_group == [one for one in page["records"] if one["group"] == group] != page["records"]
    unknown = await visitor.ask("GET", f"/channels/{channel.channel_id[:-4]}0000/public-commands")
    assert unknown.status_code == 404


async def test_public_commands_are_paged_sorted_by_group(greenroom: GreenroomServer, channel: CommandChannel) -> None:
    await channel.send("DELETE", "/starter-commands")
    for name, group in (("!a", ""), ("!b", "Info"), ("!c", "fun"), ("!d", "Info"), ("!e", ""), ("!f", "Zoo")):
        await channel.make(name, group=group)
    visitor = await greenroom.client()
    shown: list[str] = []
    cursor: dict[str, str] = {}
    for _ in range(3):
        page = await visitor.get(f"{channel.path}/public-commands", limit=2, **cursor)
        shown += [one["cmds"][0] for one in page["records"]]
        cursor = {"cursor": page["cursor"]}
    assert (shown, cursor) == (["!c", "!b", "!d", "!f", "!a", "!e"], {"cursor": None})
    other_cursor = (await channel.client.get(f"{channel.path}/commands", limit=1))["cursor"]
    assert refusal(await visitor.ask("GET", f"{channel.path}/public-commands?cursor={other_cursor}")) == (
        422,
        "invalid",
    )


async def test_command_settings_are_saved(channel: CommandChannel) -> None:
    defaults = {"prefix": "!", "default_global_cooldown": 5, "default_chatter_cooldown": 15}
    stored = await channel.client.get(f"{channel.path}/command-settings")
    assert stored == {"chat_management": "editors", "answer_within": 15, **defaults}
    for managers, seconds in (("mods", 5), ("editors", 300)):
        expected = {"chat_management": managers, "answer_within": seconds, **defaults}
        answer = await channel.send("PUT", "/command-settings", chat_management=managers, answer_within=seconds)
        assert answer.json() == expected
        assert await channel.client.get(f"{channel.path}/command-settings") == expected
    assert error_fields(await channel.send("PUT", "/command-settings", chat_management="all")) == ["chat_management"]
    for wrong in (4, 301, "soon"):
        assert error_fields(await channel.send("PUT", "/command-settings", answer_within=wrong)) == ["answer_within"]


async def test_new_commands_get_the_default_cooldowns_unless_they_have_their_own(channel: CommandChannel) -> None:
    await channel.send("PUT", "/command-settings", default_global_cooldown=0, default_chatter_cooldown=60)
    command = await channel.make("!one")
    own = await channel.make("!two", chatter_cooldown=3)
    assert (command["global_cooldown"], command["chatter_cooldown"]) == (0, 60)
    assert (own["global_cooldown"], own["chatter_cooldown"]) == (0, 3)


@pytest.mark.both_databases
async def test_another_prefix_renames_the_commands_that_have_the_old_one(channel: CommandChannel) -> None:
    await channel.make("!Hello", cmds=["!Hello", "hi"])
    assert (await channel.send("PUT", "/command-settings", prefix="??")).json()["prefix"] == "??"
    names = [one["cmds"] for one in await channel.list_commands()]
    assert ["??Hello", "hi"] in names
    assert ["??game", "??category"] in names
    assert not any(name.startswith("!") for one in names for name in one)
    assert [one["cmds"][0] for one in await channel.list_commands(q="??hello")] == ["??Hello"]
    check = await channel.client.get(f"{channel.path}/commands/name-check", name="??HELLO")
    assert check["name"] == "??Hello"


async def test_prefix_that_gives_two_commands_the_same_name_is_refused(channel: CommandChannel) -> None:
    await channel.make("?uptime")
    answer = await channel.send("PUT", "/command-settings", prefix="?")
    assert error_fields(answer) == ["prefix"]
    assert "?uptime" in answer.text
    assert [one["cmds"][0] for one in await channel.list_commands(q="!uptime")] == ["!uptime"]


async def test_default_commands_and_templates_get_the_prefix_of_the_channel(channel: CommandChannel) -> None:
    await channel.send("DELETE", "/starter-commands")
    await channel.send("PUT", "/command-settings", prefix="?")
    await channel.send("POST", "/starter-commands")
    assert all(one["cmds"][0].startswith("?") for one in await channel.list_commands())
    (template, *_) = (await channel.client.get("/command-templates"))["records"]
    preview = (await channel.send("POST", f"/command-templates/{template['id']}/preview")).json()
    assert {row["key"][0] for row in preview["rows"]} == {"?"}


async def test_deleting_a_channel_deletes_its_commands(greenroom: GreenroomServer, channel: CommandChannel) -> None:
    await channel.make()
    await delete_channel(greenroom, channel.channel_id)
    assert await greenroom.rows("SELECT id FROM commands") == []
