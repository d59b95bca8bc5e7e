"""API methods with their quota cost, scopes, parts and query parameters."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rehearsal.platforms.youtube.scopes import READ, WRITE


@dataclass(frozen=True, slots=True)
class Parameter:
    """The values that a query parameter accepts, and whether it is required and may be repeated."""

    kind: Literal["text", "boolean", "number"] = "text"
    is_required: bool = False
    is_repeated: bool = False
    minimum: int = 0
    maximum: int = 0
    choices: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Method:
    name: str
    units: int
    parts: frozenset[str]
    scopes: frozenset[str] = READ
    parameters: Mapping[str, Parameter] = field(default_factory=dict[str, Parameter])
    is_part_required: bool = True


TEXT = Parameter()
REQUIRED = Parameter(is_required=True)
TEXTS = Parameter(is_repeated=True)
FLAG = Parameter("boolean")
PAGE = {"maxResults": Parameter("number", maximum=50), "pageToken": TEXT}


def names(text: str) -> frozenset[str]:
    return frozenset(text.split())


BROADCAST_PARTS = names("id snippet contentDetails status monetizationDetails")
MESSAGE_PARTS = names("id snippet authorDetails")
VIDEO_PARTS = names("contentDetails id liveStreamingDetails player snippet statistics status")
CHANNEL_PARTS = names("contentDetails id snippet statistics status")
READ_MESSAGES = {
    "hl": TEXT,
    "maxResults": Parameter("number", minimum=200, maximum=2000),
    "pageToken": TEXT,
    "profileImageSize": Parameter("number", minimum=16, maximum=720),
}

CHANNELS_LIST = Method("channels.list", 1, CHANNEL_PARTS, parameters={**PAGE, "id": TEXTS, "mine": FLAG})
BROADCASTS_LIST = Method(
    "liveBroadcasts.list",
    1,
    BROADCAST_PARTS | {"statistics"},
    parameters={
        **PAGE,
        "broadcastStatus": Parameter(choices=names("all active upcoming completed")),
        "broadcastType": Parameter(choices=names("all event persistent")),
        "id": TEXTS,
        "mine": FLAG,
    },
)
BROADCASTS_UPDATE = Method("liveBroadcasts.update", 50, BROADCAST_PARTS, WRITE)
MESSAGES_LIST = Method("liveChatMessages.list", 5, MESSAGE_PARTS, parameters={**READ_MESSAGES, "liveChatId": REQUIRED})
MESSAGES_STREAM = Method(
    "liveChatMessages.streamList",
    5,
    MESSAGE_PARTS,
    parameters={**READ_MESSAGES, "liveChatId": TEXT},
    is_part_required=False,
)
MESSAGES_INSERT = Method("liveChatMessages.insert", 20, MESSAGE_PARTS, WRITE)
MESSAGES_DELETE = Method("liveChatMessages.delete", 20, frozenset(), WRITE, {"id": REQUIRED}, is_part_required=False)
BANS_INSERT = Method("liveChatBans.insert", 50, names("id snippet"), WRITE)
BANS_DELETE = Method("liveChatBans.delete", 50, frozenset(), WRITE, {"id": REQUIRED}, is_part_required=False)
VIDEOS_LIST = Method("videos.list", 1, VIDEO_PARTS, parameters={"id": TEXTS})
VIDEOS_UPDATE = Method("videos.update", 50, VIDEO_PARTS, WRITE)
CATEGORIES_LIST = Method(
    "videoCategories.list", 1, names("id snippet"), parameters={"hl": TEXT, "id": TEXTS, "regionCode": TEXT}
)

METHODS = [each for each in list(globals().values()) if isinstance(each, Method)]
QUOTA_COSTS = {method.name: method.units for method in METHODS}
