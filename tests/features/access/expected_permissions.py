# long-because: one table, read from top to bottom
"""Who may make which call and subscribe to which topic: written by hand from the rows A1-A8 of docs/requirements.md.

Nothing here is read from the code, so `test_access_matrix.py` fails if a call declares another permission than the one
below. A new call or topic is added under the sentence that allows it; if no sentence does, it must not exist.
"""

from dataclasses import dataclass

PUBLIC, SIGNED_IN, OPERATOR = "PUBLIC", "SIGNED_IN", "OPERATOR"
# The levels of the roles, from row E9.
LEVELS = {"PUBLIC": 0, "SUB": 1, "VIP": 2, "MOD": 7, "EDITOR": 100, "ADMIN": 200, "OWNER": 500}
MOD, EDITOR, ADMIN, OWNER = 7, 100, 200, 500
CHANNEL = "/api/2/channels/{channel_id}"


@dataclass(frozen=True, slots=True)
class Rule:
    """A sentence of the rows A1-A8 with the calls and topics that it allows; `…` in a call is the path of a channel."""

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
        GET /media/{media_id}
        GET /media/{media_id}/thumbnail
        POST /webhooks/kick
        POST /webhooks/twitch
        POST /api/2/oauth/{provider}
        GET /api/2/platforms
        GET /api/2/roles
        GET /api/2/{provider}/sign-in-url
        GET /api/2/watch/{provider}/{name}
        WS /api/2/public-live
        WS /api/2/widgets/{widget_id}/live
        GET …/public-chat
        GET …/public-commands
        GET …/public-quotes
        GET …/public-queues
        GET …/public-queues/{queue_id}
        GET …/public-leaderboard
        GET …/public-giveaways/{giveaway_id}
        GET …/public-giveaways/{giveaway_id}/entries
        """,
    ),
    Rule(
        "A1 all other routes need sign-in: one's own account, one's own channels, an invitation.",
        SIGNED_IN,
        None,
        """
        GET /api/2/user
        DELETE /api/2/user
        GET /api/2/user/deletion
        GET /api/2/user/channel-deletions
        GET /api/2/user/providers
        DELETE /api/2/user/providers/{user_provider_id}
        GET /api/2/user/api-tokens
        POST /api/2/user/api-tokens
        DELETE /api/2/user/api-tokens/{token_id}
        GET /api/2/user/sessions
        DELETE /api/2/user/sessions
        DELETE /api/2/user/sessions/current
        DELETE /api/2/user/sessions/{session_id}
        GET /api/2/user/settings
        PUT /api/2/user/settings
        GET /api/2/{provider}/connect-chat-url
        GET /api/2/system-bot-providers
        GET /api/2/command-templates
        GET /api/2/channels
        POST /api/2/channels
        GET /api/2/channel-invites/{invite_id}
        POST /api/2/channel-invites/{invite_id}/accept
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
        DELETE /api/2/admin/channels/{channel_id}
        PUT /api/2/admin/channels/{channel_id}/suspension
        DELETE /api/2/admin/channels/{channel_id}/suspension
        GET /api/2/admin/notices
        POST /api/2/admin/notices
        DELETE /api/2/admin/notices/{notice_id}
        GET /api/2/admin/users
        DELETE /api/2/admin/users/{user_id}
        GET /api/2/admin/users/{user_id}/deletion
        PUT /api/2/admin/users/{user_id}/suspension
        DELETE /api/2/admin/users/{user_id}/suspension
        PUT /api/2/admin/users/{user_id}/operator
        DELETE /api/2/admin/users/{user_id}/operator
        GET /api/2/admin/command-templates
        POST /api/2/admin/command-templates
        GET /api/2/admin/command-templates/{template_id}
        PUT /api/2/admin/command-templates/{template_id}
        DELETE /api/2/admin/command-templates/{template_id}
        GET /api/2/admin/health
        POST /api/2/admin/health
        GET /api/2/admin/jobs
        POST /api/2/admin/jobs/{name}/run
        POST /api/2/admin/jobs/{name}/pause
        GET /api/2/admin/nightly-backups
        PUT /api/2/admin/nightly-backups
        DELETE /api/2/system-bot-providers/{provider}
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
        GET …/stream-info/{channel_provider_id}/ads
        GET …/channel-file
        POST …/channel-file/diff
        GET …/channel-versions
        GET …/channel-versions/{version_id}/channel-file
        POST …/channel-versions/{version_id}/diff
        """,
        topics="presence state stream",
    ),
    Rule(
        "A3 Mod: read chat.",
        "chat.read",
        MOD,
        """
        GET …/chat-messages
        GET …/chat-messages/{connection_id}/{message_id:path}/why
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
        PUT …/activity-settings
        POST …/activities/acknowledge-all
        PUT …/activities/{activity_id}/acknowledged
        DELETE …/activities/{activity_id}/acknowledged
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
        GET …/streams/{stream_id}
        GET …/streams/{stream_id}/csv
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
        POST …/announcements/preview
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
        GET …/commands/name-check
        GET …/commands/{command_id}
        GET …/command-settings
        GET …/variables
        POST …/previews
        POST …/command-templates/{template_id}/preview
        """,
        topics="commands",
    ),
    Rule(
        "A3 Mod: read timers.",
        "timers.read",
        MOD,
        """
        GET …/timers
        GET …/timers/{timer_id}
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
        GET …/filters/{filter_id}
        GET …/filters/{filter_id}/hits
        GET …/filters/{filter_id}/terms
        GET …/filter-strikes
        POST …/filters/test
        POST …/filters/backtests
        GET …/filters/backtests/{backtest_id}
        DELETE …/filters/backtests/{backtest_id}
        """,
        topics="filters",
    ),
    Rule(
        "A3 Mod: read quotes.",
        "quotes.read",
        MOD,
        """
        GET …/quotes
        GET …/quotes/{quote_id}
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
        GET …/points/viewers/{provider}/{provider_viewer_id}
        GET …/points/viewers/{provider}/{provider_viewer_id}/entries
        GET …/games/{game}
        GET …/games/{game}/players
        GET …/games/{game}/players/{provider}/{viewer_id}
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
        GET …/giveaways/{giveaway_id}
        GET …/giveaways/{giveaway_id}/entries
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
        GET …/queues/{queue_id}
        GET …/queues/{queue_id}/entries
        GET …/queues/{queue_id}/viewers/{provider}/{provider_viewer_id}
        """,
        topics="queues",
    ),
    Rule(
        "A3 Mod: use moderation tools (viewers, bans, messages, chat modes, alerts on stream, writing in chat).",
        "moderation.use",
        MOD,
        """
        POST …/twitch/{channel_provider_id}/ban
        POST …/kick/{channel_provider_id}/ban
        POST …/{provider}/{channel_provider_id}/ban
        DELETE …/{provider}/{channel_provider_id}/ban
        DELETE …/{provider}/{channel_provider_id}/chat-messages/{provider_message_id:path}
        GET …/{provider}/{channel_provider_id}/chat-modes
        PATCH …/{provider}/{channel_provider_id}/chat-modes
        POST …/{provider}/{channel_provider_id}/clear-chat
        POST …/{provider}/{channel_provider_id}/shoutout
        POST …/{provider}/{channel_provider_id}/warning
        GET …/viewers
        GET …/viewers/{provider}/{provider_viewer_id}
        GET …/viewers/{provider}/{provider_viewer_id}/attendance
        GET …/viewers/{provider}/{provider_viewer_id}/platform
        POST …/viewers/{provider}/{provider_viewer_id}/ban-everywhere
        POST …/viewers/{provider}/{provider_viewer_id}/link-codes
        POST …/viewers/{provider}/{provider_viewer_id}/links
        DELETE …/viewers/{provider}/{provider_viewer_id}/links
        POST …/viewers/{provider}/{provider_viewer_id}/notes
        DELETE …/viewers/{provider}/{provider_viewer_id}/notes/{note_id}
        GET …/moderation-log
        POST …/moderation-log/{entry_id}/undo
        POST …/chat-messages/{connection_id}/{message_id:path}/undo
        GET …/chat-messages/export
        GET …/sent-messages
        POST …/sent-messages
        POST …/sent-messages/{sent_id}/retry
        POST …/permits
        GET …/panic
        POST …/panic
        DELETE …/panic
        PATCH …/state
        POST …/emotes/refresh
        POST …/stream-info/{channel_provider_id}/clips
        POST …/stream-info/{channel_provider_id}/markers
        POST …/song-requests/skip
        POST …/song-requests/clear
        DELETE …/song-requests/{request_id}
        POST …/alerts/skip
        GET …/widgets/{widget_id}/alerts
        DELETE …/widgets/{widget_id}/alerts
        POST …/widgets/{widget_id}/alerts/skip
        PUT …/widgets/{widget_id}/alerts/paused
        """,
        topics="moderation panic",
    ),
    Rule(
        "A3 Mod: use moderation tools (on the simulated platforms of a rehearsal).",
        "rehearsal.control",
        MOD,
        """
        GET …/rehearsal
        POST …/rehearsal/evening
        POST …/rehearsal/moments
        PUT …/rehearsal/plugs/{provider}
        """,
    ),
    Rule(
        "A4 Editor: manage commands (also those of templates and of other bots).",
        "commands.manage",
        EDITOR,
        """
        POST …/commands
        PUT …/commands/{command_id}
        DELETE …/commands/{command_id}
        POST …/commands/delete
        PUT …/commands/enabled
        PUT …/command-settings
        POST …/command-templates/{template_id}/import
        POST …/starter-commands
        DELETE …/starter-commands
        POST …/imports
        POST …/imports/review
        """,
    ),
    Rule(
        "A4 Editor: manage timers.",
        "timers.manage",
        EDITOR,
        """
        POST …/timers
        PUT …/timers/{timer_id}
        DELETE …/timers/{timer_id}
        POST …/timers/{timer_id}/run
        PUT …/timers/enabled
        """,
    ),
    Rule(
        "A4 Editor: manage filters.",
        "filters.manage",
        EDITOR,
        """
        POST …/filters
        PUT …/filters/{filter_id}
        DELETE …/filters/{filter_id}
        PUT …/filters/{filter_id}/enabled
        PUT …/filters/{filter_id}/terms
        PUT …/filters/order
        POST …/filters/recommended
        """,
    ),
    Rule(
        "A4 Editor: manage quotes.",
        "quotes.manage",
        EDITOR,
        """
        POST …/quotes
        PUT …/quotes/{quote_id}
        DELETE …/quotes/{quote_id}
        PUT …/quote-settings
        """,
    ),
    Rule(
        "A4 Editor: manage gambling settings.",
        "gambling.manage",
        EDITOR,
        """
        PUT …/points/settings
        POST …/points/viewers/{provider}/{provider_viewer_id}/adjust
        POST …/points/entries/{entry_id}/undo
        POST …/point-imports
        POST …/point-imports/review
        PUT …/games/{game}
        """,
    ),
    Rule(
        "A4 Editor: manage giveaways.",
        "giveaways.manage",
        EDITOR,
        """
        POST …/giveaways
        PUT …/giveaways/{giveaway_id}
        DELETE …/giveaways/{giveaway_id}
        POST …/giveaways/{giveaway_id}/open
        POST …/giveaways/{giveaway_id}/pause
        POST …/giveaways/{giveaway_id}/close
        POST …/giveaways/{giveaway_id}/draw
        POST …/giveaways/{giveaway_id}/archive
        POST …/giveaways/{giveaway_id}/draws/{draw_id}/confirm
        POST …/giveaways/{giveaway_id}/draws/{draw_id}/redraw
        PUT …/giveaway-defaults
        """,
    ),
    Rule(
        "A4 Editor: manage the viewer queue.",
        "queues.manage",
        EDITOR,
        """
        POST …/queues
        PUT …/queues/{queue_id}
        DELETE …/queues/{queue_id}
        PUT …/queues/{queue_id}/open
        POST …/queues/{queue_id}/next
        POST …/queues/{queue_id}/finish
        POST …/queues/{queue_id}/clear
        DELETE …/queues/{queue_id}/entries/{entry_id}
        PUT …/queues/{queue_id}/entries/{entry_id}/place
        PUT …/queues/{queue_id}/entries/{entry_id}/state
        PUT …/queues/{queue_id}/entries/{entry_id}/texts
        """,
    ),
    Rule(
        "A4 Editor: read and manage widgets and media (no row names them; Editors decide what the audience sees).",
        "widgets.manage",
        EDITOR,
        """
        GET …/widgets
        POST …/widgets
        GET …/widgets/{widget_id}
        PUT …/widgets/{widget_id}
        DELETE …/widgets/{widget_id}
        PUT …/widgets/{widget_id}/enabled
        POST …/widgets/{widget_id}/test
        GET …/widgets/{widget_id}/key
        POST …/widgets/{widget_id}/key
        GET …/widgets/{widget_id}/sources
        GET …/widgets/{widget_id}/countdown
        POST …/widgets/{widget_id}/countdown
        GET …/widget-types
        POST …/activities/{activity_id}/replay
        GET …/media
        POST …/media
        GET …/media/{media_id}
        PATCH …/media/{media_id}
        DELETE …/media/{media_id}
        """,
        topics="widgets",
    ),
    Rule(
        "A4 Editor: update the title (also the category, raids, test activities and the values of activities).",
        "title.update",
        EDITOR,
        """
        PUT …/stream-info
        GET …/stream-info/{channel_provider_id}/categories
        POST …/{provider}/{channel_provider_id}/raid
        DELETE …/{provider}/{channel_provider_id}/raid
        POST …/activities/test
        PUT …/activity-values
        """,
    ),
    Rule(
        "A4 Editor: run ads.",
        "ads.run",
        EDITOR,
        """
        POST …/stream-info/{channel_provider_id}/ads
        POST …/stream-info/{channel_provider_id}/ads/snooze
        """,
    ),
    Rule(
        "A5 Admin: manage platforms (and the settings of the channel that hold for all of them).",
        "platforms.manage",
        ADMIN,
        """
        POST …/providers
        DELETE …/providers/{channel_provider_id}
        DELETE …/providers/{channel_provider_id}/bot
        POST …/providers/{channel_provider_id}/proof
        PATCH …/chat-settings
        PUT …/announcements
        PUT …/announcements/address
        DELETE …/announcements/address
        POST …/announcements/test
        GET …/webhooks
        POST …/webhooks
        PUT …/webhooks/{webhook_id}
        DELETE …/webhooks/{webhook_id}
        POST …/webhooks/{webhook_id}/secret
        POST …/webhooks/{webhook_id}/test
        GET …/webhooks/{webhook_id}/deliveries
        POST …/webhooks/{webhook_id}/deliveries/{delivery_id}/send
        PATCH …/settings
        PUT …/song-requests/settings
        POST …/channel-file/apply
        POST …/channel-versions
        POST …/channel-versions/{version_id}/restore
        GET …/rehearsal/set-up
        POST …/rehearsal/set-up/{step}
        """,
        topics="webhooks",
    ),
    Rule(
        "A5 Admin: manage user access.",
        "access.manage",
        ADMIN,
        """
        GET …/viewers/{provider}/{provider_viewer_id}/data
        GET …/viewers/{provider}/{provider_viewer_id}/data/summary
        DELETE …/viewers/{provider}/{provider_viewer_id}/data
        GET …/audit-log
        GET …/audit-log/people
        GET …/audit-log/sections
        GET …/audit-log/csv
        GET …/audit-log/{entry_id}/undo
        POST …/audit-log/{entry_id}/undo
        GET …/invites
        POST …/invites
        DELETE …/invites/{invite_id}
        GET …/members
        PUT …/members/{user_id}/level
        PUT …/members/{user_id}/access-end
        DELETE …/members/{user_id}
        POST …/ownership
        """,
        topics="members audit-log",
    ),
    Rule(
        "A6 Owner: delete the channel.",
        "channel.delete",
        OWNER,
        """
        GET …/deletion
        POST …/deletion
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


def _calls(rule: Rule) -> list[tuple[str, str]]:
    pairs = [line.split() for line in rule.calls.strip().splitlines()]
    return [(method, path.replace("…", CHANNEL)) for method, path in pairs]


# Every call: (method, path, permission).
CALLS = [(*call, rule.permission) for rule in RULES for call in _calls(rule)]
# The permission to subscribe to a topic of a channel.
TOPICS = {subject: rule.permission for rule in RULES for subject in rule.topics.split()}
# The lowest level with each permission.
LOWEST_LEVEL = {rule.permission: rule.level for rule in RULES if rule.level is not None}
