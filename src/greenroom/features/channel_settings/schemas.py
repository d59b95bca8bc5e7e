from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import DisplayName
from greenroom.kernel.timestamps import MAX_ZONE_LENGTH, zone_names


def _known_zone(name: str) -> str:
    if name not in zone_names():
        raise ValueError("is not a known time zone; write it like Europe/Berlin")
    return name


TimeZone = Annotated[str, Field(max_length=MAX_ZONE_LENGTH), AfterValidator(_known_zone)]
# BCP 47: a language, and optionally a script and a region.
Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$", max_length=20)]


class ChannelSettings(Schema):
    display_name: str
    time_zone: str
    language: str


class ChannelSettingsChange(StrictSchema):
    """Fields that are not given stay as they are."""

    display_name: DisplayName | None = None
    time_zone: TimeZone | None = None
    language: Language | None = None


class PortableChannelSettings(StrictSchema):
    """Without the name: the file of one channel can be imported into another."""

    time_zone: TimeZone = "UTC"
    language: Language = "en"
