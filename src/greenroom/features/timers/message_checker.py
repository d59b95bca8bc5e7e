"""Checks timer messages: they may use variables, except those that need a caller."""

from collections.abc import Sequence

from msgspec import Struct

from greenroom.features.timers.schemas import TimerIn, TimerMessage
from greenroom.kernel.errors import AppError, FieldError
from greenroom.responses.checking import check, errors
from greenroom.responses.variables import VariableRegistry


class InvalidMessages(AppError):
    """Lists each invalid message with the position of the error."""

    status = 422
    type = "invalid"

    def __init__(self, problems: Sequence[FieldError]) -> None:
        super().__init__("; ".join(f"{error.field}: {error.message}" for error in problems), problems)


class MessageChecker(Struct):
    registry: VariableRegistry

    def check(self, fields: TimerIn) -> None:
        if found := self.problems(fields):
            raise InvalidMessages(found)

    def problems(self, fields: TimerIn) -> list[FieldError]:
        return [error for at, message in enumerate(fields.messages) for error in self._problems_in(at, message)]

    def _problems_in(self, at: int, message: TimerMessage) -> list[FieldError]:
        found = check(message.text, self.registry, place="timer", providers=message.providers)
        return [
            FieldError(field=f"messages.{at}.text", message=f"Character {problem.start + 1}: {problem.message}")
            for problem in errors(found)
        ]
