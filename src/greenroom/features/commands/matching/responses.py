"""Compiles and checks command responses against the variable registry."""

from collections.abc import Sequence

from greenroom.features.commands.fields import CommandFields, Response
from greenroom.kernel.errors import AppError, FieldError
from greenroom.responses.checking import check, errors
from greenroom.responses.parsing import parse
from greenroom.responses.rendering import Compiled, Rendered, compile_text
from greenroom.responses.tree import Text
from greenroom.responses.variables import VariableRegistry

# Replaces variables in public texts.
VARIABLE_PLACEHOLDER = "…"


class InvalidResponses(AppError):
    """Lists the problems of patterns and of responses, the latter with their position in the text."""

    status = 422
    type = "invalid"

    def __init__(self, problems: Sequence[FieldError]) -> None:
        super().__init__("; ".join(f"{problem.field}: {problem.message}" for problem in problems), problems)


class ResponseCompiler:
    def __init__(self, registry: VariableRegistry) -> None:
        self.registry = registry

    def compile(self, text: str) -> Compiled:
        return compile_text(text, self.registry)

    def check(self, fields: CommandFields) -> None:
        """Raises InvalidResponses for unknown variables, syntax errors and invalid patterns."""
        if problems := self.problems(fields):
            raise InvalidResponses(problems)

    def problems(self, fields: CommandFields) -> list[FieldError]:
        found: list[FieldError] = []
        for at, response in enumerate(fields.responses):
            found += self._problems_in(f"responses.{at}.text", response, fields)
        for at, pattern in enumerate(fields.patterns):
            try:
                pattern.steps()
            except ValueError as error:
                found.append(FieldError(field=f"patterns.{at}.text", message=str(error)))
        return found

    def _problems_in(self, field: str, response: Response, fields: CommandFields) -> list[FieldError]:
        providers = response.providers or fields.providers
        problems = errors(check(response.text, self.registry, providers=providers))
        return [FieldError(field=field, message=f"Character {one.start + 1}: {one.message}") for one in problems]


def without_variables(text: str) -> str:
    """The text with a placeholder for each variable, for public pages: a URL in a variable may contain a secret key."""
    pieces = [part.text if isinstance(part, Text) else VARIABLE_PLACEHOLDER for part in parse(text).template]
    return " ".join("".join(pieces).split())


def notes_text(rendered: Rendered) -> str:
    """The notes as text: which variables have no value and why, and whether the response was cut."""
    return "; ".join(f"$({note.variable}): {note.reason}" if note.variable else note.reason for note in rendered.notes)
