"""What is done with alerts that waited while the panic button was on; the feature that shows alerts provides it."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from uuid import UUID

from msgspec import Struct


class HeldAlerts(Struct, frozen=True):
    # Drops the channel's waiting alerts that came since the given time and brought no money.
    drop_unpaid: Callable[[UUID, datetime], Awaitable[None]]
