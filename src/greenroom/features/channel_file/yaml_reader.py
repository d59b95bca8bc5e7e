"""Safe YAML reader: plain values only, each with its line; no aliases, tags, directives or deep nesting."""

import re
from collections.abc import Iterator
from typing import cast

import yaml
from msgspec import Struct, field

from greenroom.kernel.tasks.parsing import stop_if_asked

# Deeper than any channel file.
MAX_DEPTH = 12
# Parser events: values, field names, starts and ends of lists and objects. The longest likely file has two thirds.
MAX_EVENTS = 2_000_000
MAX_NUMBER_LENGTH = 18
# Names and types in errors are cut to this length.
MAX_QUOTED_LENGTH = 60
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"[-+]?(0|[1-9][0-9]*)\.[0-9]+")
# A "%" at the beginning of a line, after any line break of YAML and perhaps a byte order mark.
_DIRECTIVE = re.compile(r"(?:^|[\r\n\x85\u2028\u2029])\ufeff?%")
_KEYWORDS: dict[str, object] = {"true": True, "false": False, "null": None, "~": None, "": None}

Path = tuple[str | int, ...]


class YamlFileError(Exception):
    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


class Node(Struct):
    """A value and its line; lists and objects contain nodes."""

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
        """Line of the value at the path, or of its closest existing parent."""
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
    """Whether the text has only ASCII digits; `isdigit` alone accepts digits that `int` rejects."""
    return text.isascii() and text.isdigit()


class _OpenCollection(Struct):
    """A list or object that is not closed yet."""

    node: Node
    # Key whose value comes next; None in a list, or if a key comes next.
    key: str | None = None
    # By key: its line.
    lines: dict[str, int] = field(default_factory=dict[str, int])


def read_yaml(text: str, max_events: int = MAX_EVENTS) -> Node:
    """Parses the text; raises YamlFileError if it is not YAML of plain values."""
    try:
        return _read(text, max_events)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise YamlFileError(mark.line + 1 if mark else 1, _message_of(error)) from error
    except yaml.YAMLError as error:
        raise YamlFileError(_line_at(text, getattr(error, "position", 0)), "invalid character") from error


def _line_at(text: str, position: object) -> int:
    return text.count("\n", 0, position) + 1 if isinstance(position, int) and position >= 0 else 1


def _message_of(error: yaml.MarkedYAMLError) -> str:
    if "tag" in (error.context or ""):
        return 'names that begin with "!" need quotes'
    return "; ".join(part for part in (error.context, error.problem) if part) or "is not valid YAML"


def _check_directives(text: str) -> None:
    """Raises YamlFileError for a directive: many of them would take long, as each is compared with all before it."""
    directive = _DIRECTIVE.search(text)
    if directive is not None:
        raise YamlFileError(_line_at(text, directive.end()), "YAML directives (%) aren't supported")


def _read(text: str, max_events: int) -> Node:
    _check_directives(text)
    root: Node | None = None
    stack: list[_OpenCollection] = []
    events = cast("Iterator[yaml.Event]", yaml.parse(text, Loader=yaml.CSafeLoader))  # pyright: ignore[reportUnknownMemberType]  # untyped in the stubs
    for number, event in enumerate(events):
        line = event.start_mark.line + 1 if event.start_mark else 1
        stop_if_asked()
        if number >= max_events:
            raise YamlFileError(line, f"the file has more than {max_events:,} values, field names and brackets")
        match event:
            case yaml.AliasEvent():
                # A few aliases can expand to gigabytes.
                raise YamlFileError(line, "YAML aliases (*) aren't supported; repeat the value, or quote it")
            case yaml.ScalarEvent():
                root = _add_node(stack, Node(_scalar(event, line), line), root, key=event.value)
            case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                _check_depth_and_tag(stack, event, line)
                is_list = isinstance(event, yaml.SequenceStartEvent)
                node = Node(cast("list[Node] | dict[str, Node]", [] if is_list else {}), line)
                root = _add_node(stack, node, root, key=None)
                stack.append(_OpenCollection(node))
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                stack.pop()
            case yaml.DocumentStartEvent() if root is not None:
                raise YamlFileError(line, "the file contains more than one YAML document (---)")
            case _:
                pass
    return root or Node(None, 1)


def _check_depth_and_tag(stack: list[_OpenCollection], event: yaml.CollectionStartEvent, line: int) -> None:
    if len(stack) >= MAX_DEPTH:
        raise YamlFileError(line, f"is nested deeper than {MAX_DEPTH} levels")
    if event.tag is not None:
        raise YamlFileError(line, f"{_quoted(event.tag)} is an unsupported YAML type; quote names that begin with !")


def _quoted(text: str) -> str:
    return text if len(text) <= MAX_QUOTED_LENGTH else f"{text[:MAX_QUOTED_LENGTH]}…"


def _add_node(stack: list[_OpenCollection], node: Node, root: Node | None, *, key: str | None) -> Node:
    if not stack:
        return node
    parent = stack[-1]
    if isinstance(parent.node.value, list):
        parent.node.value.append(node)
    elif parent.key is None:
        if key is None:
            raise YamlFileError(node.line, "a field name is expected here")
        if isinstance(parent.node.value, dict) and key in parent.node.value:
            raise YamlFileError(node.line, f"{_quoted(key)} is used twice, first in line {parent.lines[key]}")
        parent.key, parent.lines[key] = key, node.line
    else:
        cast("dict[str, Node]", parent.node.value)[parent.key] = node
        parent.key = None
    return root or node


def _scalar(event: yaml.ScalarEvent, line: int) -> str | int | float | bool | None:
    if event.tag is not None and event.tag != "!":
        tag = _quoted(event.tag)
        if not event.value:
            raise YamlFileError(line, f'{tag} needs quotes: "{tag}"')
        raise YamlFileError(line, f"{tag} is an unsupported YAML type; quote names that begin with !")
    text = event.value
    # Quoted values and blocks are always text.
    if not event.implicit[0]:
        # Trailing line breaks of a block are not part of the text.
        return text.rstrip("\n") if event.style in {"|", ">"} else text
    if text in _KEYWORDS:
        return cast("bool | None", _KEYWORDS[text])
    if len(text) <= MAX_NUMBER_LENGTH and _INTEGER.fullmatch(text):
        return int(text)
    if len(text) <= MAX_NUMBER_LENGTH and _DECIMAL.fullmatch(text):
        return float(text)
    # Other values are text, even yes, no, on and off.
    return text
