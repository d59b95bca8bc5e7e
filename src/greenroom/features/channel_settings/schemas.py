from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import DisplayName
from greenroom.kernel.timestamps import MAX_ZONE_LENGTH, zone_names


def _check_zone(name: str) -> str:
    if name not in zone_names():
        raise ValueError("is not a known time zone; write it like Europe/Berlin")
    return name


TimeZone = Annotated[str, Field(max_length=MAX_ZONE_LENGTH), AfterValidator(_check_zone)]
# BCP 47: a language, and optionally a script and a region.
Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$", max_length=20)]


class ChannelSettings(Schema):
    display_name: str
    time_zone: str
    language: str


class ChannelSettingsChange(StrictSchema):
    """Fields that are left out stay unchanged."""

    display_name: DisplayName | None = None
    time_zone: TimeZone | None = None
    language: Language | None = None


class PortableChannelSettings(StrictSchema):
    """The settings in the channel's file; without the name, because a file can be imported into another channel."""

    time_zone: TimeZone = "UTC"
    language: Language = "en"
