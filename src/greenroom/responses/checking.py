"""Problems of a response that can be found without running it, each with its position."""

import difflib
from collections.abc import Collection, Iterator
from typing import Literal

from greenroom.accounts.access.rules import Role
from greenroom.chat.sending.safe_text import SLASHES
from greenroom.responses.parsing import Problem, parse
from greenroom.responses.tree import Quoted, Template, Text, VariableCall
from greenroom.responses.variables import MAX_CALLS, Variable, VariableRegistry

# Maximum number of problems that are reported; users would not read more.
MAX_PROBLEMS = 20
MAX_SUGGESTIONS = 3
MAX_MISSPELT_LENGTH = 30

# What the text belongs to.
Place = Literal["command", "timer", "widget", "game", "announcement"]
# Places where a viewer has typed a command.
HAVE_CALLER = frozenset({"command", "game"})
# Places whose variables may change nothing: a widget evaluates its text repeatedly, and the messages of games and
# announcements tell what has happened already.
ONLY_SHOW = frozenset({"widget", "game", "announcement"})


def check(
    text: str, registry: VariableRegistry, *, place: Place = "command", providers: Collection[str] = ()
) -> list[Problem]:
    """Problems of a response, by position; `providers` are the platforms for which its variables are checked."""
    parsed = parse(text)
    found = [*parsed.problems, *_check_start(parsed.template)]
    suggest = _Suggestions(registry)
    for number, call in enumerate(_calls(parsed.template), start=1):
        if number > MAX_CALLS:
            found.append(Problem(call.start, call.end, f"A response can use up to {MAX_CALLS} variables."))
            break
        found += _check_call(call, suggest, providers, place)
    # Errors first, because they prevent saving: warnings must not push them out.
    shown = [*errors(found), *(one for one in found if one.severity != "error")][:MAX_PROBLEMS]
    return sorted(shown, key=lambda problem: (problem.start, problem.end))


def errors(problems: Collection[Problem]) -> list[Problem]:
    """Problems that prevent saving."""
    return [problem for problem in problems if problem.severity == "error"]


def _check_start(template: Template) -> Iterator[Problem]:
    first = template[0] if template else None
    text = first.text.lstrip() if isinstance(first, Text) else ""
    if isinstance(first, Text) and text and text[0] in SLASHES:
        at = first.end - len(text)
        message = 'A response must not start with "/": platform commands are not sent.'
        yield Problem(at, at + 1, message)


def level_needed(text: str, registry: VariableRegistry) -> int:
    """Highest `min_level` of the text's variables with `follows_author`; Public if it has none."""
    found = [registry.find(call.name) for call in _calls(parse(text).template)]
    return max((one.min_level for one in found if one is not None and one.follows_author), default=Role.PUBLIC)


def uses_variable(text: str, name: str) -> bool:
    return any(call.name == name for call in _calls(parse(text).template))


def _calls(template: Template) -> Iterator[VariableCall]:
    for item in template:
        match item:
            case VariableCall():
                yield item
                yield from _calls(item.arguments)
                yield from _calls(item.fallback or ())
            case Quoted():
                yield from _calls(item.content)
            case Text():
                pass


def _check_call(
    call: VariableCall, suggest: "_Suggestions", providers: Collection[str], place: Place
) -> Iterator[Problem]:
    start = call.start + 2 + len(call.lead)
    end = start + len(call.name)
    variable = suggest.registry.find(call.name)
    if variable is None:
        yield Problem(start, end, f"Unknown variable $({call.name}).{suggest.like(call.name)}")
        return
    if variable.needs_caller and place not in HAVE_CALLER:
        yield Problem(start, end, f"$({call.name}) isn't available in {place}s.")
    elif variable.has_side_effect and place in ONLY_SHOW:
        yield Problem(start, end, f"$({call.name}) changes something: {place}s can only show values.")
    elif variable.runs_others and place == "game" and not all(_is_space(item) for item in call.arguments):
        yield Problem(start, end, f"$({call.name}) runs another command: {place}s can only show values.")
    if (missing := _unsupported_providers(variable, providers)) and call.fallback is None:
        yield Problem(start, end, f"$({call.name}) isn't available on {missing}.", "warning")
    if variable.takes == "nothing" and not all(_is_space(item) for item in call.arguments):
        at = call.arguments[0].start
        yield Problem(at, call.arguments[-1].end, f"$({call.name}) takes no arguments.", "warning")


def _is_space(item: Text | Quoted | VariableCall) -> bool:
    return isinstance(item, Text) and item.text.isspace()


def _unsupported_providers(variable: Variable, providers: Collection[str]) -> str:
    supported = variable.providers
    return "" if supported is None else ", ".join(each for each in providers if each not in supported)


class _Suggestions:
    """Spelling suggestions for unknown variables; limited, because the search is slow."""

    def __init__(self, registry: VariableRegistry) -> None:
        self.registry = registry
        self._found: dict[str, str] = {}

    def like(self, name: str) -> str:
        wanted = name.lower()
        if wanted not in self._found:
            if len(self._found) == MAX_SUGGESTIONS or len(wanted) > MAX_MISSPELT_LENGTH:
                return ""
            self._found[wanted] = next(iter(difflib.get_close_matches(wanted, self.registry.names, n=1)), "")
        close = self._found[wanted]
        return f' Did you mean "{close}"?' if close else ""
