"""EventSub topics that Greenroom subscribes to, with the scopes that each requires."""

from collections.abc import Callable, Collection

from msgspec import Struct

Condition = dict[str, str]


class Topic(Struct, frozen=True):
    """One subscription type. `scopes` are groups; of each group one scope must be granted."""

    type: str
    version: str
    condition: Callable[[str], Condition]
    scopes: tuple[tuple[str, ...], ...] = ()

    def is_allowed(self, granted: Collection[str]) -> bool:
        return all(any(scope in granted for scope in group) for group in self.scopes)


def _broadcaster(channel_id: str) -> Condition:
    return {"broadcaster_user_id": channel_id}


def _reader(channel_id: str) -> Condition:
    """Condition for reading a chat with the channel's own account, so that no bot account is needed."""
    return {"broadcaster_user_id": channel_id, "user_id": channel_id}


def _moderator(channel_id: str) -> Condition:
    return {"broadcaster_user_id": channel_id, "moderator_user_id": channel_id}


def _raided(channel_id: str) -> Condition:
    return {"to_broadcaster_user_id": channel_id}


def _chat(name: str) -> Topic:
    return Topic(f"channel.chat.{name}", "1", _reader, (("user:read:chat",),))


def _read_or_manage(resource: str) -> tuple[str, str]:
    return f"moderator:read:{resource}", f"moderator:manage:{resource}"


SUBSCRIBERS = (("channel:read:subscriptions",),)
CLASSIC_MODERATION = (("channel:moderate",),)

MODERATE = Topic(
    "channel.moderate",
    "2",
    _moderator,
    (
        *map(
            _read_or_manage,
            ("blocked_terms", "chat_settings", "unban_requests", "banned_users", "chat_messages", "warnings"),
        ),
        ("moderator:read:moderators",),
        ("moderator:read:vips",),
    ),
)
# Chat first: it matters most when subscribing is slow.
TOPICS = (
    _chat("message"),
    _chat("message_delete"),
    _chat("clear"),
    _chat("clear_user_messages"),
    _chat("notification"),
    MODERATE,
    Topic("stream.online", "1", _broadcaster),
    Topic("stream.offline", "1", _broadcaster),
    Topic("channel.update", "2", _broadcaster),
    Topic("channel.raid", "1", _raided),
    Topic("channel.ad_break.begin", "1", _broadcaster, (("channel:read:ads",),)),
    Topic("channel.follow", "2", _moderator, (("moderator:read:followers",),)),
    Topic("channel.subscribe", "1", _broadcaster, SUBSCRIBERS),
    Topic("channel.subscription.message", "1", _broadcaster, SUBSCRIBERS),
    Topic("channel.subscription.gift", "1", _broadcaster, SUBSCRIBERS),
    Topic("channel.bits.use", "1", _broadcaster, (("bits:read",),)),
    Topic("channel.custom_power_up_redemption.add", "1", _broadcaster, (("bits:read",),)),
    Topic(
        "channel.channel_points_custom_reward_redemption.add",
        "1",
        _broadcaster,
        (("channel:read:redemptions", "channel:manage:redemptions"),),
    ),
)
# For accounts whose scopes do not allow `channel.moderate`. Together with that topic they would report bans twice.
FALLBACK_MODERATION = (
    Topic("channel.ban", "1", _broadcaster, CLASSIC_MODERATION),
    Topic("channel.unban", "1", _broadcaster, CLASSIC_MODERATION),
)


def topics_for(granted: Collection[str]) -> list[Topic]:
    topics = TOPICS if MODERATE.is_allowed(granted) else (*TOPICS, *FALLBACK_MODERATION)
    return [topic for topic in topics if topic.is_allowed(granted)]
