"""Conversion of the commands, timers and quotes of other bots."""

import json

from greenroom.kernel.db.database import JsonObject
from support.import_reviews import review


def command(*names: str, text: str, **changes: object) -> JsonObject:
    """An imported command: the defaults of an import, with `changes`."""
    defaults: JsonObject = {
        "patterns": [],
        "description": "",
        "pick": "random",
        "response_type": "say",
        "access_level": 0,
        "providers": [],
        "global_cooldown": 0,
        "chatter_cooldown": 0,
        "mods_skip_cooldown": True,
        "cost": 0,
        "active_mode": "always",
        "group": "",
        "enabled": True,
        "public": True,
    }
    return {**defaults, "cmds": [*names], "responses": [{"text": text, "providers": [], "weight": 1}], **changes}


def timer(name: str, *texts: str, **changes: object) -> JsonObject:
    defaults: JsonObject = {
        "interval_minutes": 30,
        "spread_minutes": 0,
        "pick": "order",
        "active_mode": "always",
        "min_chat_messages": 0,
        "response_type": "say",
        "enabled": True,
    }
    messages: list[JsonObject] = [{"text": text, "providers": [], "enabled": True} for text in texts]
    return {**defaults, "name": name, "messages": messages, **changes}


COUNTED_PER_PLATFORM = "Chat messages are counted per platform since the last run"


def test_nightbot_commands_aliases_and_timers_are_converted() -> None:
    commands = [
        {"name": "!hug", "message": "$(user) hugs $(touser)", "coolDown": 5, "userLevel": "subscriber", "count": 3},
        {"name": "!h", "alias": "!hug", "message": "", "userLevel": "subscriber", "coolDown": 5},
        {"name": "!modhug", "alias": "!hug", "message": "$(query)", "userLevel": "moderator", "coolDown": 7},
        {"name": "!hugall", "alias": "!HUG", "message": "all $(1)", "userLevel": "subscriber", "coolDown": 0},
        {"name": "!lost", "alias": "!editcom", "message": "$(query)", "userLevel": "owner", "coolDown": 0},
    ]
    timers = [
        {"name": "socials", "message": "Hi $(channel)", "interval": "*/15 * * * *", "lines": 5, "enabled": True},
        {"name": "late", "message": "Go to bed", "interval": "0 */2 * * *", "lines": 0, "enabled": False},
        {"name": "odd", "message": "Now", "interval": "0 0 * * 1"},
    ]
    rows = review("nightbot", json.dumps({"commands": commands}) + json.dumps({"timers": timers})).rows
    unresolved = rows.pop(3)
    assert [row.entry for row in rows] == [
        command("!hug", "!h", text="$(user) hugs $(touser)", access_level=1, global_cooldown=5),
        command("!modhug", text="$(command !hug)", access_level=7, global_cooldown=7),
        command("!hugall", text="$(command !HUG all $(1))", access_level=1),
        timer("socials", "Hi $(channel)", interval_minutes=15, min_chat_messages=5),
        timer("late", "Go to bed", interval_minutes=120, enabled=False),
        timer("odd", "Now"),
    ]
    assert [row.notes for row in rows] == [
        [],
        ["Runs !hug"],
        ["Runs !HUG"],
        [COUNTED_PER_PLATFORM],
        ["Ran at a fixed minute of the hour; now every 120 minutes"],
        ['Schedule "0 0 * * 1" isn\'t supported; now every 30 minutes'],
    ]
    assert (unresolved.maps, unresolved.notes) == (
        "cannot",
        ["Runs !editcom, which doesn't exist"],
    )


