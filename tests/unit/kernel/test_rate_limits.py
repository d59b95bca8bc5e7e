"""Rate limits per address, and how the address is found."""

import pytest
from starlette.requests import HTTPConnection

from greenroom.kernel.web.client_address import ClientAddresses
from greenroom.kernel.web.rate_limits import RateLimiter, TooManyRequests


class ManualClock:
    """A clock in seconds that the test advances."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def connection_from(peer: str | None, *forwarded: str) -> HTTPConnection:
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    return HTTPConnection({"type": "http", "headers": headers, "client": (peer, 4711) if peer else None})


def test_limit_refills_with_time() -> None:
    seconds = ManualClock()
    limiter = RateLimiter(per_minute=2, now=seconds)
    limiter.take("a")
    limiter.take("a")
    with pytest.raises(TooManyRequests) as refused:
        limiter.take("a")
    assert refused.value.retry_after_seconds == 30
    seconds.now += 30
    limiter.take("a")
    with pytest.raises(TooManyRequests):
        limiter.take("a")


def test_after_an_idle_hour_only_the_requests_of_one_minute_are_allowed() -> None:
    seconds = ManualClock()
    limiter = RateLimiter(per_minute=2, now=seconds)
    limiter.take("a")
    seconds.now += 3_600
    limiter.take("a")
    limiter.take("a")
    with pytest.raises(TooManyRequests):
        limiter.take("a")


def test_number_of_remembered_addresses_is_bounded() -> None:
    limiter = RateLimiter(per_minute=1, max_addresses=10)
    limiter.take("busy")
    for number in range(1_000):
        limiter.take(f"address {number}")
        with pytest.raises(TooManyRequests):
            limiter.take("busy")
    assert len(limiter) == 10


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "expected"),
    [
        ("", "203.0.113.9", [], "203.0.113.9"),
        ("", "203.0.113.9", ["198.51.100.7"], "203.0.113.9"),
        ("127.0.0.1", "203.0.113.9", ["198.51.100.7"], "203.0.113.9"),
        ("127.0.0.1", "127.0.0.1", ["198.51.100.7"], "198.51.100.7"),
        # The client wrote the first address itself; the proxy added the second.
        ("127.0.0.1", "127.0.0.1", ["192.0.2.1, 198.51.100.7"], "198.51.100.7"),
        ("127.0.0.1", "127.0.0.1", ["192.0.2.1", "198.51.100.7"], "198.51.100.7"),
        ("127.0.0.1, 10.0.0.0/8", "127.0.0.1", ["198.51.100.7, 10.1.2.3"], "198.51.100.7"),
        ("127.0.0.1", "127.0.0.1", ["198.51.100.7, nonsense"], "127.0.0.1"),
        ("127.0.0.1", "::ffff:127.0.0.1", ["198.51.100.7"], "198.51.100.7"),
        ("127.0.0.1", "127.0.0.1", [], "127.0.0.1"),
        ("", "2001:db8:1:2:3:4:5:6", [], "2001:db8:1:2::/64"),
        ("", None, ["198.51.100.7"], "unknown"),
    ],
)
def test_address_comes_from_the_connection_unless_a_trusted_proxy_forwards_it(
    trusted: str, peer: str | None, forwarded: list[str], expected: str
) -> None:
    assert ClientAddresses(trusted).of(connection_from(peer, *forwarded)) == expected
