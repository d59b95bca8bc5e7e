# long-because: one table, read from top to bottom
"""Every call of a channel except those that only read: its line in the audit log, or the reason why it has none.

Written by hand: a new call needs an entry in one of the tables.
"""

from dataclasses import dataclass

from support.commands import command_body
from support.filters import filter_body
from support.greenroom_server import Json
from support.timers import timer_body


@dataclass(frozen=True)
class Case:
    """A call and the line that it writes; `{name}` in path and body is the id that an earlier call stored."""

    call: str
    section: str
    title: str
    # A changed field, with its old and its new value.
    changed: tuple[str, object, object]
    body: Json | None = None
    # The name under which the id of the answer is stored for later calls.
    id_name: str = ""


TERM = {"kind": "phrase", "text": "buy followers"}
WORDS = filter_body("banned_terms", name="Words", settings={"terms": []})
QUOTE: Json = {"text": "I meant to do that"}
GIVEAWAY: Json = {"title": "Keycap set", "keyword": "!keycap"}
WIDGET: Json = {"name": "Corner", "type": "chat"}
IMPORTED: Json = {"kind": "commands", "entry": command_body("!rig", "An old laptop"), "conflicts": "skip"}
FILE = "greenroom: 1\nquote_settings:\n  is_public: true\n"

