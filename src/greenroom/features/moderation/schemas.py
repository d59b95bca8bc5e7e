from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from greenroom.chat.moderation.entries import ModerationEntryOut
from greenroom.chat.protocol.actions import BanViewer
from greenroom.features.moderation.rules import clean_id, clean_reason
from greenroom.kernel.schema import Schema, StrictSchema

MAX_ID_LENGTH = 100
MAX_MESSAGE_ID_LENGTH = 200
MAX_REASON_LENGTH = 500
# Two weeks, the longest that any platform allows.
MAX_TIMEOUT_SECONDS = 1_209_600
MAX_ENTRIES = 100

ViewerId = Annotated[str, Field(min_length=1, max_length=MAX_ID_LENGTH), AfterValidator(clean_id)]
MessageId = Annotated[str, Field(min_length=1, max_length=MAX_MESSAGE_ID_LENGTH), AfterValidator(clean_id)]
Provider = Annotated[str, Field(min_length=1, max_length=20), AfterValidator(clean_id)]
DURATION_DESCRIPTION = "How long the timeout lasts; without it the ban is permanent."
Seconds = Annotated[int | None, Field(strict=True, ge=1, le=MAX_TIMEOUT_SECONDS, description=DURATION_DESCRIPTION)]
Reason = Annotated[str, Field(max_length=MAX_REASON_LENGTH), AfterValidator(clean_reason)]


class PlainBanIn(StrictSchema):
    """A ban on a platform whose bans have no reason: a request with a reason is refused."""

    provider_viewer_id: ViewerId
    duration_seconds: Seconds = None

    def action(self) -> BanViewer:
        return BanViewer(self.provider_viewer_id, self.duration_seconds)


class BanIn(PlainBanIn):
    reason: Reason = ""

    def action(self) -> BanViewer:
        return BanViewer(self.provider_viewer_id, self.duration_seconds, self.reason)


class EverywhereIn(StrictSchema):
    duration_seconds: Seconds = None
    reason: Reason = ""


class EverywhereResult(Schema):
    """Result for one account in one of the channel's chats."""

    # None if the account's platform is not connected to the channel.
    connection_id: UUID | None
    provider: str
    provider_viewer_id: str
    name: str
    # `refused`: by a rule or by the platform; `failed`: for another reason, such as no answer.
    outcome: Literal["done", "refused", "failed"]
    detail: str
    # None if the ban was not tried.
    entry_id: UUID | None


class EverywhereOut(Schema):
    results: list[EverywhereResult]


class ModerationLogOut(Schema):
    """Newest first; the cursor leads to older entries."""

    records: list[ModerationEntryOut]
    cursor: str | None
