# long-because: one table, read from top to bottom
"""Who may make which call and subscribe to which topic: written by hand from the rows A1-A8 of docs/requirements.md.

Nothing here is read from the code, so `test_access_matrix.py` fails if a call declares another permission than the one
below. A new call or topic is added under the sentence that allows it; if no sentence does, it must not exist.
"""

from collections.abc import Iterator
from dataclasses import dataclass

PUBLIC, SIGNED_IN, OPERATOR = "PUBLIC", "SIGNED_IN", "OPERATOR"
# The levels of the roles, from row E9.
LEVELS = {"PUBLIC": 0, "SUB": 1, "VIP": 2, "MOD": 7, "EDITOR": 100, "ADMIN": 200, "OWNER": 500}
MOD, EDITOR, ADMIN, OWNER = 7, 100, 200, 500
CHANNEL = "/api/2/channels/{channel_id}"


@dataclass(frozen=True, slots=True)
class Rule:
    """A sentence of the rows A1-A8 with the calls and topics that it allows; `…` in a call is the path of a channel.

    A number after a call is the refusal that an allowed caller gets without a body or parameter (422) or with unknown
    ids (404), or because nothing is set up; every other call succeeds.
    """

    sentence: str
    permission: str
    # The lowest level that has the permission; None outside channels.
    level: int | None
    calls: str
    topics: str = ""


