"""Checks timer messages: they may use variables, except those that need a caller."""

from collections.abc import Sequence

from greenroom.features.timers.schemas import TimerIn, TimerMessage
from greenroom.kernel.errors import AppError, FieldError
from greenroom.kernel.services import ServiceMap
from greenroom.responses.checking import check, errors
from greenroom.responses.variables import VariableRegistry


class InvalidMessages(AppError):
    """Lists each invalid message with the position of the error."""

    status = 422
    type = "invalid"

    def __init__(self, problems: Sequence[FieldError]) -> None:
        super().__init__("; ".join(f"{error.field}: {error.message}" for error in problems), problems)


def check_messages(fields: TimerIn, services: ServiceMap) -> None:
    registry = services.get(VariableRegistry)
    found = [error for at, message in enumerate(fields.messages) for error in _problems_in(at, message, registry)]
    if found:
        raise InvalidMessages(found)


def _problems_in(at: int, message: TimerMessage, registry: VariableRegistry) -> list[FieldError]:
    found = check(message.text, registry, place="timer", providers=message.providers)
    return [
        FieldError(field=f"messages.{at}.text", message=f"Character {problem.start + 1}: {problem.message}")
        for problem in errors(found)
    ]
