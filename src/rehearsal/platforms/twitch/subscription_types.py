"""What can be subscribed to: version, condition, and who has to have allowed it."""

from dataclasses import dataclass

ScopeGroup = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SubscriptionType:
    """One row of Twitch's table; of every group of scopes the token needs one."""

    condition: tuple[str, ...]
    scopes: tuple[ScopeGroup, ...] = ()
    # The condition's person who must be the token's own; without scopes anybody may listen.
    granted_by: str | None = None
    # What the condition may name besides, such as one reward of many.
    optional: tuple[str, ...] = ()
    # Only apps may ask, because it is about the app itself.
    is_for_apps: bool = False


BROADCASTER = ("broadcaster_user_id",)
CHAT_READER = ("broadcaster_user_id", "user_id")
MODERATOR = ("broadcaster_user_id", "moderator_user_id")


def _open() -> SubscriptionType:
    return SubscriptionType(BROADCASTER)


def _broadcaster(*scopes: str) -> SubscriptionType:
    return SubscriptionType(BROADCASTER, (scopes,), "broadcaster_user_id")


def _reward(*scopes: str) -> SubscriptionType:
    return SubscriptionType(BROADCASTER, (scopes,), "broadcaster_user_id", optional=("reward_id",))


def _chat() -> SubscriptionType:
    return SubscriptionType(CHAT_READER, (("user:read:chat",),), "user_id")


def _moderator(*groups: ScopeGroup) -> SubscriptionType:
    return SubscriptionType(MODERATOR, groups, "moderator_user_id")


def _either(kind: str, thing: str) -> ScopeGroup:
    return (f"{kind}:read:{thing}", f"{kind}:manage:{thing}")


STEPS = ("begin", "progress", "end")
REDEMPTIONS = ("channel:read:redemptions", "channel:manage:redemptions")

MODERATE_SCOPES = (
    *(
        _either("moderator", thing)
        for thing in ("blocked_terms", "chat_settings", "unban_requests", "banned_users", "chat_messages", "warnings")
    ),
    ("moderator:read:moderators",),
    ("moderator:read:vips",),
)

