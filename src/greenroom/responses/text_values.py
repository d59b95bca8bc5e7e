"""Variables that only one text has, such as the bet in a message of a game: their values come with the context."""

from collections.abc import Container, Iterable

from msgspec import Struct
from msgspec.structs import replace

from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext, VariableRegistry


class TextVariable(Struct, frozen=True):
    name: str
    summary: str
    # An example of its value.
    shows: str


def with_text_variables(registry: VariableRegistry, group: str, described: Iterable[TextVariable]) -> VariableRegistry:
    """All variables of the registry and the described ones; a described one hides variables of the same name."""
    by_name = {each.name: _variable(each, group) for each in described}
    others = [_without_aliases(each, by_name) for each in registry if each.name not in by_name]
    return VariableRegistry([*by_name.values(), *others])


def _without_aliases(variable: Variable, hidden: Container[str]) -> Variable:
    aliases = tuple(alias for alias in variable.aliases if alias not in hidden)
    return variable if aliases == variable.aliases else replace(variable, aliases=aliases)


def _variable(described: TextVariable, group: str) -> Variable:
    return Variable(described.name, group, described.summary, f"$({described.name})", described.shows, _evaluate)


def _evaluate(context: VariableContext, arguments: Arguments) -> str:
    if arguments.name not in context.values:
        raise NoValue("Not available here")
    return context.values[arguments.name]
