"""Drops alerts that were held back while the panic button was on; provided by the feature that shows alerts."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from uuid import UUID

from msgspec import Struct


class HeldAlerts(Struct, frozen=True):
    # Drops the channel's waiting alerts that arrived since the given time, except paid ones.
    drop_unpaid: Callable[[UUID, datetime], Awaitable[None]]