TYPES: dict[tuple[str, str], SubscriptionType] = {
    ("stream.online", "1"): _open(),
    ("stream.offline", "1"): _open(),
    ("channel.update", "2"): _open(),
    ("channel.chat.message", "1"): _chat(),
    ("channel.chat.message_delete", "1"): _chat(),
    ("channel.chat.clear", "1"): _chat(),
    ("channel.chat.clear_user_messages", "1"): _chat(),
    ("channel.chat.notification", "1"): _chat(),
    ("channel.chat_settings.update", "1"): _chat(),
    ("channel.chat.user_message_hold", "1"): _chat(),
    ("channel.chat.user_message_update", "1"): _chat(),
    ("channel.moderate", "2"): _moderator(*MODERATE_SCOPES),
    ("channel.follow", "2"): _moderator(("moderator:read:followers",)),
    ("channel.shoutout.create", "1"): _moderator(_either("moderator", "shoutouts")),
    ("channel.shoutout.receive", "1"): _moderator(_either("moderator", "shoutouts")),
    ("channel.shield_mode.begin", "1"): _moderator(_either("moderator", "shield_mode")),
    ("channel.shield_mode.end", "1"): _moderator(_either("moderator", "shield_mode")),
    ("channel.unban_request.create", "1"): _moderator(_either("moderator", "unban_requests")),
    ("channel.unban_request.resolve", "1"): _moderator(_either("moderator", "unban_requests")),
    ("channel.warning.send", "1"): _moderator(_either("moderator", "warnings")),
    ("channel.warning.acknowledge", "1"): _moderator(_either("moderator", "warnings")),
    ("channel.suspicious_user.message", "1"): _moderator(("moderator:read:suspicious_users",)),
    ("channel.suspicious_user.update", "1"): _moderator(("moderator:read:suspicious_users",)),
    ("automod.message.hold", "1"): _moderator(("moderator:manage:automod",)),
    ("automod.message.hold", "2"): _moderator(("moderator:manage:automod",)),
    ("automod.message.update", "1"): _moderator(("moderator:manage:automod",)),
    ("automod.message.update", "2"): _moderator(("moderator:manage:automod",)),
    ("automod.settings.update", "1"): _moderator(_either("moderator", "automod_settings")),
    ("automod.terms.update", "1"): _moderator(("moderator:manage:automod",)),
    ("channel.ban", "1"): _broadcaster("channel:moderate"),
    ("channel.unban", "1"): _broadcaster("channel:moderate"),
    ("channel.subscribe", "1"): _broadcaster("channel:read:subscriptions"),
    ("channel.subscription.gift", "1"): _broadcaster("channel:read:subscriptions"),
    ("channel.subscription.message", "1"): _broadcaster("channel:read:subscriptions"),
    ("channel.subscription.end", "1"): _broadcaster("channel:read:subscriptions"),
    ("channel.cheer", "1"): _broadcaster("bits:read"),
    ("channel.bits.use", "1"): _broadcaster("bits:read"),
    ("channel.ad_break.begin", "1"): _broadcaster("channel:read:ads"),
    ("channel.moderator.add", "1"): _broadcaster("moderation:read"),
    ("channel.moderator.remove", "1"): _broadcaster("moderation:read"),
    ("channel.vip.add", "1"): _broadcaster(*_either("channel", "vips")),
    ("channel.vip.remove", "1"): _broadcaster(*_either("channel", "vips")),
    ("channel.shared_chat.begin", "1"): _open(),
    ("channel.shared_chat.update", "1"): _open(),
    ("channel.shared_chat.end", "1"): _open(),
    ("channel.channel_points_automatic_reward_redemption.add", "2"): _broadcaster(*REDEMPTIONS),
    ("channel.channel_points_custom_reward.add", "1"): _broadcaster(*REDEMPTIONS),
    ("channel.channel_points_custom_reward.update", "1"): _reward(*REDEMPTIONS),
    ("channel.channel_points_custom_reward.remove", "1"): _reward(*REDEMPTIONS),
    ("channel.channel_points_custom_reward_redemption.add", "1"): _reward(*REDEMPTIONS),
    ("channel.channel_points_custom_reward_redemption.update", "1"): _reward(*REDEMPTIONS),
    ("channel.custom_power_up_redemption.add", "1"): _reward("bits:read"),
    **{(f"channel.poll.{step}", "1"): _broadcaster(*_either("channel", "polls")) for step in STEPS},
    **{
        (f"channel.prediction.{step}", "1"): _broadcaster(*_either("channel", "predictions"))
        for step in (*STEPS, "lock")
    },
    **{(f"channel.hype_train.{step}", "2"): _broadcaster("channel:read:hype_train") for step in STEPS},
    **{(f"channel.goal.{step}", "1"): _broadcaster("channel:read:goals") for step in STEPS},
    **{
        (f"channel.charity_campaign.{step}", "1"): _broadcaster("channel:read:charity")
        for step in ("donate", "start", "progress", "stop")
    },
    ("user.update", "1"): SubscriptionType(("user_id",)),
    ("user.whisper.message", "1"): SubscriptionType(("user_id",), (_either("user", "whispers"),), "user_id"),
    ("user.authorization.grant", "1"): SubscriptionType(("client_id",), is_for_apps=True),
    ("user.authorization.revoke", "1"): SubscriptionType(("client_id",), is_for_apps=True),
    ("conduit.shard.disabled", "1"): SubscriptionType(("client_id",), optional=("conduit_id",), is_for_apps=True),
}
# A raid has two ends, and a subscription names exactly one of them.
RAID = ("channel.raid", "1")
RAID_ENDS = ("from_broadcaster_user_id", "to_broadcaster_user_id")
NAMES = {name for name, _ in TYPES} | {RAID[0]}
