"""Parses responses; a parsed response prints as exactly the same text.

    response = { text | variable }
    variable = "$(" name [ space arguments ] [ "|" fallback ] ")"      or the same in "${" … "}"
    name     = letters, digits and _ . : / + -
    arguments, fallback = { text | variable | quoted }, with balanced brackets of the variable's kind
    quoted   = a whole word in "…" or '…'; spaces, brackets and bars in it are plain text

A backslash escapes "$(" and "${"; within a variable it also escapes \\ $ " ' | ( ) { }.
Invalid syntax stays plain text and is reported as a problem.
"""

import re
from typing import Literal

from msgspec import Struct

from greenroom.responses.tree import Brackets, Quoted, Template, Text, VariableCall

Severity = Literal["error", "warning"]

# Maximum length of the text, and maximum depth of nested variables.
MAX_TEMPLATE_LENGTH = 1_500
MAX_DEPTH = 10
# Unclosed quotation marks and variables cause further passes over the text: these limits bound the time.
MAX_PASSES = 20
MAX_STEPS = 600

_NAME = {end: re.compile(rf"(\s*)([A-Za-z0-9_.:/+-]+)(?=[\s|{end}]|\Z)") for end in ")}"}
_ESCAPED = r"\\[\\$\"'|(){}]"
_OPENING = r"\$[({]"
_TOP = re.compile(rf"(?<!\\)\\++(?={_OPENING})|{_OPENING}")
_IN_CALL: dict[str, re.Pattern[str]] = {
    "()": re.compile(rf"{_ESCAPED}|{_OPENING}|(?<=[\s|])[\"']|[|()]"),
    "{}": re.compile(rf"{_ESCAPED}|{_OPENING}|(?<=[\s|])[\"']|[|{{}}]"),
}
_CLOSING = {mark: re.compile(rf"{mark}(?=[\s|)}}])") for mark in "\"'"}
_IN_QUOTES = {mark: re.compile(rf"{_ESCAPED}|{_OPENING}|{mark}(?=[\s|)}}])") for mark in "\"'"}


class Problem(Struct, frozen=True):
    """`start` and `end` are character positions in the text."""

    start: int
    end: int
    message: str
    severity: Severity = "error"


class Parsed(Struct, frozen=True):
    text: str
    template: Template
    problems: tuple[Problem, ...]


def parse(text: str) -> Parsed:
    """Parses any text; never raises, and reports invalid syntax as problems."""
    if len(text) > MAX_TEMPLATE_LENGTH:
        return _as_text(text, f"The text must be at most {MAX_TEMPLATE_LENGTH} characters long.", MAX_TEMPLATE_LENGTH)
    plain: dict[int, Problem] = {}
    closings = {mark: _last(pattern, text) for mark, pattern in _CLOSING.items() if mark in text}
    steps = 0
    for _ in range(MAX_PASSES):
        reader = _Reader(text, plain, closings)
        try:
            template, _ = reader.items(0, _TOP)
        except _Unclosed as unclosed:
            plain.update((problem.start, problem) for problem in unclosed.problems)
            steps += reader.steps
            if steps > MAX_STEPS:
                break
            continue
        return Parsed(text, template, tuple(problem for problem in reader.problems if problem.message))
    return _as_text(text, "Too many brackets and quotation marks are never closed.", 0)


def _last(pattern: re.Pattern[str], text: str) -> int:
    """Position of the last match, or -1."""
    return max((found.start() for found in pattern.finditer(text)), default=-1)


def _as_text(text: str, message: str, start: int) -> Parsed:
    end = len(text)
    return Parsed(text, (Text(text, 0, end),), (Problem(start, end, message),))


def print_template(template: Template) -> str:
    return "".join(_print(item) for item in template)


def _print(item: Text | Quoted | VariableCall) -> str:
    match item:
        case Text():
            return item.text if item.written is None else item.written
        case Quoted():
            return f"{item.mark}{print_template(item.content)}{item.mark}"
        case VariableCall():
            opening, closing = item.brackets
            fallback = "" if item.fallback is None else f"|{print_template(item.fallback)}"
            return f"${opening}{item.lead}{item.name}{print_template(item.arguments)}{fallback}{closing}"


class _Unclosed(Exception):
    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems


