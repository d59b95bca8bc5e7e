from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from greenroom.features.widgets.types.kind import WidgetType
from greenroom.forms.fields import CodeField, EditorField
from greenroom.forms.settings import EditedSettings, Section
from greenroom.kernel.schema import StrictSchema
from greenroom.kernel.text import check_storable, line_of

MAX_CODE_LENGTH = 50_000
MAX_FIELDS = 50
MAX_VALUE_LENGTH = 2_000

Code = Annotated[str, Field(max_length=MAX_CODE_LENGTH), AfterValidator(check_storable)]


class CustomField(StrictSchema):
    """A value that the code reads as `greenroom.fields.{key}`."""

    key: Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,39}$")]
    label: Annotated[str, line_of(60)]
    kind: Literal["text", "number", "colour", "switch", "media"] = "text"
    value: Annotated[str, Field(max_length=MAX_VALUE_LENGTH), AfterValidator(check_storable)] = ""


class CustomHtmlWidget(EditedSettings):
    """HTML, CSS and JavaScript of staff, in a sandboxed frame that loads only uploaded media and data URLs."""

    html: Annotated[Code, CodeField("HTML")] = ""
    css: Annotated[Code, CodeField("CSS")] = ""
    script: Annotated[
        Code,
        CodeField(
            "JavaScript",
            'greenroom.on("activity", (event) => …) is called for every event; greenroom.fields has your fields.',
        ),
    ] = ""
    fields: Annotated[
        list[CustomField], Field(max_length=MAX_FIELDS), EditorField("Fields", editor="custom_fields")
    ] = []
    # Events that the code receives.
    events: Annotated[
        list[Literal["chat", "activity"]], Field(max_length=2), EditorField("Events", editor="events")
    ] = ["activity"]


TYPE = WidgetType(
    name="custom_html",
    label="Custom HTML",
    about="Your own HTML, CSS and JavaScript, safely boxed in.",
    settings=CustomHtmlWidget,
    width=800,
    height=600,
    classes=("custom",),
    feeds=frozenset({"chat", "activity"}),
    sections=(
        Section(
            "Code",
            "Runs in a sandbox without access to the network or to your account.",
            (
                "html",
                "css",
                "script",
            ),
        ),
        Section(
            "Data",
            "What the code receives, and values you change without touching it.",
            (
                "events",
                "fields",
            ),
        ),
    ),
    tests={"message": "Message", "follow": "", "sub": "", "raid": ""},
)