RULES = (
    Rule(
        "A1 anonymous: public routes only (sign-in, watch page, public chat, widgets, pictures, pages).",
        PUBLIC,
        None,
        """
        GET /{path:path}
        GET /health
        GET /media/{media_id} 404
        GET /media/{media_id}/thumbnail 404
        POST /webhooks/kick 400
        POST /webhooks/twitch 404
        POST /api/2/oauth/{provider} 422
        GET /api/2/platforms
        GET /api/2/roles
        GET /api/2/{provider}/sign-in-url
        GET /api/2/watch/{provider}/{name}
        WS /api/2/public-live
        WS /api/2/widgets/{widget_id}/live
        GET …/public-chat
        GET …/public-commands
        GET …/public-quotes
        GET …/public-queues 404
        GET …/public-queues/{queue_id} 404
        GET …/public-leaderboard 404
        GET …/public-giveaways/{giveaway_id} 404
        GET …/public-giveaways/{giveaway_id}/entries 404
        """,
    ),
    Rule(
        "A1 all other routes need sign-in: one's own account, one's own channels, an invitation.",
        SIGNED_IN,
        None,
        """
        GET /api/2/user
        DELETE /api/2/user 422
        GET /api/2/user/deletion
        GET /api/2/user/channel-deletions
        GET /api/2/user/providers
        DELETE /api/2/user/providers/{user_provider_id} 404
        GET /api/2/user/api-tokens
        POST /api/2/user/api-tokens 422
        DELETE /api/2/user/api-tokens/{token_id} 404
        GET /api/2/user/sessions
        DELETE /api/2/user/sessions
        DELETE /api/2/user/sessions/current
        DELETE /api/2/user/sessions/{session_id} 404
        GET /api/2/user/settings
        PUT /api/2/user/settings 422
        GET /api/2/{provider}/connect-chat-url 422
        GET /api/2/system-bot-providers
        GET /api/2/command-templates
        GET /api/2/channels
        POST /api/2/channels 422
        GET /api/2/channel-invites/{invite_id} 422
        POST /api/2/channel-invites/{invite_id}/accept 422
        WS /api/2/live
        """,
    ),
    Rule(
        "A7 the admin area is for operators only, on the server.",
        OPERATOR,
        None,
        """
        GET /api/2/admin/channels
        GET /api/2/admin/channels/{channel_id}
        DELETE /api/2/admin/channels/{channel_id} 422
        PUT /api/2/admin/channels/{channel_id}/suspension 422
        DELETE /api/2/admin/channels/{channel_id}/suspension
        GET /api/2/admin/notices
        POST /api/2/admin/notices 422
        DELETE /api/2/admin/notices/{notice_id} 404
        GET /api/2/admin/users
        DELETE /api/2/admin/users/{user_id} 422
        GET /api/2/admin/users/{user_id}/deletion
        PUT /api/2/admin/users/{user_id}/suspension 404
        DELETE /api/2/admin/users/{user_id}/suspension 404
        PUT /api/2/admin/users/{user_id}/operator 404
        DELETE /api/2/admin/users/{user_id}/operator 404
        GET /api/2/admin/command-templates
        POST /api/2/admin/command-templates 422
        GET /api/2/admin/command-templates/{template_id} 404
        PUT /api/2/admin/command-templates/{template_id} 422
        DELETE /api/2/admin/command-templates/{template_id} 404
        GET /api/2/admin/health
        POST /api/2/admin/health
        GET /api/2/admin/jobs
        POST /api/2/admin/jobs/{name}/run 404
        POST /api/2/admin/jobs/{name}/pause 404
        GET /api/2/admin/nightly-backups
        PUT /api/2/admin/nightly-backups 422
        DELETE /api/2/system-bot-providers/{provider} 404
        """,
    ),
    Rule(
        "A3 Mod: read (the channel itself, which every other permission needs, and its file of settings).",
        "channel.read",
        MOD,
        """
        GET …
        GET …/settings
        GET …/membership
        DELETE …/membership
        GET …/presence
        GET …/state
        GET …/emotes
        GET …/stream-info/viewers
        GET …/stream-info/{channel_provider_id}/ads 404
        GET …/channel-file
        POST …/channel-file/diff 422
        GET …/channel-versions
        GET …/channel-versions/{version_id}/channel-file 404
        POST …/channel-versions/{version_id}/diff 422
        """,
        topics="presence state stream",
    ),
    Rule(
        "A3 Mod: read chat.",
        "chat.read",
        MOD,
        """
        GET …/chat-messages
        GET …/chat-messages/{connection_id}/{message_id:path}/why 404
        GET …/chat-settings
        """,
        topics="chat",
    ),
    Rule(
        "A3 Mod: read the activity feed (with filters and marks of one's own).",
        "activity.read",
        MOD,
        """
        GET …/activities
        GET …/activity-kinds
        GET …/activity-values
        GET …/activity-settings
        PUT …/activity-settings 422
        POST …/activities/acknowledge-all 422
        PUT …/activities/{activity_id}/acknowledged 404
        DELETE …/activities/{activity_id}/acknowledged 404
        """,
        topics="activity",
    ),
    Rule(
        "A3 Mod: read (stats, which no row names, are about chat and the activity feed).",
        "stats.read",
        MOD,
        """
        GET …/stats
        GET …/stats/csv
        GET …/streams
        GET …/streams/{stream_id} 404
        GET …/streams/{stream_id}/csv 404
        """,
        topics="stats",
    ),
    Rule(
        "A3 Mod: read platforms.",
        "platforms.read",
        MOD,
        """
        GET …/providers
        WS …/providers-ws
        GET …/announcements
        POST …/announcements/preview 422
        GET …/music
        GET …/song-requests
        """,
        topics="providers announcements song-requests",
    ),
    Rule(
        "A3 Mod: read chat commands (and preview them).",
        "commands.read",
        MOD,
        """
        GET …/commands
        GET …/commands/name-check 422
        GET …/commands/{command_id} 404
        GET …/command-settings
        GET …/variables
        POST …/previews 422
        POST …/command-templates/{template_id}/preview 404
        """,
        topics="commands",
    ),
    Rule(
        "A3 Mod: read timers.",
        "timers.read",
        MOD,
        """
        GET …/timers
        GET …/timers/{timer_id} 404
        """,
        topics="timers",
    ),
    Rule(
        "A3 Mod: read filters (and try one on a sentence or on stored chat, which changes nothing).",
        "filters.read",
        MOD,
        """
        GET …/filters
        GET …/filters/types
        GET …/filters/{filter_id} 404
        GET …/filters/{filter_id}/hits 404
        GET …/filters/{filter_id}/terms 404
        GET …/filter-strikes 422
        POST …/filters/test 422
        POST …/filters/backtests 422
        GET …/filters/backtests/{backtest_id} 404
        DELETE …/filters/backtests/{backtest_id} 404
        """,
        topics="filters",
    ),
    Rule(
        "A3 Mod: read quotes.",
        "quotes.read",
        MOD,
        """
        GET …/quotes
        GET …/quotes/{quote_id} 404
        GET …/quote-settings
        """,
        topics="quotes",
    ),
    Rule(
        "A3 Mod: read gambling settings (points, roulette, slots).",
        "gambling.read",
        MOD,
        """
        GET …/points/settings
        GET …/points/leaderboard
        GET …/points/today
        GET …/points/csv
        GET …/points/viewers/{provider}/{provider_viewer_id} 404
        GET …/points/viewers/{provider}/{provider_viewer_id}/entries 404
        GET …/games/{game} 422
        GET …/games/{game}/players 422
        GET …/games/{game}/players/{provider}/{viewer_id} 422
        GET …/viewers/{provider}/{provider_viewer_id}/games
        """,
        topics="points games",
    ),
    Rule(
        "A3 Mod: read giveaways.",
        "giveaways.read",
        MOD,
        """
        GET …/giveaways
        GET …/giveaways/{giveaway_id} 404
        GET …/giveaways/{giveaway_id}/entries 404
        GET …/giveaway-defaults
        """,
        topics="giveaways",
    ),
    Rule(
        "A3 Mod: read the viewer queue.",
        "queues.read",
        MOD,
        """
        GET …/queues
        GET …/queues/{queue_id} 404
        GET …/queues/{queue_id}/entries 404
        GET …/queues/{queue_id}/viewers/{provider}/{provider_viewer_id} 404
        """,
        topics="queues",
    ),
    Rule(
        "A3 Mod: use moderation tools (viewers, bans, messages, chat modes, alerts on stream, writing in chat).",
        "moderation.use",
        MOD,
        """
        POST …/twitch/{channel_provider_id}/ban 422
        POST …/kick/{channel_provider_id}/ban 422
        POST …/{provider}/{channel_provider_id}/ban 422
        DELETE …/{provider}/{channel_provider_id}/ban 422
        DELETE …/{provider}/{channel_provider_id}/chat-messages/{provider_message_id:path} 404
        GET …/{provider}/{channel_provider_id}/chat-modes 404
        PATCH …/{provider}/{channel_provider_id}/chat-modes 422
        POST …/{provider}/{channel_provider_id}/clear-chat 404
        POST …/{provider}/{channel_provider_id}/shoutout 422
        POST …/{provider}/{channel_provider_id}/warning 422
        GET …/viewers
        GET …/viewers/{provider}/{provider_viewer_id} 404
        GET …/viewers/{provider}/{provider_viewer_id}/attendance
        GET …/viewers/{provider}/{provider_viewer_id}/platform
        POST …/viewers/{provider}/{provider_viewer_id}/ban-everywhere 422
        POST …/viewers/{provider}/{provider_viewer_id}/link-codes 404
        POST …/viewers/{provider}/{provider_viewer_id}/links 422
        DELETE …/viewers/{provider}/{provider_viewer_id}/links 404
        POST …/viewers/{provider}/{provider_viewer_id}/notes 422
        DELETE …/viewers/{provider}/{provider_viewer_id}/notes/{note_id} 404
        GET …/moderation-log
        POST …/moderation-log/{entry_id}/undo 404
        POST …/chat-messages/{connection_id}/{message_id:path}/undo 404
        GET …/chat-messages/export
        GET …/sent-messages
        POST …/sent-messages 422
        POST …/sent-messages/{sent_id}/retry 422
        POST …/permits 422
        GET …/panic
        POST …/panic
        DELETE …/panic
        PATCH …/state 422
        POST …/emotes/refresh 429
        POST …/stream-info/{channel_provider_id}/clips 404
        POST …/stream-info/{channel_provider_id}/markers 422
        POST …/song-requests/skip 404
        POST …/song-requests/clear
        DELETE …/song-requests/{request_id} 404
        POST …/alerts/skip
        GET …/widgets/{widget_id}/alerts 404
        DELETE …/widgets/{widget_id}/alerts 404
        POST …/widgets/{widget_id}/alerts/skip 404
        PUT …/widgets/{widget_id}/alerts/paused 422
        """,
        topics="moderation panic",
    ),
    Rule(
        "A3 Mod: use moderation tools (on the simulated platforms of a rehearsal).",
        "rehearsal.control",
        MOD,
        """
        GET …/rehearsal 404
        POST …/rehearsal/evening 404
        POST …/rehearsal/moments 404
        PUT …/rehearsal/plugs/{provider} 404
        """,
    ),
    Rule(
        "A4 Editor: manage commands (also those of templates and of other bots).",
        "commands.manage",
        EDITOR,
        """
        POST …/commands 422
        PUT …/commands/{command_id} 422
        DELETE …/commands/{command_id} 404
        POST …/commands/delete 422
        PUT …/commands/enabled 422
        PUT …/command-settings 422
        POST …/command-templates/{template_id}/import 422
        POST …/starter-commands
        DELETE …/starter-commands
        POST …/imports 422
        POST …/imports/review 422
        """,
    ),
    Rule(
        "A4 Editor: manage timers.",
        "timers.manage",
        EDITOR,
        """
        POST …/timers 422
        PUT …/timers/{timer_id} 422
        DELETE …/timers/{timer_id} 404
        POST …/timers/{timer_id}/run 404
        PUT …/timers/enabled 422
        """,
    ),
    Rule(
        "A4 Editor: manage filters.",
        "filters.manage",
        EDITOR,
        """
        POST …/filters 422
        PUT …/filters/{filter_id} 422
        DELETE …/filters/{filter_id} 404
        PUT …/filters/{filter_id}/enabled 422
        PUT …/filters/{filter_id}/terms 422
        PUT …/filters/order 422
        POST …/filters/recommended
        """,
    ),
    Rule(
        "A4 Editor: manage quotes.",
        "quotes.manage",
        EDITOR,
        """
        POST …/quotes 422
        PUT …/quotes/{quote_id} 422
        DELETE …/quotes/{quote_id} 404
        PUT …/quote-settings 422
        """,
    ),
    Rule(
        "A4 Editor: manage gambling settings.",
        "gambling.manage",
        EDITOR,
        """
        PUT …/points/settings 422
        POST …/points/viewers/{provider}/{provider_viewer_id}/adjust 422
        POST …/points/entries/{entry_id}/undo 422
        POST …/point-imports 422
        POST …/point-imports/review 422
        PUT …/games/{game} 422
        """,
    ),
    Rule(
        "A4 Editor: manage giveaways.",
        "giveaways.manage",
        EDITOR,
        """
        POST …/giveaways 422
        PUT …/giveaways/{giveaway_id} 422
        DELETE …/giveaways/{giveaway_id} 404
        POST …/giveaways/{giveaway_id}/open 404
        POST …/giveaways/{giveaway_id}/pause 404
        POST …/giveaways/{giveaway_id}/close 404
        POST …/giveaways/{giveaway_id}/draw 404
        POST …/giveaways/{giveaway_id}/archive 404
        POST …/giveaways/{giveaway_id}/draws/{draw_id}/confirm 404
        POST …/giveaways/{giveaway_id}/draws/{draw_id}/redraw 404
        PUT …/giveaway-defaults 422
        """,
    ),
    Rule(
        "A4 Editor: manage the viewer queue.",
        "queues.manage",
        EDITOR,
        """
        POST …/queues 422
        PUT …/queues/{queue_id} 422
        DELETE …/queues/{queue_id} 404
        PUT …/queues/{queue_id}/open 422
        POST …/queues/{queue_id}/next 422
        POST …/queues/{queue_id}/finish 404
        POST …/queues/{queue_id}/clear 404
        DELETE …/queues/{queue_id}/entries/{entry_id} 404
        PUT …/queues/{queue_id}/entries/{entry_id}/place 422
        PUT …/queues/{queue_id}/entries/{entry_id}/state 422
        PUT …/queues/{queue_id}/entries/{entry_id}/texts 422
        """,
    ),
    Rule(
        "A4 Editor: read and manage widgets and media (no row names them; Editors decide what the audience sees).",
        "widgets.manage",
        EDITOR,
        """
        GET …/widgets
        POST …/widgets 422
        GET …/widgets/{widget_id} 404
        PUT …/widgets/{widget_id} 422
        DELETE …/widgets/{widget_id} 404
        PUT …/widgets/{widget_id}/enabled 422
        POST …/widgets/{widget_id}/test 422
        GET …/widgets/{widget_id}/key 404
        POST …/widgets/{widget_id}/key 404
        GET …/widgets/{widget_id}/sources 404
        GET …/widgets/{widget_id}/countdown 404
        POST …/widgets/{widget_id}/countdown 422
        GET …/widget-types
        POST …/activities/{activity_id}/replay 404
        GET …/media
        POST …/media 422
        GET …/media/{media_id} 404
        PATCH …/media/{media_id} 422
        DELETE …/media/{media_id} 404
        """,
        topics="widgets",
    ),
    Rule(
        "A4 Editor: update the title (also the category, raids, test activities and the values of activities).",
        "title.update",
        EDITOR,
        """
        PUT …/stream-info 422
        GET …/stream-info/{channel_provider_id}/categories 422
        POST …/{provider}/{channel_provider_id}/raid 422
        DELETE …/{provider}/{channel_provider_id}/raid 404
        POST …/activities/test 422
        PUT …/activity-values 422
        """,
    ),
    Rule(
        "A4 Editor: run ads.",
        "ads.run",
        EDITOR,
        """
        POST …/stream-info/{channel_provider_id}/ads 422
        POST …/stream-info/{channel_provider_id}/ads/snooze 404
        """,
    ),
    Rule(
        "A5 Admin: manage platforms (and the settings of the channel that hold for all of them).",
        "platforms.manage",
        ADMIN,
        """
        POST …/providers 422
        DELETE …/providers/{channel_provider_id} 404
        DELETE …/providers/{channel_provider_id}/bot 404
        POST …/providers/{channel_provider_id}/proof 404
        PATCH …/chat-settings 422
        PUT …/announcements 422
        PUT …/announcements/address 422
        DELETE …/announcements/address
        POST …/announcements/test 409
        GET …/webhooks
        POST …/webhooks 422
        PUT …/webhooks/{webhook_id} 422
        DELETE …/webhooks/{webhook_id} 404
        POST …/webhooks/{webhook_id}/secret 404
        POST …/webhooks/{webhook_id}/test 404
        GET …/webhooks/{webhook_id}/deliveries 404
        POST …/webhooks/{webhook_id}/deliveries/{delivery_id}/send 404
        PATCH …/settings 422
        PUT …/song-requests/settings 422
        POST …/channel-file/apply 422
        POST …/channel-versions 422
        POST …/channel-versions/{version_id}/restore 422
        GET …/rehearsal/set-up 404
        POST …/rehearsal/set-up/{step} 404
        """,
        topics="webhooks",
    ),
    Rule(
        "A5 Admin: manage user access.",
        "access.manage",
        ADMIN,
        """
        GET …/viewers/{provider}/{provider_viewer_id}/data 404
        GET …/viewers/{provider}/{provider_viewer_id}/data/summary
        DELETE …/viewers/{provider}/{provider_viewer_id}/data 404
        GET …/audit-log
        GET …/audit-log/people
        GET …/audit-log/sections
        GET …/audit-log/csv
        GET …/audit-log/{entry_id}/undo 404
        POST …/audit-log/{entry_id}/undo 404
        GET …/invites
        POST …/invites 422
        DELETE …/invites/{invite_id} 404
        GET …/members
        PUT …/members/{user_id}/level 422
        PUT …/members/{user_id}/access-end 422
        DELETE …/members/{user_id} 404
        POST …/ownership 422
        """,
        topics="members audit-log",
    ),
    Rule(
        "A6 Owner: delete the channel.",
        "channel.delete",
        OWNER,
        """
        GET …/deletion
        POST …/deletion 422
        """,
    ),
)

