from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from greenroom.channel_file.lists.rows import NamedIn, TrackedOut
from greenroom.features.webhooks.events import EVENTS
from greenroom.kernel.http.safe_fetch import MAX_URL_LENGTH
from greenroom.kernel.schema import Schema
from greenroom.kernel.text import line_of

MAX_NAME_LENGTH = 80
MAX_WEBHOOKS = 10
MAX_PER_PAGE = 50
DEFAULT_PER_PAGE = 20

DeliveryState = Literal["waiting", "delivered", "failed"]


def _check_event_name(event: str) -> str:
    if event not in EVENTS:
        raise ValueError("is not an event that webhooks are called for")
    return event


def _without_repeats(events: list[str]) -> list[str]:
    return list(dict.fromkeys(events))


EventName = Annotated[str, AfterValidator(_check_event_name), Field(json_schema_extra={"enum": list(EVENTS)})]


class WebhookFields(NamedIn):
    name: Annotated[str, line_of(MAX_NAME_LENGTH)]
    # Events for which the webhook is called.
    events: Annotated[list[EventName], Field(min_length=1, max_length=100), AfterValidator(_without_repeats)]
    enabled: bool = True


class WebhookIn(WebhookFields):
    """The URL may hold a secret: it is stored encrypted and never shown again."""

    url: Annotated[str, Field(min_length=1, max_length=MAX_URL_LENGTH)]


class WebhookUpdate(WebhookFields):
    # If empty, the URL is not changed.
    url: Annotated[str, Field(max_length=MAX_URL_LENGTH)] = ""


class WebhookOut(TrackedOut):
    name: str
    events: list[EventName]
    enabled: bool
    # Host of the URL: staff recognise the URL by its host and its end.
    url_host: str
    # Last four characters of the URL.
    url_end: str
    # Why the webhook was switched off, why the last delivery failed, or that too many deliveries wait for newer events
    # to be queued; empty if all is well.
    problem: str
    problem_at: datetime | None
    last_success_at: datetime | None
    # Number of deliveries that wait for their first or next try.
    waiting: int


class WebhooksOut(Schema):
    records: list[WebhookOut]
    # How many webhooks a channel may have.
    max: int


class NewWebhook(Schema):
    webhook: WebhookOut
    # Shown once: receivers check signatures with it.
    secret: str


class WebhookSecret(Schema):
    secret: str


class WebhookTest(Schema):
    """How the receiver answered a test event."""

    is_delivered: bool
    # None if there was no answer; then `problem` says why.
    status: int | None
    took_ms: int
    problem: str


class DeliveryOut(Schema):
    id: UUID
    event: str
    state: DeliveryState
    tries: int
    # HTTP status of the last answer; None if there was no answer.
    status: int | None
    took_ms: int | None
    problem: str
    # The JSON text that is sent.
    body: str
    created_at: datetime
    next_try_at: datetime | None
    ended_at: datetime | None


class DeliveriesPage(Schema):
    """Newest first."""

    records: list[DeliveryOut]
    cursor: str | None
