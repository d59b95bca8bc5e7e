"""YAML that anybody may have written: read step by step, with the line of every value, and nothing but plain values."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

import yaml

# A channel's file is four deep where it is deepest.
MAX_DEPTH = 12
MAX_NUMBER_LENGTH = 18
STR, INT, FLOAT, BOOL, NULL = (f"tag:yaml.org,2002:{name}" for name in ("str", "int", "float", "bool", "null"))
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"[-+]?(0|[1-9][0-9]*)\.[0-9]+")
_WORDS: dict[str, object] = {"true": True, "false": False, "null": None, "~": None, "": None}

Path = tuple[str | int, ...]


class YamlFileError(Exception):
    """It cannot be read from here on."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


@dataclass(slots=True)
class Node:
    """A value and where it stands; lists and objects hold nodes."""

    value: "str | int | float | bool | list[Node] | dict[str, Node] | None"
    line: int

    def plain(self) -> object:
        match self.value:
            case list():
                return [node.plain() for node in self.value]
            case dict():
                return {key: node.plain() for key, node in self.value.items()}
            case _:
                return self.value

    def line_of(self, path: Path) -> int:
        """Of what the path names, or of the nearest thing around it that is there."""
        node = self
        for part in path:
            inner: Node | None = None
            if isinstance(node.value, dict):
                inner = node.value.get(str(part))
            elif isinstance(node.value, list) and is_number(str(part)) and int(part) < len(node.value):
                inner = node.value[int(part)]
            if inner is None:
                break
            node = inner
        return node.line


def is_number(text: str) -> bool:
    """Some digits of other scripts are digits, and no numbers."""
    return text.isascii() and text.isdigit()


@dataclass(slots=True)
class _OpenCollection:
    """A list or an object that has not ended yet."""

    node: Node
    # The key that waits for its value.
    key: str | None = None
    lines: dict[str, int] = field(default_factory=dict[str, int])


def read_yaml(text: str) -> Node:
    """Raises YamlFileError. Aliases are refused: a few lines of them can mean more than fits into any memory."""
    try:
        return _read(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise YamlFileError(mark.line + 1 if mark else 1, _wording(error)) from error
    except yaml.YAMLError as error:
        # Characters that YAML does not have.
        raise YamlFileError(
            _line_at(text, getattr(error, "position", 0)), "there is a character that no file may have"
        ) from error


def _line_at(text: str, position: object) -> int:
    return text.count("\n", 0, position) + 1 if isinstance(position, int) and position >= 0 else 1


def _wording(error: yaml.MarkedYAMLError) -> str:
    if "tag" in (error.context or ""):
        return 'a name that begins with "!" needs quotes'
    return "; ".join(part for part in (error.context, error.problem) if part) or "is not YAML"


def _read(text: str) -> Node:
    root: Node | None = None
    stack: list[_OpenCollection] = []
    events = cast("Iterator[yaml.Event]", yaml.parse(text, Loader=yaml.CSafeLoader))  # pyright: ignore[reportUnknownMemberType]  # its stubs leave it open
    for event in events:
        line = event.start_mark.line + 1 if event.start_mark else 1
        match event:
            case yaml.AliasEvent():
                raise YamlFileError(line, "* refers to something else in the file: write it out (or put it in quotes)")
            case yaml.ScalarEvent():
                root = _place(stack, Node(_scalar(event, line), line), root, key=event.value)
            case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                _refuse_depth_and_names(stack, event, line)
                is_list = isinstance(event, yaml.SequenceStartEvent)
                node = Node(cast("list[Node] | dict[str, Node]", [] if is_list else {}), line)
                root = _place(stack, node, root, key=None)
                stack.append(_OpenCollection(node))
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                stack.pop()
            case yaml.DocumentStartEvent() if root is not None:
                raise YamlFileError(line, "--- begins a second file: one is enough")
            case _:
                pass
    return root or Node(None, 1)


def _refuse_depth_and_names(stack: list[_OpenCollection], event: yaml.CollectionStartEvent, line: int) -> None:
    if len(stack) >= MAX_DEPTH:
        raise YamlFileError(line, f"goes deeper than {MAX_DEPTH} levels")
    if event.tag is not None:
        raise YamlFileError(line, f"{event.tag} is a type that this file does not have (put names with ! in quotes)")


def _place(stack: list[_OpenCollection], node: Node, root: Node | None, *, key: str | None) -> Node:
    if not stack:
        return node
    around = stack[-1]
    if isinstance(around.node.value, list):
        around.node.value.append(node)
    elif around.key is None:
        if key is None:
            raise YamlFileError(node.line, "a name is expected here")
        if isinstance(around.node.value, dict) and key in around.node.value:
            raise YamlFileError(node.line, f"{key[:60]} stands here twice; first in line {around.lines[key]}")
        around.key, around.lines[key] = key, node.line
    else:
        cast("dict[str, Node]", around.node.value)[around.key] = node
        around.key = None
    return root or node


def _scalar(event: yaml.ScalarEvent, line: int) -> str | int | float | bool | None:
    if event.tag is not None and event.tag != "!":
        if not event.value:
            raise YamlFileError(line, f'{event.tag} needs quotes: "{event.tag}"')
        raise YamlFileError(line, f"{event.tag} is a type that this file does not have (put names with ! in quotes)")
    text = event.value
    # In quotes or as a block it is text, whatever it looks like. So is yes, no, on and off.
    if not event.implicit[0]:
        # The line break at the end of a block is none of the text's.
        return text.rstrip("\n") if event.style in {"|", ">"} else text
    if text in _WORDS:
        return cast("bool | None", _WORDS[text])
    if len(text) <= MAX_NUMBER_LENGTH and _INTEGER.fullmatch(text):
        return int(text)
    if len(text) <= MAX_NUMBER_LENGTH and _DECIMAL.fullmatch(text):
        return float(text)
    return text