def test_streamelements_commands_and_timers_are_converted() -> None:
    commands = [
        {
            "command": "discord",
            "reply": "Join, ${user}!",
            "accessLevel": 500,
            "cooldown": {"user": 30, "global": 5},
            "aliases": ["dc"],
            "keywords": ["where is discord"],
            "regex": "(?i)^dis+cord\\?$",
            "enabledOnline": True,
            "enabledOffline": False,
            "enabled": True,
            "cost": 100,
            "type": "whisper",
            "hidden": True,
        },
        {"command": "deaths", "reply": "Died ${count} times", "accessLevel": 100, "count": 1_234, "enabled": False},
    ]
    timers = [
        {"name": "Social", "messages": ["a", "b"], "chatLines": 5, "online": {"enabled": True, "interval": 15}},
        {"name": "Idle", "message": "c", "offline": {"enabled": True, "interval": 60}, "online": {"enabled": False}},
    ]
    rows = review("streamelements", json.dumps({"commands": commands, "timers": timers})).rows
    patterns = [{"kind": "phrase", "text": "where is discord"}, {"kind": "regex", "text": "(?i)^dis+cord\\?$"}]
    assert rows[0].entry == command(
        *("!discord", "!dc"),
        text="Join, $(user)!",
        access_level=7,
        global_cooldown=5,
        chatter_cooldown=30,
        active_mode="online",
        response_type="reply",
        public=False,
        patterns=patterns,
        cost=100,
    )
    assert rows[0].notes == ["Sent as a reply in chat (was a whisper)"]
    assert rows[1].before.details == ["level 100", "disabled"]
    assert rows[1].use_count == 1_234
    assert [row.entry for row in rows[2:]] == [
        timer("Social", "a", "b", interval_minutes=15, min_chat_messages=5, active_mode="online"),
        timer("Idle", "c", interval_minutes=60, active_mode="offline"),
    ]


def test_commands_and_timers_of_both_streamlabs_bots_are_converted() -> None:
    cloud = {
        "command": "!a",
        "response": "{user.name}",
        "aliases": ["!b", "c", "!A"],
        "permission": {"level": 32},
        "cooldowns": {"global": 5, "user": 9},
        "response_type": "Whisper",
        "cost": {"base": 0},
    }
    desktop = {
        "Command": "!d",
        "Response": "$username",
        "Permission": "Invisible",
        "Cooldown": 2,
        "UserCooldown": 1,
        "Enabled": False,
        "Group": "Fun",
        "Description": "Says who",
    }
    timers = [
        {"name": "Socials", "message": "See {user.name}", "interval": 15, "chat_lines": 7, "enabled": False},
        {"name": "Other", "response": "Words", "interval": "20", "line_minimum": 2},
    ]
    rows = review("streamlabs", json.dumps({"commands": [cloud, desktop], "timers": timers[1:]})).rows
    assert [row.entry for row in rows] == [
        command(
            *("!a", "!b", "!c"),
            text="$(user)",
            access_level=7,
            global_cooldown=5,
            chatter_cooldown=9,
            response_type="reply",
        ),
        command(
            "!d",
            text="$(user)",
            global_cooldown=120,
            chatter_cooldown=60,
            enabled=False,
            public=False,
            group="Fun",
            description="Says who",
        ),
        timer("Other", "Words", interval_minutes=20, min_chat_messages=2),
    ]
    assert rows[1].notes == ["Cooldowns converted from minutes"]
    (socials,) = review("streamlabs", json.dumps(timers[:1])).rows
    # The message has {user.name}, and a timer has no user.
    assert (socials.maps, socials.entry["interval_minutes"], socials.entry["enabled"]) == ("cannot", 15, False)


