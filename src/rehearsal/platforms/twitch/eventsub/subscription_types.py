"""EventSub subscription types: version, condition fields, required scopes."""

from dataclasses import dataclass

ScopeGroup = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SubscriptionType:
    """One subscription type; a token needs one scope of each group in `scopes`."""

    condition: tuple[str, ...]
    scopes: tuple[ScopeGroup, ...] = ()
    # The condition field whose user must have granted the scopes; None when no authorization is needed.
    granted_by: str | None = None


OPEN = SubscriptionType(("broadcaster_user_id",))
CHAT = SubscriptionType(("broadcaster_user_id", "user_id"), (("user:read:chat",),), "user_id")


def _broadcaster(*scopes: str) -> SubscriptionType:
    return SubscriptionType(("broadcaster_user_id",), (scopes,), "broadcaster_user_id")


def _moderator(*groups: ScopeGroup) -> SubscriptionType:
    return SubscriptionType(("broadcaster_user_id", "moderator_user_id"), groups, "moderator_user_id")


MODERATE_SCOPES = (
    *(
        (f"moderator:read:{name}", f"moderator:manage:{name}")
        for name in ("blocked_terms", "chat_settings", "unban_requests", "banned_users", "chat_messages", "warnings")
    ),
    ("moderator:read:moderators",),
    ("moderator:read:vips",),
)

TYPES: dict[tuple[str, str], SubscriptionType] = {
    ("stream.online", "1"): OPEN,
    ("stream.offline", "1"): OPEN,
    ("channel.update", "2"): OPEN,
    ("channel.raid", "1"): SubscriptionType(("to_broadcaster_user_id",)),
    ("channel.ad_break.begin", "1"): _broadcaster("channel:read:ads"),
    ("channel.chat.message", "1"): CHAT,
    ("channel.chat.message_delete", "1"): CHAT,
    ("channel.chat.clear", "1"): CHAT,
    ("channel.chat.clear_user_messages", "1"): CHAT,
    ("channel.chat.notification", "1"): CHAT,
    ("channel.moderate", "2"): _moderator(*MODERATE_SCOPES),
    ("channel.follow", "2"): _moderator(("moderator:read:followers",)),
    ("channel.ban", "1"): _broadcaster("channel:moderate"),
    ("channel.unban", "1"): _broadcaster("channel:moderate"),
    ("channel.subscribe", "1"): _broadcaster("channel:read:subscriptions"),
    ("channel.subscription.gift", "1"): _broadcaster("channel:read:subscriptions"),
    ("channel.subscription.message", "1"): _broadcaster("channel:read:subscriptions"),
    ("channel.cheer", "1"): _broadcaster("bits:read"),
    ("channel.bits.use", "1"): _broadcaster("bits:read"),
    ("channel.custom_power_up_redemption.add", "1"): _broadcaster("bits:read"),
    ("channel.channel_points_custom_reward_redemption.add", "1"): _broadcaster(
        "channel:read:redemptions", "channel:manage:redemptions"
    ),
}
