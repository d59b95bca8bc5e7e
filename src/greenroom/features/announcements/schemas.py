from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, model_validator

from greenroom.accounts.topics import channel_topic
from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import line_of

MAX_TEXT_LENGTH = 1_000
# Number of announcements that the screen lists.
MAX_RECENT = 10

announcements_topic = channel_topic("announcements")

Mention = Literal["none", "here", "everyone", "role"]


class AnnouncementSettings(StrictSchema):
    enabled: bool = False
    # `once`: one announcement, to which platforms that go live later are added. `each`: one for each platform.
    mode: Literal["once", "each"] = "once"
    text: Annotated[str, line_of(MAX_TEXT_LENGTH)] = "$(channel) is live: $(title)"
    # Whether the announcement is edited when the stream ends.
    edit_at_end: bool = True
    ended_text: Annotated[str, line_of(MAX_TEXT_LENGTH)] = "$(channel) was live for $(duration)."
    # Who gets a notification.
    mention: Mention = "none"
    role_id: Annotated[str, Field(pattern=r"^(\d{15,20})?$")] = ""

    @model_validator(mode="after")
    def _needs_role(self) -> "AnnouncementSettings":
        if self.mention == "role" and not self.role_id:
            raise ValueError("role_id: enter the ID of the role to mention")
        return self


class AnnouncementAddressIn(StrictSchema):
    """The URL of a webhook: a secret that is stored encrypted and never shown again."""

    url: Annotated[str, Field(min_length=1, max_length=500)]


class AnnouncementPlace(Schema):
    """The webhook that posts announcements, as staff see it: its name and the end of its URL."""

    name: str
    # The last four characters of the URL.
    address_end: str


class AnnouncementVariable(Schema):
    """A variable that only announcements have."""

    name: str
    summary: str
    shows: str


class AnnouncementOut(Schema):
    id: UUID
    title: str
    # The announced platform; empty for all platforms.
    provider: str
    state: Literal["sending", "waiting", "posted", "failed"]
    problem: str
    created_at: datetime
    posted_at: datetime | None
    ended_at: datetime | None


class AnnouncementsOut(Schema):
    # Key of the service that posts the announcements.
    provider: str
    # Name of the service.
    service: str
    # An example of the URL of a webhook.
    address_example: str
    settings: AnnouncementSettings
    # None while there is no webhook.
    place: AnnouncementPlace | None
    # Why announcements were switched off, or the last announcement failed; empty otherwise.
    problem: str
    problem_at: datetime | None
    recent: list[AnnouncementOut]
    variables: list[AnnouncementVariable]
    # 0 until settings or a webhook are saved.
    revision: int
    updated_at: datetime | None
    updated_by: str


class EmbedFieldOut(Schema):
    name: str
    value: str


class EmbedLinkOut(Schema):
    name: str
    url: str


class AnnouncementMessageOut(Schema):
    """A message as it will look on the service that posts announcements."""

    # Such as @everyone; empty for no notification.
    mention: str
    text: str
    author: str
    title: str
    url: str
    colour: str
    fields: list[EmbedFieldOut]
    links_name: str
    links: list[EmbedLinkOut]
    at: datetime


class AnnouncementPreviewOut(Schema):
    live: AnnouncementMessageOut
    ended: AnnouncementMessageOut


class AnnouncementsChanged(Schema):
    """The settings, the webhook or an announcement changed: fetch them again."""

    type: Literal["announcements_changed"] = "announcements_changed"
