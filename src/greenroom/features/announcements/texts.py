"""Checks, compiles and renders the texts of announcements."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from greenroom.features.announcements.rules import VARIABLES
from greenroom.features.announcements.schemas import AnnouncementSettings
from greenroom.kernel.errors import AppError, FieldError
from greenroom.responses.checking import check, errors
from greenroom.responses.rendering import compile_text
from greenroom.responses.text_values import with_text_variables
from greenroom.responses.variables import VariableContext, VariableRegistry

TEXT_FIELDS = ("text", "ended_text")
GROUP = "Announcement"


class InvalidTexts(AppError):
    status = 422
    type = "invalid"

    def __init__(self, problems: list[FieldError]) -> None:
        super().__init__("; ".join(f"{each.field}: {each.message}" for each in problems), problems)


class AnnouncementTexts(Struct):
    # Has all variables once every feature is declared.
    registry: VariableRegistry

    def problems(self, settings: AnnouncementSettings) -> list[FieldError]:
        registry = self._registry()
        return [
            FieldError(field=name, message=f"Character {problem.start + 1}: {problem.message}")
            for name in TEXT_FIELDS
            for problem in errors(check(getattr(settings, name), registry, place="announcement"))
        ]

    def check(self, settings: AnnouncementSettings) -> None:
        if problems := self.problems(settings):
            raise InvalidTexts(problems)

    async def render(self, text: str, context: VariableContext, values: Mapping[str, str]) -> str:
        return (await compile_text(text, self._registry()).render(replace(context, values=values))).text

    def _registry(self) -> VariableRegistry:
        return with_text_variables(self.registry, GROUP, VARIABLES)
