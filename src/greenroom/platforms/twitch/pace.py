"""Intervals and timeouts for Twitch."""

from msgspec import Struct


class Pace(Struct, frozen=True):
    # Interval of token validations. Twitch requires one at the start and one every hour, and audits that.
    validate_seconds: float = 3600.0
    # GET /streams may list a stream only this long after its start.
    list_lag_seconds: float = 300.0
    # Wait before a failed check is repeated.
    check_again_seconds: float = 60.0
    welcome_seconds: float = 10.0
    # Twitch closes a socket without subscriptions 10 s after its welcome.
    subscribe_seconds: float = 10.0
    # Tolerated delay of a keepalive.
    slack_seconds: float = 5.0
    # How often the viewers of a running stream are counted.
    count_seconds: float = 60.0
    # How long Twitch may take to verify our callback address.
    verify_seconds: float = 30.0
    # Gap between two parts of a message: accounts that are not moderators may send about one message a second.
    part_seconds: float = 1.2
    # Wait before retrying after a concurrent change.
    conflict_seconds: float = 0.5
