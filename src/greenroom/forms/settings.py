"""Models whose settings are edited in a form, and the fields of that form."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, cast

from msgspec import Struct
from pydantic import GetJsonSchemaHandler
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema

from greenroom.forms.fields import ChoiceField, FieldBase, NumberField, SettingField, TagsField
from greenroom.kernel.schema import Schema, StrictSchema


class EditedSettings(StrictSchema):
    """Settings with a typed field in the annotation of each; the API's schema shows their labels and help."""

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        shown = handler.resolve_ref_schema(handler(schema))
        for name, info in cls.model_fields.items():
            if found := declared_field(info):
                shown["properties"][name] |= {"title": found.label} | (
                    {"description": found.help} if found.help else {}
                )
        return shown


class Section(Struct, frozen=True):
    """Settings under one heading of a form, in the order of the screen."""

    title: str
    about: str
    settings: tuple[str, ...]
    # Whether the section is folded until the user opens it.
    is_advanced: bool = False
    # The name of the hand-made section that shows these settings; empty if the form shows their fields.
    editor: str = ""


class SectionOut(Schema):
    title: str
    about: str
    is_advanced: bool
    editor: str
    fields: list[SettingField]


class MissingField(TypeError):
    """A setting has no typed field."""


def declared_field(info: FieldInfo) -> FieldBase | None:
    """The field in the setting's annotation; of several, the last, which is that of the setting itself."""
    found = [each for each in info.metadata if isinstance(each, FieldBase)]
    return found[-1] if found else None


def fields_of(model: type[EditedSettings]) -> dict[str, SettingField]:
    """The fields of all settings by name, with their limits."""
    return {name: _published(model, name) for name in model.model_fields}


def sections_of(model: type[EditedSettings], sections: Iterable[Section]) -> list[SectionOut]:
    return [
        SectionOut(
            title=each.title,
            about=each.about,
            is_advanced=each.is_advanced,
            editor=each.editor,
            fields=[_published(model, name) for name in each.settings],
        )
        for each in sections
    ]


@cache
def _properties(model: type[EditedSettings]) -> Mapping[str, Any]:
    return model.model_json_schema()["properties"]


def _published(model: type[EditedSettings], name: str) -> SettingField:
    declared, limits = declared_field(model.model_fields[name]), _properties(model)[name]
    if declared is None:
        raise MissingField(f"{model.__name__}.{name} has no typed field")
    found: dict[str, object] = {"name": name}
    if isinstance(declared, NumberField):
        found |= _limits({"min": "minimum", "max": "maximum"}, limits)
    elif isinstance(declared, TagsField):
        found |= _limits({"max_length": "maxLength"}, limits["items"])
    elif hasattr(declared, "max_length"):
        found |= _limits({"max_length": "maxLength"}, limits)
    elif isinstance(declared, ChoiceField) and {each.value for each in declared.choices} != set(limits["enum"]):
        raise MissingField(f"{model.__name__}.{name} has other values than its choices")
    # The cast is safe: every subclass of FieldBase is in the union.
    return cast("SettingField", replace(declared, **found))


def _limits(names: Mapping[str, str], limits: Mapping[str, Any]) -> dict[str, object]:
    return {name: limits[key] for name, key in names.items() if key in limits}
