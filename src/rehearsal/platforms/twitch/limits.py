"""Twitch's numbers, in one place so that the control desk can change them while it runs."""

from dataclasses import dataclass, fields


@dataclass(slots=True)
class Limits:
    """Lifetimes, waits and counts; whole numbers, seconds where the name says so."""

    access_token_seconds: int = 14_400
    app_token_seconds: int = 5_184_000
    code_seconds: int = 600
    access_tokens_per_refresh_token: int = 50
    unused_seconds: int = 10
    reconnect_grace_seconds: int = 30
    keepalive_min_seconds: int = 10
    keepalive_max_seconds: int = 600
    keepalive_default_seconds: int = 10
    connections_per_user: int = 3
    subscriptions_per_connection: int = 300
    max_total_cost: int = 10
    disabled_kept_seconds: int = 3600
    rate_points: int = 800
    rate_window_seconds: int = 60

    def change(self, values: dict[str, int]) -> None:
        unknown = set(values) - {each.name for each in fields(self)}
        if unknown:
            raise ValueError(f"There is no limit called {', '.join(sorted(unknown))}.")
        for name, value in values.items():
            setattr(self, name, value)

    def keepalive(self, asked: str | None) -> int:
        """The client's wish, moved into the allowed range; what is no number counts as not asked."""
        if asked is None or not asked.lstrip("-").isdecimal():
            return self.keepalive_default_seconds
        return max(self.keepalive_min_seconds, min(self.keepalive_max_seconds, int(asked)))
