"""Entities that people edit have the fields, defaults and limits that the docs describe.

The expected values below are written by hand, not taken from the schemas.
"""

import pytest

from support.greenroom_server import ApiClient, Json, error_fields

NEVER_USED = {"use_count": 0, "last_used_at": None, "created_by": "JunoPlays", "updated_by": "JunoPlays"}
RESPONSE = {"text": "Bye", "providers": ["twitch"], "weight": 3}
OPENS, CLOSES = "2030-01-03T03:04:05Z", "2030-01-04T03:04:05Z"
WIDGET_TYPES = {
    *("chat", "alerts", "goal", "viewer_count", "event_list", "leaderboard", "giveaway", "queue"),
    *("countdown", "subathon", "now_playing", "emote_wall", "text", "custom_html"),
}

# Path → a body in which most fields that can be written differ from their defaults.
FULL_BODIES: dict[str, Json] = {
    "/channels/{channel_id}/commands": {
        "cmds": ["!wave", "!afk"],
        "patterns": [{"text": "good night", "kind": "phrase"}],
        "description": "Says bye",
        "responses": [RESPONSE],
        "pick": "round_robin",
        "response_type": "announce",
        "access_level": 7,
        "providers": ["twitch", "kick"],
        "global_cooldown": 1,
        "chatter_cooldown": 2,
        "mods_skip_cooldown": False,
        "cost": 50,
        "active_mode": "offline",
        "group": "Fun",
        "enabled": False,
        "public": False,
    },
    "/channels/{channel_id}/timers": {
        "name": "Socials",
        "messages": [{"text": "Follow us", "providers": ["kick"], "enabled": False}],
        "interval_minutes": 10,
        "spread_minutes": 7,
        "pick": "random",
        "active_mode": "always",
        "min_chat_messages": 0,
        "response_type": "announce",
        "enabled": False,
    },
    "/channels/{channel_id}/filters": {
        "name": "Shouting",
        "type": "caps",
        "enabled": False,
        "mode": "shadow",
        "providers": ["youtube"],
        "exempt_level": 100,
        "exempt_viewers": [{"provider": "twitch", "provider_viewer_id": "71", "name": "Marek"}],
        "ladder": [{"action": "warn", "seconds": None}, {"action": "timeout", "seconds": 1209600}],
        "strike_seconds": 60,
        "message": "Please don't shout",
        "settings": {"min_length": 10, "percent": 90},
    },
    "/channels/{channel_id}/quotes": {
        "text": "The second bell",
        "quoted_name": "Marek",
        "provider": "kick",
        "category": "Tetris",
    },
    "/channels/{channel_id}/queues": {
        "name": "Customs",
        "description": "Five against five",
        "max_size": 12,
        "max_per_viewer": 2,
        "subs_first": True,
        "pick": "random",
        "group_size": 5,
        "rejoin": "next_session",
        "rejoin_minutes": 10,
        "name_label": "Battle tag",
        "is_name_required": True,
        "answer_seconds": 90,
        "announces": False,
        "call_message": "$(names): now!",
    },
    "/channels/{channel_id}/giveaways": {
        "title": "Keycaps",
        "prize": "One set",
        "entry": "command",
        "keyword": "!keys",
        "ticket_cost": 10,
        "max_tickets": 5,
        "min_level": 1,
        "follow_days": 2,
        "account_days": 30,
        "watch_minutes": 3,
        "min_messages": 4,
        "excludes_staff": False,
        "past_winner_days": 30,
        "weights": {"sub": 2, "vip": 3, "mod": 4},
        "opens_at": OPENS,
        "closes_at": CLOSES,
        "winners": 100,
        "claim_seconds": 90,
        "reminder_minutes": 10,
        "announces": False,
    },
    "/channels/{channel_id}/widgets": {
        "name": "Bottom left",
        "type": "custom_html",
        "css": ".line { color: red; }",
        "enabled": False,
    },
    "/admin/command-templates": {
        "title": "Fun",
        "description": "Small talk",
        "commands": [{"cmds": ["!lurk"], "responses": [RESPONSE], "global_cooldown": 9}],
    },
}
# Path → the shortest body, and defaults that are stored with it.
DEFAULTS: dict[str, tuple[Json, Json]] = {
    "/channels/{channel_id}/commands": (
        {"cmds": ["!wave"], "responses": [{"text": "Bye"}]},
        {"global_cooldown": 5, "chatter_cooldown": 15, "access_level": 0, "active_mode": "always", **NEVER_USED},
    ),
    "/channels/{channel_id}/timers": (
        {"name": "Socials", "messages": [{"text": "Follow us"}]},
        {"interval_minutes": 30, "min_chat_messages": 5, "spread_minutes": 0, "last_skip": None},
    ),
    "/channels/{channel_id}/filters": (
        {"name": "Shouting", "type": "caps"},
        {"mode": "on", "exempt_level": 7, "strike_seconds": 3600, "settings": {"min_length": 20, "percent": 60}},
    ),
    "/channels/{channel_id}/quotes": (
        {"text": "The second bell"},
        {"number": 1, "stream_id": None, "stream_offset_seconds": None, "created_by": "JunoPlays"},
    ),
    "/channels/{channel_id}/queues": (
        {"name": "Customs"},
        {"is_open": False, "max_per_viewer": 1, "subs_first": False, "pick": "first"},
    ),
    "/channels/{channel_id}/giveaways": (
        {"title": "Keycaps", "keyword": "!keys"},
        {"state": "draft", "winners": 1, "ticket_cost": 0, "seed": None},
    ),
    "/channels/{channel_id}/widgets": (
        {"name": "Bottom left", "type": "chat"},
        {"enabled": True, "css": "", "sources": 0},
    ),
}
# Some default settings of each type of filter.
FILTER_SETTINGS: dict[str, Json] = {
    "banned_terms": {"whole_words": True, "lookalikes": True},
    "link": {"permit_seconds": 60},
    "caps": {"min_length": 20, "percent": 60},
    "symbol": {"max": 20},
    "emote": {"max": 20},
    "paragraph": {"max": 350},
    "non_latin": {"min_length": 5, "percent": 80},
    "repetition": {"seconds": 30},
    "flood": {},
    "mention": {"max": 5},
    "zalgo": {},
    "first_message_link": {},
    "raid_similarity": {},
}


