from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from greenroom.accounts.topics import channel_topic
from greenroom.channel_file.lists.rows import AuthoredOut, NamedIn
from greenroom.features.queues.rules import MAX_GAME_NAME_LENGTH, MAX_NOTE_LENGTH, Rejoin, State
from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import line_of, optional_line_of

MAX_QUEUES = 50
# Highest number of waiting entries in any queue.
MAX_WAITING = 5_000
MAX_DESCRIPTION_LENGTH = 200
MAX_LABEL_LENGTH = 40
MAX_CALL_MESSAGE_LENGTH = 500
DEFAULT_CALL_MESSAGE = "$(names), it is your turn in $(queue)!"
MAX_GROUP_SIZE = 100
MAX_PER_VIEWER = 10
MAX_COST = 1_000_000
# One week.
MAX_REJOIN_MINUTES = 10_080
MAX_ANSWER_SECONDS = 3_600
# Finished entries that are shown beside the queue.
MAX_RECENT = 50
MAX_VIEWER_NAME_LENGTH = 100

queues_topic = channel_topic("queues")


class QueueIn(NamedIn):
    description: Annotated[str, optional_line_of(MAX_DESCRIPTION_LENGTH)] = ""
    # Highest number of waiting entries; 0: up to 5,000.
    max_size: Annotated[int, Field(ge=0, le=MAX_WAITING)] = 0
    # Entries that a viewer, with all linked accounts, may have at the same time.
    max_per_viewer: Annotated[int, Field(ge=1, le=MAX_PER_VIEWER)] = 1
    # Subscribers wait ahead of other viewers.
    subs_first: bool = False
    # Whom "Next" calls.
    pick: Literal["first", "random"] = "first"
    # How many viewers "Next" calls.
    group_size: Annotated[int, Field(ge=1, le=MAX_GROUP_SIZE)] = 1
    # When a viewer may join again after a turn.
    rejoin: Rejoin = "at_once"
    rejoin_minutes: Annotated[int, Field(ge=1, le=MAX_REJOIN_MINUTES)] = 30
    # Name of the field that viewers fill in when they join; empty: they are not asked.
    name_label: Annotated[str, optional_line_of(MAX_LABEL_LENGTH)] = ""
    is_name_required: bool = False
    # Time that a called viewer has to answer, shown as a countdown; 0: no countdown.
    answer_seconds: Annotated[int, Field(ge=0, le=MAX_ANSWER_SECONDS)] = 60
    # Whether the bot posts in chat who is called.
    announces: bool = True
    # The text in which the bot posts who is called, with `$(names)`, `$(queue)`, `$(answertime)` and other variables.
    call_message: Annotated[str, line_of(MAX_CALL_MESSAGE_LENGTH)] = DEFAULT_CALL_MESSAGE
    # Points that joining costs.
    cost: Annotated[int, Field(ge=0, le=MAX_COST)] = 0
    # Whether the public page shows who waits.
    is_public: bool = False


class QueueCounts(Schema):
    waiting: int
    called: int
    playing: int
    # Finished in this session.
    finished: int


class QueueOut(AuthoredOut, QueueIn):
    is_open: bool
    # Number of the last round; each press of "Next", or call of a single viewer, begins one.
    round: int
    session_started_at: datetime
    counts: QueueCounts


class QueueSwitch(StrictSchema):
    open: bool


class QueueEntryOut(Schema):
    id: UUID
    provider: str
    viewer_id: str
    login: str
    name: str
    avatar_url: str
    is_subscriber: bool
    state: State
    # Sorts the waiting viewers, as text.
    place: str
    game_name: str
    note: str
    # How often the viewer has played in this queue, on all linked accounts.
    played: int
    paid: int
    # The round in which the viewer was called; None before a call, and after the viewer was put back to waiting.
    round: int | None
    joined_at: datetime
    called_at: datetime | None
    # When the called viewer answered in chat.
    answered_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None


class QueueEntriesOut(Schema):
    """Everyone who waits, is called or plays, and the 50 who finished last in this session."""

    queue: QueueOut
    records: list[QueueEntryOut]


class QueueNextIn(StrictSchema):
    # `count` and `pick`: if left out, the settings of the queue apply.
    count: Annotated[int, Field(ge=1, le=MAX_GROUP_SIZE)] | None = None
    pick: Literal["first", "random"] | None = None
    # The round that the screen shows: refused if another staff member has called viewers since.
    round: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = None


class QueueEntryStateIn(StrictSchema):
    state: State


class QueueEntryPlaceIn(StrictSchema):
    # Id of the waiting entry behind which this entry goes; None: to the front.
    after_id: UUID | None


class QueueEntryTextsIn(StrictSchema):
    game_name: Annotated[str, optional_line_of(MAX_GAME_NAME_LENGTH)] = ""
    note: Annotated[str, optional_line_of(MAX_NOTE_LENGTH)] = ""


class QueueTurn(Schema):
    """An entry of a viewer, on one of the linked accounts."""

    id: UUID
    provider: str
    name: str
    state: State
    round: int | None
    joined_at: datetime
    finished_at: datetime | None


class QueueViewerTurns(Schema):
    """The entries of a viewer and all linked accounts in this queue."""

    played: int
    no_shows: int
    last_played_at: datetime | None
    # The newest 20, newest first.
    turns: list[QueueTurn]


class PublicQueuesChannel(Schema):
    id: UUID
    display_name: str


class PublicQueueSummary(Schema):
    id: UUID
    name: str
    description: str
    is_open: bool
    waiting: int


class PublicQueues(Schema):
    channel: PublicQueuesChannel
    records: list[PublicQueueSummary]


class PublicQueueEntry(Schema):
    # None for viewers who are called or play.
    position: int | None
    provider: str
    name: str
    state: State


class PublicQueue(Schema):
    """The public page of a queue: names and order, without in-game names and notes."""

    channel: PublicQueuesChannel
    queue: PublicQueueSummary
    # Called, playing, and the first 100 who wait.
    records: list[PublicQueueEntry]
    # Viewers with the name in the request, at most 10, also from behind the first 100.
    own: list[PublicQueueEntry]


class QueueChanged(Schema):
    """A queue was created, edited, opened or closed."""

    type: Literal["queue_changed"] = "queue_changed"
    queue: QueueOut


class QueueDeleted(Schema):
    type: Literal["queue_deleted"] = "queue_deleted"
    queue_id: UUID


class QueueEntriesChanged(Schema):
    """Entries that were added, changed or removed by one action."""

    type: Literal["queue_entries_changed"] = "queue_entries_changed"
    queue_id: UUID
    round: int
    counts: QueueCounts
    changed: list[QueueEntryOut]
    removed: list[UUID]


class QueueReset(Schema):
    """Any entries of the queue may have changed: fetch all of them again."""

    type: Literal["queue_reset"] = "queue_reset"
    queue_id: UUID
