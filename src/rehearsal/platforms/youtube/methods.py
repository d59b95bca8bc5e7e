"""Every call of the API that is played: its price, scopes, parts and parameters."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rehearsal.platforms.youtube.scopes import MEMBERS, READ, WRITE

SEARCH = "search.list"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One name of a query and what may stand behind it."""

    kind: Literal["text", "boolean", "number"] = "text"
    is_required: bool = False
    is_repeated: bool = False
    least: int = 0
    most: int = 0
    choices: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Method:
    name: str
    units: int
    parts: frozenset[str]
    scopes: frozenset[str] = READ
    parameters: Mapping[str, Parameter] = field(default_factory=dict[str, Parameter])
    is_part_required: bool = True
    # What is public can be read with an API key alone.
    takes_key: bool = False


TEXT = Parameter()
NEEDED = Parameter(is_required=True)
TEXTS = Parameter(is_repeated=True)
FLAG = Parameter("boolean")
PAGE = {"maxResults": Parameter("number", most=50), "pageToken": TEXT}
PAGE_FROM_ONE = {"maxResults": Parameter("number", least=1, most=50), "pageToken": TEXT}
ON_BEHALF = {"onBehalfOfContentOwner": TEXT}
ON_BEHALF_CHANNEL = {**ON_BEHALF, "onBehalfOfContentOwnerChannel": TEXT}


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def choice(text: str, *, is_required: bool = False) -> Parameter:
    return Parameter(choices=words(text), is_required=is_required)


BROADCAST_PARTS = words("id snippet contentDetails status monetizationDetails")
MESSAGE_PARTS = words("id snippet authorDetails")
STREAM_PARTS = words("id snippet cdn status contentDetails")
VIDEO_PARTS = words(
    "ageGating brandPartner contentDetails fileDetails id liveStreamingDetails localizations monetizationDetails "
    "paidProductPlacementDetails player processingDetails recordingDetails snippet statistics status suggestions "
    "topicDetails"
)
CHANNEL_PARTS = words(
    "auditDetails brandingSettings contentDetails contentOwnerDetails id localizations snippet statistics status "
    "topicDetails"
)
READ_MESSAGES = {
    "hl": TEXT,
    "maxResults": Parameter("number", least=200, most=2000),
    "pageToken": TEXT,
    "profileImageSize": Parameter("number", least=16, most=720),
}

