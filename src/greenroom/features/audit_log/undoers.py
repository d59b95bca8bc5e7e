"""All ways to undo changes in the audit log, by section."""

from functools import cached_property

from greenroom.channel_file.sections import Sections
from greenroom.channel_file.undo import Undoer
from greenroom.feature import Features, Services
from greenroom.features.audit_log.section_undo import SectionUndo

# Titles of sections that no feature declares an undo for.
OTHER_TITLES = {
    "access": "Access",
    "channel": "Channel",
    "integrations": "Integrations",
    "media": "Media",
    "platforms": "Platforms",
    "points_imports": "Imported points",
}


class Undoers:
    def __init__(self, services: Services) -> None:
        self._services = services

    def find(self, section: str) -> Undoer | None:
        return self._by_section.get(section)

    def title_of(self, section: str) -> str:
        undoer = self.find(section)
        return OTHER_TITLES.get(section, section) if undoer is None else undoer.title

    @cached_property
    def _by_section(self) -> dict[str, Undoer]:
        """Section → its undoer; built at first use, when every feature is declared."""
        provided, kernel = self._services.provided, self._services.kernel
        features = provided.get(Features)
        settings = (section for feature in features for section in feature.undoable_settings)
        sections = [*provided.get(Sections).values(), *settings]
        others = [undoer for feature in features for undoer in feature.undoers]
        return {one.key: one for one in [*(SectionUndo(section, kernel) for section in sections), *others]}