TBOT_EXPORT = {
    "commands": [
        {
            "cmds": ["a", "!b"],
            "response": "{sender} greets {user}",
            "access_level": 2,
            "global_cooldown": 3,
            "chatter_cooldown": 20,
            "patterns": ["good game", "re: ^gg+$", "re:^wp$", "  "],
            "group_name": "fun",
            "active_mode": "online",
            "provider": "twitch",
            "enabled": False,
            "public": False,
        },
        {"cmd": "c", "response": "plain", "global_cooldown": 0},
    ],
    "timers": [
        {
            "name": "t",
            "messages": ["x", "y"],
            "interval": 15,
            "active_chat_messages": 4,
            "active_mode": "offline",
            "pick_mode": "random",
            "enabled": False,
        },
        {"name": "u", "messages": ["z"], "interval": 0},
    ],
    "quotes": [
        {
            "number": 3,
            "message": "hey",
            "provider": "kick",
            "quoted_display_name": "Robin",
            "category": "Chess",
            "created_at": "2026-01-02T03:04:05Z",
        },
        {"number": 4, "message": "ho", "provider": "myspace"},
    ],
}


def test_tbot_commands_timers_and_quotes_are_converted() -> None:
    rows = review("tbot", json.dumps(TBOT_EXPORT)).rows
    patterns = [
        {"kind": "phrase", "text": "good game"},
        {"kind": "regex", "text": "^gg+$"},
        {"kind": "regex", "text": "^wp$"},
    ]
    assert [row.entry for row in rows] == [
        command(
            *("!a", "!b"),
            text="$(user) greets $(touser)",
            access_level=2,
            global_cooldown=3,
            chatter_cooldown=20,
            patterns=patterns,
            group="fun",
            active_mode="online",
            providers=["twitch"],
            enabled=False,
            public=False,
        ),
        command("!c", text="plain"),
        timer(
            "t", "x", "y", interval_minutes=15, min_chat_messages=4, active_mode="offline", pick="random", enabled=False
        ),
        timer("u", "z"),
        {
            "number": 3,
            "text": "hey",
            "quoted_name": "Robin",
            "category": "Chess",
            "provider": "kick",
            "said_at": "2026-01-02T03:04:05Z",
        },
        {"number": 4, "text": "ho", "quoted_name": "", "category": "", "provider": None, "said_at": None},
    ]
    assert [row.maps for row in rows] == ["full", "full", "changed", "changed", "full", "full"]


def test_excess_patterns_of_commands_and_messages_of_timers_are_left_out_with_a_note() -> None:
    many = {"cmds": ["many"], "response": "x", "global_cooldown": 0, "patterns": [f"re:^{at}$" for at in range(17)]}
    long = {"cmds": ["long"], "response": "x", "patterns": [f"re:{'a' * 201}"]}
    long_timer = {"name": "t", "messages": ["x"] * 52, "interval": 5}
    rows = review("tbot", json.dumps({"commands": [many, long], "timers": [long_timer]})).rows
    assert rows[0].notes == ["2 patterns left out (max 15)"]
    assert (rows[1].maps, rows[1].problems[0].partition(":")[0]) == ("cannot", "patterns.0.text")
    assert rows[2].notes == ["2 messages left out (max 50)"]


def test_missing_cooldowns_become_defaults_with_a_note() -> None:
    (row,) = review("nightbot", "!addcom !hi Hello there").rows
    assert (row.entry["global_cooldown"], row.entry["chatter_cooldown"]) == (5, 15)
    assert row.notes == ["Default cooldowns (none in the export)"]
    (row,) = review("streamelements", json.dumps([{"command": "hi", "reply": "Hello", "cooldown": {"user": 0}}])).rows
    assert (row.entry["global_cooldown"], row.entry["chatter_cooldown"], row.notes) == (0, 0, [])


def test_alias_with_another_cooldown_stays_a_command() -> None:
    commands = [
        {"name": "!hug", "message": "A hug", "coolDown": 5},
        {"name": "!h", "alias": "!hug", "coolDown": 60},
        {"name": "!cuddle", "alias": "!hug"},
    ]
    rows = review("nightbot", json.dumps({"commands": commands})).rows
    assert [(row.entry["cmds"], row.entry["global_cooldown"]) for row in rows] == [
        (["!hug", "!cuddle"], 5),
        (["!h"], 60),
    ]
