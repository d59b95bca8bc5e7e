"""What answers are made with: the language, and every variable that features offer."""

from collections.abc import Sequence
from typing import Annotated, cast

from fastapi import Depends
from starlette.requests import HTTPConnection

from greenroom.features.commands.fields import CommandFields, Response
from greenroom.kernel.errors import AppError, FieldError
from greenroom.responses.checking import check, errors
from greenroom.responses.parsing import parse
from greenroom.responses.rendering import Compiled, Rendered, compile_text
from greenroom.responses.tree import Text
from greenroom.responses.variables import VariableRegistry

# In place of what a variable would show.
VARIABLE_PLACEHOLDER = "…"


class InvalidResponses(AppError):
    """Names each answer that cannot be read, and where in it."""

    status = 422
    type = "invalid"

    def __init__(self, problems: Sequence[FieldError]) -> None:
        super().__init__("; ".join(f"{problem.field}: {problem.message}" for problem in problems), problems)


class ResponseCompiler:
    """Filled by app.py once every feature has said which variables it offers."""

    def __init__(self) -> None:
        self.registry = VariableRegistry(())

    def compile(self, text: str) -> Compiled:
        return compile_text(text, self.registry)

    def check(self, given: CommandFields) -> None:
        """Raises InvalidResponses for variables that nobody knows and texts that cannot be read."""
        if problems := self.problems(given):
            raise InvalidResponses(problems)

    def problems(self, given: CommandFields) -> list[FieldError]:
        found: list[FieldError] = []
        for at, response in enumerate(given.responses):
            found += self._problems_in(f"responses.{at}.text", response, given)
        for at, pattern in enumerate(given.patterns):
            try:
                pattern.steps()
            except ValueError as error:
                found.append(FieldError(field=f"patterns.{at}.text", message=str(error)))
        return found

    def _problems_in(self, field: str, response: Response, given: CommandFields) -> list[FieldError]:
        providers = response.providers or given.providers
        problems = errors(check(response.text, self.registry, has_caller=True, providers=providers))
        return [FieldError(field=field, message=f"at {one.start + 1}: {one.message}") for one in problems]


def without_variables(text: str) -> str:
    """For everybody: an address in a variable may hold a key that is nobody's business."""
    pieces = [part.text if isinstance(part, Text) else VARIABLE_PLACEHOLDER for part in parse(text).template]
    return " ".join("".join(pieces).split())


def notes_text(rendered: Rendered) -> str:
    """What of it nobody gets to see, and why."""
    return "; ".join(f"$({note.variable}): {note.reason}" if note.variable else note.reason for note in rendered.notes)


async def _response_compiler(connection: HTTPConnection) -> ResponseCompiler:
    return cast("ResponseCompiler", connection.app.state.command_phrasing)


ResponseCompilerDep = Annotated[ResponseCompiler, Depends(_response_compiler)]
