"""Moments that people and programs ask for."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime


def _in_utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("is not a moment of any calendar") from error


Moment = Annotated[AwareDatetime, AfterValidator(_in_utc)]