# The calls are made in this order: later calls use entries that earlier calls created.
RECORDED = (
    Case("POST …/commands", "commands", "!day", ("enabled", None, True), command_body("!day"), "command"),
    Case(
        "PUT …/commands/{command}",
        "commands",
        "!day",
        ("global_cooldown", 5, 30),
        command_body("!day", global_cooldown=30),
    ),
    Case(
        "PUT …/commands/enabled",
        "commands",
        "!day",
        ("enabled", True, False),
        {"ids": ["{command}"], "enabled": False},
    ),
    Case("POST …/commands/delete", "commands", "!day", ("global_cooldown", 30, None), {"ids": ["{command}"]}),
    Case("POST …/commands", "commands", "!day", ("global_cooldown", None, 5), command_body("!day"), "command"),
    Case("DELETE …/commands/{command}", "commands", "!day", ("global_cooldown", 5, None)),
    Case("DELETE …/starter-commands", "commands", "!setgame", ("cmds", ["!setgame"], None)),
    Case("POST …/starter-commands", "commands", "!setgame", ("cmds", None, ["!setgame"])),
    Case(
        "PUT …/command-settings",
        "command_settings",
        "Command settings",
        ("chat_management", "editors", "mods"),
        {"chat_management": "mods"},
    ),
    Case(
        "PUT …/song-requests/settings",
        "song_requests",
        "Song requests",
        ("max_per_viewer", 2, 5),
        {"max_per_viewer": 5},
    ),
    Case(
        "POST …/imports",
        "commands",
        "!rig",
        ("cmds", None, ["!rig"]),
        {"source": "nightbot", "rows": [IMPORTED]},
    ),
    Case(
        "POST …/command-templates/{template}/import",
        "commands",
        "!slots",
        ("cmds", None, ["!slots"]),
        {"commands": [{"key": "!slots"}]},
    ),
    Case("POST …/timers", "timers", "Water", ("interval_minutes", None, 10), timer_body(), "timer"),
    Case("PUT …/timers/{timer}", "timers", "Water", ("interval_minutes", 10, 20), timer_body(interval_minutes=20)),
    Case("PUT …/timers/enabled", "timers", "Water", ("enabled", True, False), {"ids": ["{timer}"], "enabled": False}),
    Case("DELETE …/timers/{timer}", "timers", "Water", ("interval_minutes", 20, None)),
    Case("POST …/filters", "filters", "Words", ("type", None, "banned_terms"), WORDS, "filter"),
    Case(
        "PUT …/filters/{filter}", "filters", "Words", ("message", "", "Please not"), {**WORDS, "message": "Please not"}
    ),
    Case("PUT …/filters/{filter}/enabled", "filters", "Words", ("enabled", True, False), {"enabled": False}),
    Case("PUT …/filters/{filter}/terms", "filters", "Words", ("settings.terms", [], [TERM]), {"terms": [TERM]}),
    Case("POST …/filters", "filters", "Shouting", ("type", None, "caps"), filter_body(name="Shouting"), "shouting"),
    Case(
        "PUT …/filters/order",
        "filter_order",
        "Filter order",
        ("names", ["Words", "Shouting"], ["Shouting", "Words"]),
        {"filter_ids": ["{shouting}", "{filter}"]},
    ),
    Case("DELETE …/filters/{filter}", "filters", "Words", ("message", "Please not", None)),
    Case("POST …/filters/recommended", "filters", "Zalgo text", ("type", None, "zalgo")),
    Case("POST …/quotes", "quotes", "#1", ("text", None, "I meant to do that"), QUOTE, "quote"),
    Case("PUT …/quotes/{quote}", "quotes", "#1", ("category", "", "Celeste"), {**QUOTE, "category": "Celeste"}),
    Case("DELETE …/quotes/{quote}", "quotes", "#1", ("category", "Celeste", None)),
    Case("PUT …/quote-settings", "quote_settings", "Quote settings", ("is_public", True, False), {"is_public": False}),
    Case(
        "POST …/channel-file/apply", "quote_settings", "Quote settings", ("is_public", False, True), {"content": FILE}
    ),
    Case(
        "POST …/channel-versions/{version}/restore", "quote_settings", "Quote settings", ("is_public", True, False), {}
    ),
    Case("PUT …/points/settings", "points", "Points", ("enabled", False, True), {"enabled": True}),
    Case("PUT …/games/roulette", "roulette", "Roulette", ("enabled", False, True), {"enabled": True}),
    Case(
        "POST …/point-imports",
        "points_imports",
        "StreamElements",
        ("waiting", None, 1),
        {"source": "streamelements", "provider": "twitch", "content": "username,points\nada,5\n"},
    ),
    Case("POST …/giveaways", "giveaways", "Keycap set", ("keyword", None, "!keycap"), GIVEAWAY, "giveaway"),
    Case(
        "PUT …/giveaways/{giveaway}",
        "giveaways",
        "Keycap set",
        ("keyword", "!keycap", "!keys"),
        {**GIVEAWAY, "keyword": "!keys"},
    ),
    Case("DELETE …/giveaways/{giveaway}", "giveaways", "Keycap set", ("keyword", "!keys", None)),
    Case("PUT …/giveaway-defaults", "giveaway_defaults", "Giveaway defaults", ("winners", 1, 2), {"winners": 2}),
    Case("POST …/queues", "queues", "Races", ("name", None, "Races"), {"name": "Races"}, "queue"),
    Case("PUT …/queues/{queue}", "queues", "Raids", ("name", "Races", "Raids"), {"name": "Raids"}),
    Case("DELETE …/queues/{queue}", "queues", "Raids", ("name", "Raids", None)),
    Case("POST …/widgets", "widgets", "Corner", ("type", None, "chat"), WIDGET, "widget"),
    Case(
        "PUT …/widgets/{widget}",
        "widgets",
        "Corner",
        ("css", "", "p {}"),
        {"name": "Corner", "settings": {}, "css": "p {}"},
    ),
    Case("PUT …/widgets/{widget}/enabled", "widgets", "Corner", ("enabled", True, False), {"enabled": False}),
    Case("DELETE …/widgets/{widget}", "widgets", "Corner", ("css", "p {}", None)),
    Case(
        "PUT …/activity-values", "activity_values", "Activity values", ("values.USD", None, 7), {"values": {"USD": 7}}
    ),
    Case("PUT …/announcements", "announcements", "Announcements", ("mode", "once", "each"), {"mode": "each"}),
    Case("PATCH …/chat-settings", "chat", "Chat settings", ("is_public", True, False), {"is_public": False}),
    Case(
        "PATCH …/settings",
        "channel_settings",
        "Channel settings",
        ("time_zone", "UTC", "Europe/Berlin"),
        {"time_zone": "Europe/Berlin"},
    ),
    Case("PATCH …/state", "state", "Bot and alerts", ("bot_muted", False, True), {"bot_muted": True}),
)

