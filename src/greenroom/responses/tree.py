"""Syntax tree of a response: texts and variable calls."""

from typing import Literal

from msgspec import Struct

Brackets = Literal["()", "{}"]


class Text(Struct, frozen=True):
    # As shown in chat.
    text: str
    start: int
    end: int
    # As written in the response, if that differs: `\$(` for `$(`.
    written: str | None = None


class Quoted(Struct, frozen=True):
    """A quoted text: one word of the arguments, whatever it contains."""

    mark: str
    content: "Template"
    start: int
    end: int


class VariableCall(Struct, frozen=True):
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
