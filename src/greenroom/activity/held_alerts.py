"""Drops alerts that were held back while the panic button was on; provided by the feature that shows alerts."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from uuid import UUID

from msgspec import Struct


class HeldAlerts(Struct, frozen=True):
    # Drops the channel's waiting alerts without value that were queued since the given time.
    drop_unpaid: Callable[[UUID, datetime], Awaitable[None]]
