"""Reads the settings of a widget with the model of its type."""

from collections.abc import Mapping
from typing import cast

from pydantic import ValidationError

from greenroom.features.widgets.types.registry import TYPES
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.errors import AppError, FieldError
from greenroom.kernel.schema import StrictSchema
from greenroom.kernel.validation_messages import message_for


class InvalidSettings(AppError):
    """Lists each setting that does not fit the type."""

    status = 422
    type = "invalid"

    def __init__(self, problems: list[FieldError]) -> None:
        super().__init__("; ".join(f"{one.field}: {one.message}" for one in problems), problems)


def read_settings(type_name: str, settings: Mapping[str, object]) -> StrictSchema:
    try:
        return TYPES[type_name].settings.model_validate(settings)
    except ValidationError as error:
        raise InvalidSettings(
            [
                FieldError(field=".".join(["settings", *map(str, item["loc"])]), message=message_for(item))
                for item in error.errors()
            ]
        ) from error


def stored_settings(type_name: str, settings: JsonObject) -> StrictSchema:
    """Settings from the database, without those that the type no longer has."""
    model = TYPES[type_name].settings
    return model.model_validate({key: value for key, value in settings.items() if key in model.model_fields})


def settings_json(settings: StrictSchema) -> JsonObject:
    return settings.model_dump(mode="json")


def without_rule_ids(settings: JsonObject) -> JsonObject:
    """Leaves out the ids of alert rules: a rule that is written without an id gets a new one."""
    if "rules" not in settings:
        return settings
    rules = cast("list[JsonObject]", settings["rules"])
    return {**settings, "rules": [{key: one for key, one in rule.items() if key != "id"} for rule in rules]}
