"""What an answer is made of once it is read: words, and variables whose values are put in their place."""

from dataclasses import dataclass
from typing import Literal

Brackets = Literal["()", "{}"]


@dataclass(frozen=True, slots=True)
class Text:
    # As chat sees it.
    text: str
    start: int
    end: int
    # As it stands in the answer where that differs: `\\$(` for `$(`.
    written: str | None = None


@dataclass(frozen=True, slots=True)
class Quoted:
    """One word behind a variable's name, whatever is in it."""

    mark: str
    content: "Template"
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class VariableCall:
    """`$(name …|fallback)`; what stands behind the name is kept as it was written, its spaces included."""

    name: str
    arguments: "Template"
    fallback: "Template | None"
    start: int
    end: int
    brackets: Brackets = "()"
    # Spaces in front of the name.
    lead: str = ""


Template = tuple[Text | Quoted | VariableCall, ...]
