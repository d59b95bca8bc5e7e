"""Declaration of a widget type."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from greenroom.forms.settings import EditedSettings, Section

# What a widget's page receives: chat lines that passed the filters, activities, changes of the streams.
Feed = Literal["chat", "activity", "streams"]


class WidgetType(Struct, frozen=True, kw_only=True):
    name: str
    # Name on screen.
    label: str
    # Sentence for the choice of a type.
    about: str
    settings: type[EditedSettings]
    # Every setting in the order of the editor.
    sections: tuple[Section, ...]
    # Suggested size of the browser source, in pixels.
    width: int
    height: int
    # Class names of the page's elements, for custom CSS; documented in docs/widgets.md.
    classes: tuple[str, ...]
    feeds: frozenset[Feed] = frozenset()
    # Names of the tests that staff can send to it, with their labels; those of activities are empty.
    tests: Mapping[str, str]
