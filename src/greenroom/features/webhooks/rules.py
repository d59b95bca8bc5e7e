"""Pure rules of deliveries: the signature, when a failed one is tried again, and what an answer means."""

import base64
import hmac
import secrets
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from hashlib import sha256
from typing import Literal

from msgspec import Struct

SECRET_PREFIX = "whsec_"  # noqa: S105  # not a secret itself
SECRET_BYTES = 32
# Waits after each failed try, in this order; then the delivery is given up. Together almost a day.
RETRY_WAITS = (
    timedelta(seconds=10),
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=6),
    timedelta(hours=12),
)
# How long a delivery belongs to the process that sends it. Longer than a call can take: after it, the process has died.
CLAIM_TIME = timedelta(seconds=60)
MAX_RETRY_AFTER = timedelta(hours=12)
GONE = 410

Result = Literal["delivered", "failed", "gone"]


class Answer(Struct, frozen=True):
    """How a receiver answered; `status` is None if it did not, and `problem` says why."""

    took_ms: int
    status: int | None = None
    problem: str = ""
    # The wait that the receiver asked for with the Retry-After header; None without the header.
    retry_after: timedelta | None = None

    @property
    def result(self) -> Result:
        if self.status is not None and 200 <= self.status < 300:
            return "delivered"
        return "gone" if self.status == GONE else "failed"


def new_secret() -> str:
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def headers_of(secret: str, message_id: str, body: bytes, now: datetime) -> dict[str, str]:
    """The headers of Standard Webhooks: https://www.standardwebhooks.com."""
    timestamp = str(int(now.timestamp()))
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    digest = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, sha256).digest()
    return {
        "Content-Type": "application/json",
        "webhook-id": message_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }


def wait_after(tries: int, asked_for: timedelta | None) -> timedelta | None:
    """Time until the next try, after this number of failed tries; None if the delivery is given up."""
    if tries > len(RETRY_WAITS):
        return None
    return max(RETRY_WAITS[tries - 1], min(asked_for or timedelta(), MAX_RETRY_AFTER))


def retry_after(header: str, now: datetime) -> timedelta | None:
    """The wait that a Retry-After header asks for, in seconds or as a date; None if it is empty or unreadable."""
    if header.isascii() and header.isdigit():
        return timedelta(seconds=min(int(header[:9]), int(MAX_RETRY_AFTER.total_seconds())))
    try:
        moment = parsedate_to_datetime(header)
    except (ValueError, OverflowError):
        return None
    return None if moment.tzinfo is None else max(moment - now, timedelta())
