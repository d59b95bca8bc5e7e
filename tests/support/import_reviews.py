"""Reviews without a server: the sections of commands, timers and quotes, and the variables that need none."""

from greenroom import tables  # noqa: F401  # pyright: ignore[reportUnusedImport]  # first: columns that point at other tables have their type from them
from greenroom.features.commands.matching.responses import ResponseCompiler
from greenroom.features.commands.section import CommandSection
from greenroom.features.imports.review import review_export
from greenroom.features.imports.schemas import ReviewOut, Source
from greenroom.features.quotes.section import QuotesSection
from greenroom.features.timers.rendering import MessageChecker
from greenroom.features.timers.section import TimersSection
from greenroom.portable.sections import Section
from greenroom.portable.snapshots import Contents
from greenroom.responses.variables import VariableRegistry
from support.variable_rendering import PURE, variable

# And two whose values are not asked for here.
REGISTRY = VariableRegistry([*PURE, variable("channel"), variable("command", takes="text")])


def sections() -> dict[str, Section]:
    phrasing = ResponseCompiler(VariableRegistry())
    phrasing.registry = REGISTRY
    listed: tuple[Section, ...] = (CommandSection(phrasing), TimersSection(MessageChecker(REGISTRY)), QuotesSection())
    return {one.key: one for one in listed}


SECTIONS = sections()


def review(source: Source, content: str) -> ReviewOut:
    now: Contents = {key: {} for key in SECTIONS}
    return review_export(source, content, SECTIONS, now, lambda name: REGISTRY.find(name) is not None)