# These calls are also recorded; the value names their test, the folder of their tests, or their line.
RECORDED_ELSEWHERE = {
    "POST …/twitch/{channel_provider_id}/ban": "test_staff_actions_in_chat_are_recorded_and_undone",
    "POST …/kick/{channel_provider_id}/ban": "the same code as on Twitch",
    "POST …/{provider}/{channel_provider_id}/ban": "the same code as on Twitch",
    "DELETE …/{provider}/{channel_provider_id}/ban": "test_staff_actions_in_chat_are_recorded_and_undone",
    "DELETE …/{provider}/{channel_provider_id}/chat-messages/{provider_message_id:path}": "an entry of moderation",
    "PATCH …/{provider}/{channel_provider_id}/chat-modes": "an entry of moderation",
    "POST …/{provider}/{channel_provider_id}/clear-chat": "an entry of moderation",
    "POST …/{provider}/{channel_provider_id}/shoutout": "an entry of moderation",
    "POST …/{provider}/{channel_provider_id}/warning": "an entry of moderation",
    "POST …/{provider}/{channel_provider_id}/raid": "an entry of moderation",
    "DELETE …/{provider}/{channel_provider_id}/raid": "an entry of moderation",
    "POST …/viewers/{provider}/{provider_viewer_id}/ban-everywhere": "an entry of moderation for each chat",
    "POST …/moderation-log/{entry_id}/undo": "an entry of moderation",
    "POST …/chat-messages/{connection_id}/{message_id:path}/undo": "an entry of moderation",
    "POST …/panic": "an entry of moderation, and the switches of the channel",
    "DELETE …/panic": "an entry of moderation, and the switches of the channel",
    "POST …/points/viewers/{provider}/{provider_viewer_id}/adjust": "a line with the balance before and after",
    "POST …/points/entries/{entry_id}/undo": "a line with the balance before and after",
    "PUT …/stream-info": "test_undo_restores_the_title_on_the_platform",
    "POST …/providers": "test_platforms_are_recorded_and_not_undone",
    "POST …/providers/{channel_provider_id}/proof": "test_platforms_are_recorded_and_not_undone",
    "DELETE …/providers/{channel_provider_id}": "test_platforms_are_recorded_and_not_undone",
    "DELETE …/providers/{channel_provider_id}/bot": "a line of platforms",
    "POST …/widgets/{widget_id}/key": "test_new_key_of_a_widget_is_recorded_without_the_key",
    "POST …/media": "a line of media",
    "PATCH …/media/{media_id}": "a line of media",
    "DELETE …/media/{media_id}": "a line of media",
    "POST …/rehearsal/set-up/{step}": "lines of the sections and platforms that it sets up",
    "POST …/audit-log/{entry_id}/undo": "test_undo_writes_the_old_values_back_and_has_its_own_line",
    "DELETE …/viewers/{provider}/{provider_viewer_id}/data": "a line without the name; tests/features/viewer_data",
    "PUT …/announcements/address": "tests/features/announcements",
    "DELETE …/announcements/address": "tests/features/announcements",
    "POST …/webhooks": "tests/features/webhooks",
    "PUT …/webhooks/{webhook_id}": "tests/features/webhooks",
    "DELETE …/webhooks/{webhook_id}": "tests/features/webhooks",
    "POST …/webhooks/{webhook_id}/secret": "tests/features/webhooks",
    "POST …/invites": "tests/features/members",
    "DELETE …/invites/{invite_id}": "tests/features/members",
    "PUT …/members/{user_id}/level": "tests/features/members",
    "PUT …/members/{user_id}/access-end": "tests/features/members",
    "DELETE …/members/{user_id}": "tests/features/members",
    "POST …/ownership": "tests/features/members",
    "DELETE …/membership": "tests/features/members",
}

