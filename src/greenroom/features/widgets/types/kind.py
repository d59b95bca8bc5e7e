"""Declaration of a widget type."""

from typing import Literal

from msgspec import Struct

from greenroom.kernel.schema import StrictSchema

# What a widget's page receives: chat lines that passed the filters, activities, changes of the streams.
Feed = Literal["chat", "activity", "streams"]


class WidgetType(Struct, frozen=True, kw_only=True):
    name: str
    # Name on screen.
    label: str
    settings: type[StrictSchema]
    # Suggested size of the browser source, in pixels.
    width: int
    height: int
    # Class names of the page's elements, for custom CSS; documented in docs/widgets.md.
    classes: tuple[str, ...]
    feeds: frozenset[Feed] = frozenset()
    # Names of the tests that staff can send to it.
    tests: tuple[str, ...] = ()
