"""What timers say is written in the language of answers, but nobody has asked for it."""

from collections.abc import Sequence
from dataclasses import dataclass

from greenroom.features.timers.schemas import TimerIn, TimerMessage
from greenroom.kernel.errors import AppError, FieldError
from greenroom.responses.checking import check, errors
from greenroom.responses.variables import VariableRegistry


class InvalidMessages(AppError):
    """Names each message that cannot be said, and where in it."""

    status = 422
    type = "invalid"

    def __init__(self, found: Sequence[FieldError]) -> None:
        super().__init__("; ".join(f"{error.field}: {error.message}" for error in found), found)


@dataclass(slots=True)
class MessageChecker:
    """app.py fills it once every feature has said which variables it offers."""

    registry: VariableRegistry

    def check(self, given: TimerIn) -> None:
        if found := self.problems(given):
            raise InvalidMessages(found)

    def problems(self, given: TimerIn) -> list[FieldError]:
        return [error for at, message in enumerate(given.messages) for error in self._problems_in(at, message)]

    def _problems_in(self, at: int, message: TimerMessage) -> list[FieldError]:
        found = check(message.text, self.registry, has_caller=False, providers=message.providers)
        return [
            FieldError(field=f"messages.{at}.text", message=f"at {problem.start + 1}: {problem.message}")
            for problem in errors(found)
        ]