READS = "changes nothing"
OWN = "a mark or setting of the caller alone"
LIVE = "runs what is configured; its own screen has the history"
SENDS = "sends something to chat or a platform; the sent messages or the platform show it"
VIEWER = "about one viewer; the viewer's card shows it with its author"
NOT_RECORDED = {
    "POST …/channel-file/diff": READS,
    "POST …/channel-versions/{version_id}/diff": READS,
    "POST …/channel-versions": "keeps a copy, changes nothing; the list of versions has its author",
    "POST …/previews": READS,
    "POST …/command-templates/{template_id}/preview": READS,
    "POST …/filters/test": READS,
    "POST …/filters/backtests": READS,
    "DELETE …/filters/backtests/{backtest_id}": READS,
    "POST …/imports/review": READS,
    "POST …/point-imports/review": READS,
    "PUT …/activity-settings": OWN,
    "POST …/activities/acknowledge-all": OWN,
    "PUT …/activities/{activity_id}/acknowledged": OWN,
    "DELETE …/activities/{activity_id}/acknowledged": OWN,
    "POST …/viewers/{provider}/{provider_viewer_id}/link-codes": VIEWER,
    "POST …/viewers/{provider}/{provider_viewer_id}/links": VIEWER,
    "DELETE …/viewers/{provider}/{provider_viewer_id}/links": VIEWER,
    "POST …/viewers/{provider}/{provider_viewer_id}/notes": VIEWER,
    "DELETE …/viewers/{provider}/{provider_viewer_id}/notes/{note_id}": VIEWER,
    "POST …/permits": VIEWER,
    "POST …/sent-messages": SENDS,
    "POST …/sent-messages/{sent_id}/retry": SENDS,
    "POST …/timers/{timer_id}/run": SENDS,
    "POST …/stream-info/{channel_provider_id}/clips": SENDS,
    "POST …/stream-info/{channel_provider_id}/markers": SENDS,
    "POST …/stream-info/{channel_provider_id}/ads": SENDS,
    "POST …/stream-info/{channel_provider_id}/ads/snooze": SENDS,
    "POST …/emotes/refresh": READS,
    "POST …/alerts/skip": LIVE,
    "DELETE …/widgets/{widget_id}/alerts": LIVE,
    "POST …/widgets/{widget_id}/alerts/skip": LIVE,
    "PUT …/widgets/{widget_id}/alerts/paused": LIVE,
    "POST …/widgets/{widget_id}/test": LIVE,
    "POST …/widgets/{widget_id}/countdown": LIVE,
    "POST …/activities/{activity_id}/replay": LIVE,
    "POST …/activities/test": LIVE,
    "POST …/rehearsal/evening": LIVE,
    "POST …/rehearsal/moments": LIVE,
    "PUT …/rehearsal/plugs/{provider}": LIVE,
    "POST …/giveaways/{giveaway_id}/open": LIVE,
    "POST …/giveaways/{giveaway_id}/pause": LIVE,
    "POST …/giveaways/{giveaway_id}/close": LIVE,
    "POST …/giveaways/{giveaway_id}/draw": LIVE,
    "POST …/giveaways/{giveaway_id}/archive": LIVE,
    "POST …/giveaways/{giveaway_id}/draws/{draw_id}/confirm": LIVE,
    "POST …/giveaways/{giveaway_id}/draws/{draw_id}/redraw": LIVE,
    "PUT …/queues/{queue_id}/open": LIVE,
    "POST …/queues/{queue_id}/next": LIVE,
    "POST …/queues/{queue_id}/finish": LIVE,
    "POST …/queues/{queue_id}/clear": LIVE,
    "DELETE …/queues/{queue_id}/entries/{entry_id}": LIVE,
    "PUT …/queues/{queue_id}/entries/{entry_id}/place": LIVE,
    "PUT …/queues/{queue_id}/entries/{entry_id}/state": LIVE,
    "PUT …/queues/{queue_id}/entries/{entry_id}/texts": LIVE,
    "POST …/song-requests/skip": LIVE,
    "POST …/song-requests/clear": LIVE,
    "DELETE …/song-requests/{request_id}": LIVE,
    "POST …/announcements/preview": READS,
    "POST …/announcements/test": SENDS,
    "POST …/webhooks/{webhook_id}/test": SENDS,
    "POST …/webhooks/{webhook_id}/deliveries/{delivery_id}/send": SENDS,
    "POST …/deletion": "the log is deleted with the channel",
}
