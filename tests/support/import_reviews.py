"""Reviews an export of another bot, as before an import, without a server."""

from greenroom import tables  # noqa: F401  # pyright: ignore[reportUnusedImport]  # first: gives foreign-key columns their types
from greenroom.channel_file.lists.section import ListSection
from greenroom.channel_file.sections import Section, Sections
from greenroom.channel_file.snapshots import Contents
from greenroom.features.commands.matching.responses import ResponseCompiler
from greenroom.features.commands.section import CommandSection
from greenroom.features.imports.review import review_export
from greenroom.features.imports.schemas import ReviewOut, Source
from greenroom.features.quotes.section import QuotesSection
from greenroom.features.timers.service import TIMERS
from greenroom.kernel.services import ServiceMap
from greenroom.responses.variables import VariableRegistry
from support.variable_rendering import PURE, variable

# The variables that need no server, and two that exist only so that texts with them are accepted.
REGISTRY = VariableRegistry([*PURE, variable("channel"), variable("command", takes="text")])


def sections() -> Sections:
    services = ServiceMap()
    services.add(VariableRegistry, REGISTRY)
    listed: tuple[Section, ...] = (
        CommandSection(ResponseCompiler(REGISTRY)),
        ListSection(TIMERS, services),
        QuotesSection(),
    )
    return Sections({one.key: one for one in listed})


SECTIONS = sections()


def review(source: Source, content: str) -> ReviewOut:
    current: Contents = {key: {} for key in SECTIONS}
    return review_export(source, content, SECTIONS, current, lambda name: REGISTRY.find(name) is not None)