CHANNELS_LIST = Method(
    "channels.list",
    1,
    CHANNEL_PARTS,
    parameters={
        **PAGE,
        **ON_BEHALF,
        "categoryId": TEXT,
        "forHandle": TEXT,
        "forUsername": TEXT,
        "hl": TEXT,
        "id": TEXTS,
        "managedByMe": FLAG,
        "mine": FLAG,
        "mySubscribers": FLAG,
    },
    takes_key=True,
)
BROADCASTS_LIST = Method(
    "liveBroadcasts.list",
    1,
    BROADCAST_PARTS | {"statistics"},
    parameters={
        **PAGE,
        **ON_BEHALF_CHANNEL,
        "broadcastStatus": choice("broadcastStatusFilterUnspecified all active upcoming completed"),
        "broadcastType": choice("broadcastTypeFilterUnspecified all event persistent"),
        "id": TEXTS,
        "mine": FLAG,
    },
)
BROADCASTS_INSERT = Method("liveBroadcasts.insert", 50, BROADCAST_PARTS, WRITE, ON_BEHALF_CHANNEL)
BROADCASTS_UPDATE = Method("liveBroadcasts.update", 50, BROADCAST_PARTS, WRITE, ON_BEHALF_CHANNEL)
BROADCASTS_BIND = Method(
    "liveBroadcasts.bind", 50, BROADCAST_PARTS, WRITE, {**ON_BEHALF_CHANNEL, "id": NEEDED, "streamId": TEXT}
)
BROADCASTS_TRANSITION = Method(
    "liveBroadcasts.transition",
    50,
    BROADCAST_PARTS,
    WRITE,
    {
        **ON_BEHALF_CHANNEL,
        "id": NEEDED,
        "broadcastStatus": choice("statusUnspecified testing live complete", is_required=True),
    },
)
BROADCASTS_DELETE = Method(
    "liveBroadcasts.delete",
    50,
    frozenset(),
    WRITE,
    {**ON_BEHALF_CHANNEL, "id": NEEDED},
    is_part_required=False,
)
BROADCASTS_CUEPOINT = Method(
    "liveBroadcasts.insertCuepoint",
    50,
    BROADCAST_PARTS,
    WRITE,
    {**ON_BEHALF_CHANNEL, "id": TEXT},
    is_part_required=False,
)
STREAMS_LIST = Method(
    "liveStreams.list", 1, STREAM_PARTS, parameters={**PAGE, **ON_BEHALF_CHANNEL, "id": TEXTS, "mine": FLAG}
)
MESSAGES_LIST = Method(
    "liveChatMessages.list",
    5,
    MESSAGE_PARTS,
    parameters={**READ_MESSAGES, "liveChatId": NEEDED},
    takes_key=True,
)
MESSAGES_STREAM = Method(
    "liveChatMessages.streamList",
    5,
    MESSAGE_PARTS,
    parameters={**READ_MESSAGES, "liveChatId": TEXT},
    is_part_required=False,
    takes_key=True,
)
MESSAGES_INSERT = Method("liveChatMessages.insert", 20, MESSAGE_PARTS, WRITE)
MESSAGES_DELETE = Method("liveChatMessages.delete", 20, frozenset(), WRITE, {"id": NEEDED}, is_part_required=False)
MESSAGES_TRANSITION = Method(
    "liveChatMessages.transition",
    20,
    frozenset(),
    WRITE,
    {"id": TEXT, "status": choice("statusUnspecified closed")},
    is_part_required=False,
)
BANS_INSERT = Method("liveChatBans.insert", 50, words("id snippet"), WRITE)
BANS_DELETE = Method("liveChatBans.delete", 50, frozenset(), WRITE, {"id": NEEDED}, is_part_required=False)
MODERATORS_LIST = Method("liveChatModerators.list", 1, words("id snippet"), parameters={**PAGE, "liveChatId": NEEDED})
MODERATORS_INSERT = Method("liveChatModerators.insert", 50, words("id snippet"), WRITE)
MODERATORS_DELETE = Method("liveChatModerators.delete", 50, frozenset(), WRITE, {"id": NEEDED}, is_part_required=False)
VIDEOS_LIST = Method(
    "videos.list",
    1,
    VIDEO_PARTS,
    parameters={
        **PAGE_FROM_ONE,
        **ON_BEHALF,
        "chart": choice("chartUnspecified mostPopular"),
        "hl": TEXT,
        "id": TEXTS,
        "locale": TEXT,
        "maxHeight": Parameter("number", least=72, most=8192),
        "maxWidth": Parameter("number", least=72, most=8192),
        "myRating": choice("none like dislike"),
        "regionCode": TEXT,
        "videoCategoryId": TEXT,
    },
    takes_key=True,
)
VIDEOS_UPDATE = Method("videos.update", 50, VIDEO_PARTS, WRITE, ON_BEHALF)
CATEGORIES_LIST = Method(
    "videoCategories.list",
    1,
    words("id snippet"),
    parameters={"hl": TEXT, "id": TEXTS, "regionCode": TEXT},
    takes_key=True,
)
MEMBERS_LIST = Method(
    "members.list",
    1,
    words("snippet"),
    MEMBERS,
    {
        "filterByMemberChannelId": TEXT,
        "hasAccessToLevel": TEXT,
        "maxResults": Parameter("number", most=1000),
        "mode": choice("listMembersModeUnknown updates all_current"),
        "pageToken": TEXT,
    },
)
LEVELS_LIST = Method("membershipsLevels.list", 1, words("id snippet"), MEMBERS)
SUPER_CHATS_LIST = Method("superChatEvents.list", 1, words("id snippet"), parameters={**PAGE_FROM_ONE, "hl": TEXT})
SUBSCRIPTIONS_LIST = Method(
    "subscriptions.list",
    1,
    words("contentDetails id snippet subscriberSnippet"),
    parameters={
        **PAGE,
        **ON_BEHALF_CHANNEL,
        "channelId": TEXT,
        "forChannelId": TEXT,
        "id": TEXTS,
        "mine": FLAG,
        "myRecentSubscribers": FLAG,
        "mySubscribers": FLAG,
        "order": choice("subscriptionOrderUnspecified relevance unread alphabetical"),
    },
)
SEARCH_LIST = Method(
    SEARCH,
    0,
    words("id snippet"),
    parameters={
        **PAGE,
        **ON_BEHALF,
        "channelId": TEXT,
        "channelType": choice("channelTypeUnspecified any show"),
        "eventType": choice("none upcoming live completed"),
        "forContentOwner": FLAG,
        "forDeveloper": FLAG,
        "forMine": FLAG,
        "location": TEXT,
        "locationRadius": TEXT,
        "order": choice("searchSortUnspecified date rating viewCount relevance title videoCount"),
        "publishedAfter": TEXT,
        "publishedBefore": TEXT,
        "q": TEXT,
        "regionCode": TEXT,
        "relevanceLanguage": TEXT,
        "safeSearch": choice("safeSearchSettingUnspecified none moderate strict"),
        "topicId": TEXT,
        "type": TEXTS,
        "videoCaption": choice("videoCaptionUnspecified any closedCaption none"),
        "videoCategoryId": TEXT,
        "videoDefinition": choice("any standard high"),
        "videoDimension": choice("any 2d 3d"),
        "videoDuration": choice("videoDurationUnspecified any short medium long"),
        "videoEmbeddable": choice("videoEmbeddableUnspecified any true"),
        "videoLicense": choice("any youtube creativeCommon"),
        "videoPaidProductPlacement": choice("videoPaidProductPlacementUnspecified any true"),
        "videoSyndicated": choice("videoSyndicatedUnspecified any true"),
        "videoType": choice("videoTypeUnspecified any movie episode"),
    },
    takes_key=True,
)

METHODS = [each for each in list(globals().values()) if isinstance(each, Method)]
PRICES = {method.name: method.units for method in METHODS}