def command_names(count: int) -> list[str]:
    return [f"!c{number}" for number in range(count)]


# Path, field, a value at the limit, and a value beyond the limit.
LIMITS: tuple[tuple[str, str, object, object], ...] = (
    ("/channels/{channel_id}/commands", "cmds", command_names(15), command_names(16)),
    ("/channels/{channel_id}/commands", "cmds", ["!" + "x" * 49], ["!" + "x" * 50]),
    ("/channels/{channel_id}/commands", "cmds", ["!one"], []),
    ("/channels/{channel_id}/commands", "patterns", [{"text": "hi"}] * 15, [{"text": "hi"}] * 16),
    ("/channels/{channel_id}/commands", "responses", [{"text": "x"}] * 10, [{"text": "x"}] * 11),
    ("/channels/{channel_id}/commands", "responses", [{"text": "x" * 1500}], [{"text": "x" * 1501}]),
    ("/channels/{channel_id}/commands", "responses", [{"text": "x"}], [{"text": ""}]),
    ("/channels/{channel_id}/timers", "messages", [{"text": "x"}] * 50, [{"text": "x"}] * 51),
    ("/channels/{channel_id}/timers", "messages", [{"text": "x" * 500}], [{"text": "x" * 501}]),
    ("/channels/{channel_id}/timers", "interval_minutes", 1, 0),
    ("/channels/{channel_id}/filters", "name", "x" * 100, "x" * 101),
    ("/channels/{channel_id}/filters", "message", "x" * 500, "x" * 501),
    (
        "/channels/{channel_id}/filters",
        "ladder",
        [{"action": "timeout", "seconds": 1_209_600}],
        [{"action": "timeout", "seconds": 1_209_601}],
    ),
    ("/channels/{channel_id}/quotes", "text", "x" * 1000, "x" * 1001),
    ("/channels/{channel_id}/giveaways", "winners", 100, 101),
    ("/channels/{channel_id}/giveaways", "winners", 1, 0),
    ("/admin/command-templates", "title", "x" * 100, "x" * 101),
)
TEMPLATE = FULL_BODIES["/admin/command-templates"]


