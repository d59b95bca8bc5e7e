"""Typed fields: how a setting is shown and edited.

A field stands in the annotation of its setting. Its name and limits are those of the setting, filled in when the fields
of a model are published.
"""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

MAX_INTEGER = 2**53 - 1


@dataclass(frozen=True, slots=True)
class FieldBase:
    label: str
    # Sentence below the field.
    help: str = ""
    # The setting's name in the API.
    name: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchField(FieldBase):
    kind: Literal["switch"] = "switch"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextField(FieldBase):
    """One line."""

    kind: Literal["text"] = "text"
    placeholder: str = ""
    max_length: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeField(FieldBase):
    kind: Literal["code"] = "code"
    max_length: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateField(FieldBase):
    """A text with variables."""

    kind: Literal["template"] = "template"
    max_length: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberField(FieldBase):
    """A whole number: typed, typed with buttons for more and less, dragged, or typed with separators of thousands."""

    kind: Literal["number"] = "number"
    look: Literal["plain", "steps", "slider", "grouped"] = "plain"
    unit: str = ""
    # The unit as screen readers say it; only with `steps`.
    unit_name: str = ""
    min: int = 0
    max: int = MAX_INTEGER


@dataclass(frozen=True, slots=True, kw_only=True)
class DurationField(FieldBase):
    """Seconds, typed as 5:00 or 1:30:00."""

    kind: Literal["duration"] = "duration"


@dataclass(frozen=True, slots=True, kw_only=True)
class DollarsField(FieldBase):
    """Millionths of a US dollar, typed as 2.50."""

    kind: Literal["dollars"] = "dollars"


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentField(FieldBase):
    """A date and time, or none."""

    kind: Literal["moment"] = "moment"


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourField(FieldBase):
    kind: Literal["colour"] = "colour"


@dataclass(frozen=True, slots=True)
class Choice:
    value: str | int
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceField(FieldBase):
    """One of the values of a `Literal`."""

    kind: Literal["choice"] = "choice"
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TagsField(FieldBase):
    """A list of short texts."""

    kind: Literal["tags"] = "tags"
    placeholder: str
    # Of one text.
    max_length: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformsField(FieldBase):
    """Platforms; none chosen means all."""

    kind: Literal["platforms"] = "platforms"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivityKindsField(FieldBase):
    """Kinds of activities; none chosen means all."""

    kind: Literal["activity_kinds"] = "activity_kinds"


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelField(FieldBase):
    """The level of a role."""

    kind: Literal["level"] = "level"


@dataclass(frozen=True, slots=True, kw_only=True)
class MediaField(FieldBase):
    """The path of an uploaded file, `/media/{id}`; empty for none."""

    kind: Literal["media"] = "media"
    media: Literal["image", "video", "sound"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EditorField(FieldBase):
    """A setting with a hand-made editor, which the web finds by this name."""

    kind: Literal["editor"] = "editor"
    editor: str


SettingField = Annotated[
    SwitchField
    | TextField
    | CodeField
    | TemplateField
    | NumberField
    | DurationField
    | DollarsField
    | MomentField
    | ColourField
    | ChoiceField
    | TagsField
    | PlatformsField
    | ActivityKindsField
    | LevelField
    | MediaField
    | EditorField,
    Field(discriminator="kind"),
]