# An API token never gives these permissions, and cannot be used for these calls.
NEVER_WITH_TOKEN = {"channel.delete", "rehearsal.control"}
ONLY_WITH_SESSION = {
    ("DELETE", f"{CHANNEL}/membership"),
    ("POST", f"{CHANNEL}/ownership"),
    ("GET", f"{CHANNEL}/rehearsal/set-up"),
    ("POST", f"{CHANNEL}/rehearsal/set-up/{{step}}"),
    # A webhook would outlive the token, and sends data that the token may not read.
    *((method, f"{CHANNEL}/webhooks") for method in ("GET", "POST")),
    *((method, f"{CHANNEL}/webhooks/{{webhook_id}}") for method in ("PUT", "DELETE")),
    ("POST", f"{CHANNEL}/webhooks/{{webhook_id}}/secret"),
    ("POST", f"{CHANNEL}/webhooks/{{webhook_id}}/test"),
    ("GET", f"{CHANNEL}/webhooks/{{webhook_id}}/deliveries"),
    ("POST", f"{CHANNEL}/webhooks/{{webhook_id}}/deliveries/{{delivery_id}}/send"),
}

# Topics for viewers without an account, and for pages of widgets: each group has its own socket.
PUBLIC_TOPICS = frozenset({"public-chat", "public-streams"})
WIDGET_TOPICS = frozenset({"widget-activity", "widget-chat", "widget-command-prefix"})


def _calls(rule: Rule) -> Iterator[tuple[str, str, int]]:
    for line in rule.calls.strip().splitlines():
        method, path, *refusal = line.split()
        yield method, path.replace("…", CHANNEL), int(*refusal)


# Every call: (method, path, permission).
CALLS = [(method, path, rule.permission) for rule in RULES for method, path, _ in _calls(rule)]
# The status of a call (method, path) that refuses an allowed caller here, or 0 if it succeeds.
REFUSALS = {(method, path): refusal for rule in RULES for method, path, refusal in _calls(rule)}
# The permission to subscribe to a topic of a channel.
TOPICS = {subject: rule.permission for rule in RULES for subject in rule.topics.split()}
# The lowest level with each permission.
LOWEST_LEVEL = {rule.permission: rule.level for rule in RULES if rule.level is not None}