class _Reader:
    """One pass over the text; `plain`: where earlier passes found quotation marks or variables that never close."""

    def __init__(self, text: str, plain: dict[int, Problem], closings: dict[str, int]) -> None:
        self._text = text
        self._plain = plain
        # Position of the last closing quotation mark of each kind.
        self._closings = closings
        self.steps = 0
        self.problems: list[Problem] = []
        # Open quotation marks and variables, with their positions.
        self._open: list[tuple[str, int]] = []
        self._depth = 0

    def items(
        self, at: int, specials: re.Pattern[str], ends: tuple[str, ...] = (), brackets: str = ""
    ) -> tuple[Template, int]:
        """The items from `at` to the first of `ends` outside of nested brackets, and the position of that end."""
        items: list[Text | Quoted | VariableCall] = []
        text_start, level = at, 0
        while (found := specials.search(self._text, at)) is not None:
            start, special = found.start(), found.group()
            self.steps += 1
            if not level and special in ends:
                self._add_text(items, text_start, start)
                return tuple(items), start
            level += _level_change(special, brackets)
            item = self._item(special, start)
            at = found.end() if item is None else item.end
            if item is not None:
                self._add_text(items, text_start, start)
                items.append(item)
                text_start = at
        if self._open:
            raise _Unclosed(self._unclosed())
        self._add_text(items, text_start, len(self._text))
        return tuple(items), len(self._text)

    def _add_text(self, items: list[Text | Quoted | VariableCall], start: int, end: int) -> None:
        if start < end:
            items.append(Text(self._text[start:end], start, end))

    def _item(self, special: str, start: int) -> Text | Quoted | VariableCall | None:
        """The item that begins at `start`; None if the text is plain there."""
        if special[0] == "\\":
            return self._escaped(special, start)
        if special[0] == "$":
            return self._call(start, special)
        return self._quoted(start, special) if special in _CLOSING else None

    def _escaped(self, special: str, start: int) -> Text:
        if self._open:
            return Text(special[1], start, start + 2, special)
        # Two backslashes before a variable give one; the last of an odd number escapes the "$".
        half, odd = divmod(len(special), 2)
        shown, written = "\\" * half + "$" * odd, special + "$" * odd
        return Text(shown, start, start + len(written), written)

    def _call(self, start: int, special: str) -> VariableCall | Text:
        named = _NAME[_closing(special)].match(self._text, start + 2)
        if start in self._plain:
            problem = self._plain[start]
        elif named is None:
            message = f'Variable name missing. For a plain "{special}" write "\\{special}".'
            problem = Problem(start, start + 2, message)
        elif self._depth == MAX_DEPTH:
            problem = Problem(start, start + 2, f"Variables can be nested up to {MAX_DEPTH} levels.")
        else:
            return self._read_call(start, named)
        self.problems.append(problem)
        # Only the "$" is plain text: its bracket still has a partner and is counted.
        return Text("$", start, start + 1)

    def _read_call(self, start: int, named: re.Match[str]) -> VariableCall:
        brackets: Brackets = "()" if self._text[start + 1] == "(" else "{}"
        self._open.append(("$", start))
        self._depth += 1
        specials = _IN_CALL[brackets]
        arguments, end = self.items(named.end(), specials, ("|", brackets[1]), brackets)
        fallback = None
        if self._text[end] == "|":
            fallback, end = self.items(end + 1, specials, (brackets[1],), brackets)
        self._depth -= 1
        self._open.pop()
        lead, name = named.groups()
        return VariableCall(name, arguments, fallback, start, end + 1, brackets, lead)

    def _quoted(self, start: int, mark: str) -> Quoted | None:
        if start in self._plain or self._closings[mark] <= start:
            self.problems.append(_unclosed_quote(start, mark))
            return None
        self._open.append((mark, start))
        content, end = self.items(start + 1, _IN_QUOTES[mark], (mark,))
        self._open.pop()
        return Quoted(mark, content, start, end + 1)

    def _unclosed(self) -> list[Problem]:
        """The problem of the last open quotation mark, which may hide a closing bracket, else of each open variable."""
        quotes = [(mark, start) for mark, start in self._open if mark != "$"]
        if quotes:
            mark, start = quotes[-1]
            return [_unclosed_quote(start, mark)]
        return [self._unclosed_call(start) for _, start in self._open]

    def _unclosed_call(self, start: int) -> Problem:
        closing = _closing(self._text[start : start + 2])
        return Problem(start, start + 2, f'Missing "{closing}" at the end of the variable.')


def _closing(opening: str) -> str:
    return ")" if opening == "$(" else "}"


def _unclosed_quote(start: int, mark: str) -> Problem:
    """The problem of an open quotation mark; its message is empty for an apostrophe, which is no mistake."""
    message = "Unmatched quotation mark, shown as is." if mark == '"' else ""
    return Problem(start, start + 1, message, "warning")


def _level_change(special: str, brackets: str) -> int:
    """1 for an opening bracket, -1 for a closing one, else 0."""
    if not brackets or len(special) > 1:
        return 0
    return (special == brackets[0]) - (special == brackets[1])
