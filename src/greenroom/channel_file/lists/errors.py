"""The errors of every list of a channel; their types and messages name what the list holds."""

from greenroom.kernel.db.change_tracking import Tracked
from greenroom.kernel.errors import Conflict, NotFound


class EntryNotFound(NotFound):
    def __init__(self, one: str, advice: str = "") -> None:
        super().__init__(f"{one.capitalize()} not found.{advice and ' '}{advice}")
        self.type = f"{one}_not_found"


class TooMany(Conflict):
    def __init__(self, many: str, limit: int) -> None:
        super().__init__(f"A channel can have up to {limit:,} {many}. Delete one first.")
        self.type = f"too_many_{many}"


class EntryChanged(Conflict):
    """Names the author of the newer change."""

    def __init__(self, one: str, row: Tracked) -> None:
        super().__init__(f"{row.updated_by} has changed this {one} meanwhile. Nothing was saved.")
        self.type = f"{one}_changed"
