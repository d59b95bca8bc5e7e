"""Webhook deliveries: signatures, waits before retries, and the results of answers."""

from datetime import UTC, datetime, timedelta

import pytest

from greenroom.features.webhooks.rules import Answer, headers_of, new_secret, retry_after, wait_after

FAR_DATE = "Mon, 01 Jan 99999999999999999999 00:00:00 GMT"
NOW = datetime(2021, 2, 24, 14, 35, 29, tzinfo=UTC)


def test_signature_is_that_of_the_example_in_the_specification_of_standard_webhooks() -> None:
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"  # from the specification
    now = datetime.fromtimestamp(1_614_265_330, UTC)
    headers = headers_of(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", b'{"test": 2432232314}', now)
    assert headers == {
        "Content-Type": "application/json",
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }


def test_every_secret_is_new() -> None:
    assert len({new_secret() for _ in range(50)}) == 50


@pytest.mark.parametrize(
    ("tries", "seconds"), [(1, 10), (2, 60), (3, 300), (4, 1800), (5, 7200), (6, 21_600), (7, 43_200), (8, None)]
)
def test_waits_grow_until_the_delivery_is_given_up(tries: int, seconds: int | None) -> None:
    assert wait_after(tries, None) == (None if seconds is None else timedelta(seconds=seconds))


def test_receiver_can_ask_for_a_longer_wait_but_not_for_a_shorter_one() -> None:
    assert wait_after(1, timedelta(seconds=90)) == timedelta(seconds=90)
    assert wait_after(2, timedelta(seconds=1)) == timedelta(minutes=1)
    assert wait_after(1, timedelta(days=30)) == timedelta(hours=12)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("120", 120),
        ("Wed, 24 Feb 2021 14:36:29 GMT", 60),
        ("Wed, 24 Feb 2021 14:00:00 GMT", 0),
        ("9" * 90, 43_200),
        *((header, None) for header in ("", "-5", "soon", "1.5", "Wed, 24 Feb 2021 14:36:29", FAR_DATE)),
    ],
)
def test_retry_after_is_read_as_seconds_or_a_date(header: str, seconds: int | None) -> None:
    assert retry_after(header, NOW) == (None if seconds is None else timedelta(seconds=seconds))


@pytest.mark.parametrize(
    ("status", "result"),
    [
        *((status, "delivered") for status in (200, 204, 299)),
        *((status, "failed") for status in (199, 300, 302, 404, 429, 500, None)),
        (410, "gone"),
    ],
)
def test_only_success_counts_as_delivered(status: int | None, result: str) -> None:
    assert Answer(5, status).result == result