async def create(client: ApiClient, path: str, channel_id: str, body: Json) -> Json:
    """Creates an entity from the body; returns what a GET of it returns afterwards."""
    address = path.format(channel_id=channel_id)
    response = await client.ask("POST", address, json=body)
    assert response.status_code == 201, response.text
    return await client.get(f"{address}/{response.json()['id']}")


@pytest.mark.rows("E11")
@pytest.mark.parametrize("path", FULL_BODIES)
async def test_fields_of_the_body_are_stored(owner: ApiClient, channel_id: str, path: str) -> None:
    stored = await create(owner, path, channel_id, FULL_BODIES[path])
    if path == "/admin/command-templates":
        (command,) = stored.pop("commands")
        assert TEMPLATE["commands"][0].items() <= command.items()
        assert (stored["title"], stored["description"]) == ("Fun", "Small talk")
        return
    assert {field: stored.get(field) for field in FULL_BODIES[path]} == FULL_BODIES[path]


@pytest.mark.rows("E11")
@pytest.mark.parametrize("path", DEFAULTS)
async def test_missing_field_gets_its_default(owner: ApiClient, channel_id: str, path: str) -> None:
    body, defaults = DEFAULTS[path]
    stored = await create(owner, path, channel_id, body)
    assert {field: stored.get(field, "missing") for field in defaults} == defaults


@pytest.mark.rows("E11", "V3")
async def test_values_at_the_limit_are_accepted_and_values_beyond_it_refused(owner: ApiClient, channel_id: str) -> None:
    for path, field, at_limit, beyond in LIMITS:
        address = path.format(channel_id=channel_id)
        body = FULL_BODIES["/admin/command-templates"] if path not in DEFAULTS else DEFAULTS[path][0]
        refused = await owner.ask("POST", address, json=body | {field: beyond})
        assert refused.status_code == 422, (path, field, refused.text)
        assert {name.split(".")[0] for name in error_fields(refused)} == {field}
        accepted = await owner.ask("POST", address, json=body | {field: at_limit})
        assert accepted.status_code == 201, (path, field, accepted.text)
        assert (await owner.ask("DELETE", f"{address}/{accepted.json()['id']}")).status_code == 204


@pytest.mark.rows("E11")
async def test_every_type_of_filter_has_its_default_settings(owner: ApiClient, channel_id: str) -> None:
    types = await owner.get(f"/channels/{channel_id}/filters/types")
    assert {one["type"] for one in types} == set(FILTER_SETTINGS)
    for kind, settings in FILTER_SETTINGS.items():
        path = "/channels/{channel_id}/filters"
        stored = await create(owner, path, channel_id, {"name": kind, "type": kind})
        assert settings.items() <= stored["settings"].items()


@pytest.mark.rows("E11")
async def test_every_type_of_widget_can_be_created(owner: ApiClient, channel_id: str) -> None:
    for kind in WIDGET_TYPES:
        path = "/channels/{channel_id}/widgets"
        stored = await create(owner, path, channel_id, {"name": kind, "type": kind})
        address = await owner.get(f"/channels/{channel_id}/widgets/{stored['id']}/key")
        assert address["path"] == f"/widget/{stored['id']}#key={address['key']}"
