"""Reviews without a server: the sections of commands, timers and quotes, and the variables that need none."""

from answer_desk import PURE, variable
from greenroom import tables  # noqa: F401  # pyright: ignore[reportUnusedImport]  # first: columns that point at other tables have their type from them
from greenroom.chat.extensions import Registry
from greenroom.chat.sections import Section
from greenroom.chat.versions import Contents
from greenroom.features.commands.phrasing import Phrasing
from greenroom.features.commands.section import CommandSection
from greenroom.features.imports import reviewing
from greenroom.features.imports.schemas import ReviewOut, Source
from greenroom.features.quotes.section import QuotesSection
from greenroom.features.timers.section import TimersSection
from greenroom.features.timers.wording import Wording

# And two whose values are not asked for here.
REGISTRY = Registry([*PURE, variable("channel"), variable("command", takes="text")])


def sections() -> dict[str, Section]:
    phrasing = Phrasing()
    phrasing.registry = REGISTRY
    listed: tuple[Section, ...] = (CommandSection(phrasing), TimersSection(Wording(REGISTRY)), QuotesSection())
    return {one.key: one for one in listed}


SECTIONS = sections()


def review(source: Source, content: str) -> ReviewOut:
    now: Contents = {key: {} for key in SECTIONS}
    return reviewing.review(source, content, SECTIONS, now, lambda name: REGISTRY.find(name) is not None)
