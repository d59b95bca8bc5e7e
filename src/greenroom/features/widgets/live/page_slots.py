"""Limits how many pages of a widget are open in this process."""

import contextlib
from collections import Counter
from collections.abc import Generator
from uuid import UUID

MAX_SOCKETS = 50


class PageSlots:
    def __init__(self) -> None:
        # Open pages by widget, and by whether they are previews: previews take no slots from sources.
        self._open_pages: Counter[tuple[UUID, bool]] = Counter()

    @property
    def has_sources(self) -> bool:
        return any(not is_preview for _, is_preview in self._open_pages)

    @contextlib.contextmanager
    def take(self, widget_id: UUID, *, is_preview: bool) -> Generator[bool]:
        """Takes a slot, before the page causes any work; yields False if none is free."""
        key = widget_id, is_preview
        if self._open_pages[key] >= MAX_SOCKETS:
            yield False
            return
        self._open_pages[key] += 1
        try:
            yield True
        finally:
            self._open_pages[key] -= 1
            if not self._open_pages[key]:
                del self._open_pages[key]
