"""Syntax tree of a response: texts and variable calls."""

from dataclasses import dataclass
from typing import Literal

Brackets = Literal["()", "{}"]


@dataclass(frozen=True, slots=True)
class Text:
    # As shown in chat.
    text: str
    start: int
    end: int
    # As written in the response, if that differs: `\\$(` for `$(`.
    written: str | None = None


@dataclass(frozen=True, slots=True)
class Quoted:
    """One word of the arguments, whatever it contains."""

    mark: str
    content: "Template"
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class VariableCall:
    """`$(name …|fallback)`; the arguments keep their spaces as written."""

    name: str
    arguments: "Template"
    fallback: "Template | None"
    start: int
    end: int
    brackets: Brackets = "()"
    # Spaces before the name.
    lead: str = ""


Template = tuple[Text | Quoted | VariableCall, ...]
