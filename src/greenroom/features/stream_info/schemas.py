from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from greenroom.features.stream_info.rules import MAX_TEXT_LENGTH, clean_title
from greenroom.kernel.schema import Schema, StrictSchema

MAX_CHANGES = 20
MAX_CATEGORY_LENGTH = 200
MAX_MARKER_LENGTH = 140
AD_SECONDS = (30, 60, 90, 120, 150, 180)

Title = Annotated[str, Field(min_length=1, max_length=MAX_TEXT_LENGTH), AfterValidator(clean_title)]
CategoryText = Annotated[str, Field(min_length=1, max_length=MAX_CATEGORY_LENGTH)]


class CategoryIn(StrictSchema):
    """A category of one platform, as its search returned it."""

    id: CategoryText
    name: CategoryText


class StreamChangeIn(StrictSchema):
    """Changes of the stream on one connection; fields that are left out stay unchanged."""

    channel_provider_id: UUID
    title: Title | None = None
    category: CategoryIn | None = None


class StreamInfoIn(StrictSchema):
    changes: Annotated[list[StreamChangeIn], Field(min_length=1, max_length=MAX_CHANGES)]


class ChangeResult(Schema):
    # `refused`: the platform refused, and `detail` says why; `failed`: no answer, or the account must be reconnected.
    outcome: Literal["done", "refused", "failed"]
    detail: str = ""


class StreamChangeOut(Schema):
    channel_provider_id: UUID
    provider: str
    # None for a field that was left out.
    title: ChangeResult | None
    category: ChangeResult | None


class StreamInfoOut(Schema):
    results: list[StreamChangeOut]


class CategoryOut(Schema):
    id: str
    name: str
    image_url: str


class CategoriesOut(Schema):
    records: list[CategoryOut]
    # A hint of the platform, such as how many characters a search needs.
    detail: str


class AdIn(StrictSchema):
    seconds: Literal[30, 60, 90, 120, 150, 180]


class AdOut(Schema):
    """An ad that is running."""

    started_at: datetime
    ends_at: datetime
    # The platform refuses another ad before this time; None for an ad that was not started in Greenroom.
    next_possible_at: datetime | None
    # A hint of the platform, such as a shorter length than requested.
    detail: str


class AdStarted(Schema):
    """Published when an ad starts; twice if it was started in Greenroom and the platform reports it too."""

    type: Literal["ad"] = "ad"
    connection_id: UUID
    ad: AdOut


class AdScheduleOut(Schema):
    # None if no ad is due.
    next_ad_at: datetime | None
    # None if no ad has run.
    last_ad_at: datetime | None
    # Length of the next ad.
    seconds: int
    snoozes_left: int


class MarkerIn(StrictSchema):
    description: Annotated[str, Field(max_length=MAX_MARKER_LENGTH)] = ""


class MarkerOut(Schema):
    # Seconds since the stream began.
    position_seconds: int


class ClipOut(Schema):
    url: str


class ViewerHistory(Schema):
    channel_provider_id: UUID
    # Mean of each of the last 30 minutes, the current one last; null where the platform reported none.
    viewers: list[int | None]


class ViewerHistoriesOut(Schema):
    records: list[ViewerHistory]
