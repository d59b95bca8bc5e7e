"""Limits how many pages of a widget are open in this process."""

import contextlib
from collections import Counter
from collections.abc import Generator
from uuid import UUID

MAX_SOCKETS = 50


class PageSlots:
    def __init__(self) -> None:
        # By widget, and whether the page is a preview: previews take no slots from sources.
        self._taken: Counter[tuple[UUID, bool]] = Counter()

    @contextlib.contextmanager
    def take(self, widget_id: UUID, *, is_preview: bool) -> Generator[bool]:
        """Takes a slot, before the page causes any work; yields False if none is free."""
        key = widget_id, is_preview
        if self._taken[key] >= MAX_SOCKETS:
            yield False
            return
        self._taken[key] += 1
        try:
            yield True
        finally:
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]
