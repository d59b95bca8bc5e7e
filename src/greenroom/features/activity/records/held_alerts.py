"""A service that drops unpaid alerts queued while the panic button was on; the widgets feature declares it."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from uuid import UUID

from msgspec import Struct


class HeldAlerts(Struct, frozen=True):
    # Drops the channel's waiting alerts of activities without value that were queued since the given time.
    drop_unpaid: Callable[[UUID, datetime], Awaitable[None]]
