"""Compiles a response: finds its variables and precomputes its constant parts."""

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from greenroom.chat.sending.safe_text import clean_value
from greenroom.responses.parsing import print_template
from greenroom.responses.tree import Quoted, Template, Text, VariableCall
from greenroom.responses.variables import Arguments, Variable, VariableRegistry

_SPACES = re.compile(r"(\s+)")


class CompiledCall(Struct, frozen=True, eq=False):
    variable: Variable
    # As written in the response, in lower case.
    name: str
    start: int
    end: int
    # The variables among the arguments; `text` and `words` refer to them by index, so that each is evaluated once.
    calls: "tuple[CompiledCall, ...]"
    text: "IndexedParts"
    words: "tuple[IndexedParts, ...]"
    # The words without variables; None for a word that contains one.
    constant_words: tuple[str | None, ...]
    # The finished arguments if they contain no variable.
    arguments: Arguments | None
    fallback: "Parts | None"


Parts = tuple[str | CompiledCall, ...]
IndexedParts = tuple[str | int, ...]


# Compiled parts, one tuple for each item of the template.
_Pieces = tuple[tuple[str | CompiledCall, ...], ...]


def compile_parts(template: Template, registry: VariableRegistry) -> Parts:
    """The constant texts and the variables of a response; unknown variables stay plain text."""
    return _merged(part for item in template for part in _as_written(item, _piece(item, registry)))


def _piece(item: Text | Quoted | VariableCall, registry: VariableRegistry) -> Parts:
    match item:
        case Text():
            return (clean_value(item.text),)
        case Quoted():
            return tuple(part for inner in item.content for part in _piece(inner, registry))
        case VariableCall():
            return (_compile_call(item, registry) or clean_value(print_template((item,))),)


def _compile_call(call: VariableCall, registry: VariableRegistry) -> CompiledCall | None:
    variable = registry.find(call.name)
    if variable is None:
        return None
    pieces = tuple(_piece(item, registry) for item in call.arguments)
    calls = tuple(part for piece in pieces for part in piece if isinstance(part, CompiledCall))
    indexes = {inner: index for index, inner in enumerate(calls)}
    text = _indexed(_text(call.arguments, pieces), indexes)
    words = tuple(_indexed(word, indexes) for word in _words(call.arguments, pieces))
    name = call.name.lower()
    fallback = call.fallback
    return CompiledCall(
        variable=variable,
        name=name,
        start=call.start,
        end=call.end,
        calls=calls,
        text=text,
        words=words,
        constant_words=tuple(None if any(isinstance(part, int) for part in word) else _plain(word) for word in words),
        arguments=None if calls else Arguments(_plain(text), tuple(_plain(word) for word in words), name),
        fallback=None if fallback is None else _text(fallback, tuple(_piece(item, registry) for item in fallback)),
    )


def _text(template: Template, pieces: _Pieces) -> Parts:
    """The arguments or the fallback as one text, without surrounding spaces and quotation marks that enclose it all."""
    visible = [index for index, item in enumerate(template) if not _is_space(item)]
    if len(visible) == 1 and isinstance(template[visible[0]], Quoted):
        return _merged(pieces[visible[0]])
    parts = list(_merged(part for index, item in enumerate(template) for part in _as_written(item, pieces[index])))
    if parts and isinstance(parts[0], str):
        parts[0] = parts[0].lstrip()
    if parts and isinstance(parts[-1], str):
        parts[-1] = parts[-1].rstrip()
    return tuple(part for part in parts if part != "")


def _is_space(item: Text | Quoted | VariableCall) -> bool:
    return isinstance(item, Text) and item.text.isspace()


def _as_written(item: Text | Quoted | VariableCall, piece: Parts) -> Parts:
    return (item.mark, *piece, item.mark) if isinstance(item, Quoted) else piece


def _words(template: Template, pieces: _Pieces) -> Iterator[Parts]:
    """The arguments as words, separated by spaces; a value or a quoted text is part of a word even if it is empty."""
    word: list[str | CompiledCall] = []
    for item, piece in zip(template, pieces, strict=True):
        # An escaped character never separates words.
        if not isinstance(item, Text) or item.written is not None:
            word += piece or ("",)
            continue
        for text in _SPACES.split(item.text):
            if not text.isspace():
                word += (text,) if text else ()
            elif word:
                yield _merged(word)
                word = []
    if word:
        yield _merged(word)


def _merged(parts: Iterable[str | CompiledCall]) -> Parts:
    """Merges adjacent texts."""
    merged: list[str | CompiledCall] = []
    for part in parts:
        last = merged[-1] if merged else None
        if isinstance(part, str) and isinstance(last, str):
            merged[-1] = last + part
        else:
            merged.append(part)
    return tuple(merged)


def _indexed(parts: Parts, indexes: Mapping[CompiledCall, int]) -> IndexedParts:
    return tuple(part if isinstance(part, str) else indexes[part] for part in parts)


def _plain(parts: IndexedParts) -> str:
    return "".join(part for part in parts if isinstance(part, str))
