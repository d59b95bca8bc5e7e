"""Kick's limits, which control calls can change."""

from dataclasses import dataclass

from rehearsal.platforms.limits import PlatformLimits


@dataclass(slots=True)
class Limits(PlatformLimits):
    """Kick publishes few of its limits; the rates are made up."""

    access_token_seconds: int = 7200
    app_token_seconds: int = 5_184_000
    refresh_token_seconds: int = 2_592_000
    reuse_grace_seconds: int = 3600
    subscriptions_per_event: int = 10_000
    # Limit of an app that Kick has not verified.
    chat_subscriptions: int = 1000
    chat_messages_per_minute: int = 100
    requests_per_minute: int = 3000
    # A webhook without a 2xx response is retried; the wait doubles with each retry.
    retry_first_seconds: int = 2
    retry_max_seconds: int = 3600
    answer_seconds: int = 10
    # A subscription whose webhooks all fail for this long is deleted.
    unsubscribe_after_seconds: int = 86_400
