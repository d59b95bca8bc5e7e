"""Settings that several filter types have."""

from typing import Annotated

from pydantic import Field

from greenroom.forms.fields import NumberField

SHORTER = "Ignore shorter messages"
Within = Annotated[int, Field(ge=1, le=3600), NumberField("Within", unit="seconds")]
