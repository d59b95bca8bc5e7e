"""Kick's numbers, in one place so that the control desk can change them while it runs."""

from dataclasses import dataclass

from rehearsal.platforms.limits import PlatformLimits


@dataclass(slots=True)
class Limits(PlatformLimits):
    """Lifetimes, waits and counts; Kick publishes few of them, so the rates are this stand-in's own."""

    access_token_seconds: int = 7200
    app_token_seconds: int = 5_184_000
    refresh_token_seconds: int = 2_592_000
    reuse_grace_seconds: int = 3600
    subscriptions_per_event: int = 10_000
    # Until Kick has verified the app.
    chat_subscriptions: int = 1000
    chat_messages_per_minute: int = 100
    requests_per_minute: int = 3000
    # A webhook that is not answered with 2xx comes again, each time after twice as long.
    retry_first_seconds: int = 2
    retry_most_seconds: int = 3600
    answer_seconds: int = 10
    # After this long without one success the app is unsubscribed from the event.
    unsubscribe_after_seconds: int = 86_400
