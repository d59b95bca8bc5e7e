"""Twitch's limits, which control calls can change."""

from dataclasses import dataclass

from rehearsal.platforms.limits import PlatformLimits


@dataclass(slots=True)
class Limits(PlatformLimits):
    access_token_seconds: int = 14_400
    app_token_seconds: int = 5_184_000
    unused_seconds: int = 10
    reconnect_grace_seconds: int = 30
    keepalive_min_seconds: int = 10
    keepalive_max_seconds: int = 600
    keepalive_default_seconds: int = 10
    connections_per_user: int = 3
    subscriptions_per_connection: int = 300
    max_total_cost: int = 10
    disabled_kept_seconds: int = 3600
    # The next two limits are for app tokens.
    max_total_cost_app: int = 10_000
    same_subscription_max: int = 3
    # Frames that may wait for a socket, or requests for a callback.
    outbox_frames: int = 20_000
    webhook_timeout_seconds: int = 5
    webhook_retries: int = 3
    webhook_retry_seconds: int = 1
    webhook_failures: int = 10
    conduits: int = 5
    shards_per_conduit: int = 20_000
    chat_messages: int = 20
    chat_messages_moderator: int = 100
    chat_window_seconds: int = 30
    chat_duplicate_seconds: int = 30
    chat_message_length: int = 500
    delete_message_seconds: int = 21_600
    messages_kept: int = 2_000
    announcement_seconds: int = 2
    shoutout_seconds: int = 120
    shoutout_same_seconds: int = 3_600
    # Bans, unbans and warnings of one broadcaster; Twitch does not publish this limit.
    moderations: int = 100
    moderation_window_seconds: int = 30
    raids: int = 10
    raid_window_seconds: int = 600
    raid_countdown_seconds: int = 90
    commercial_wait_seconds: int = 480
    rate_points: int = 800
    rate_window_seconds: int = 60

    def keepalive(self, requested: str | None) -> int:
        """The requested keepalive within the allowed range; the default for invalid values."""
        if requested is None or not requested.lstrip("-").isdecimal():
            return self.keepalive_default_seconds
        return max(self.keepalive_min_seconds, min(self.keepalive_max_seconds, int(requested)))
