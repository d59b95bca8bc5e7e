from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Header(_message.Message):
    __slots__ = ("key", "value")
    KEY_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    key: str
    value: str
    def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class PushFrame(_message.Message):
    __slots__ = ("seq_id", "log_id", "service", "method", "headers", "payload_encoding", "payload_type", "payload")
    SEQ_ID_FIELD_NUMBER: _ClassVar[int]
    LOG_ID_FIELD_NUMBER: _ClassVar[int]
    SERVICE_FIELD_NUMBER: _ClassVar[int]
    METHOD_FIELD_NUMBER: _ClassVar[int]
    HEADERS_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_ENCODING_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_TYPE_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_FIELD_NUMBER: _ClassVar[int]
    seq_id: int
    log_id: int
    service: int
    method: int
    headers: _containers.RepeatedCompositeFieldContainer[Header]
    payload_encoding: str
    payload_type: str
    payload: bytes
    def __init__(self, seq_id: _Optional[int] = ..., log_id: _Optional[int] = ..., service: _Optional[int] = ..., method: _Optional[int] = ..., headers: _Optional[_Iterable[_Union[Header, _Mapping]]] = ..., payload_encoding: _Optional[str] = ..., payload_type: _Optional[str] = ..., payload: _Optional[bytes] = ...) -> None: ...

class FetchResult(_message.Message):
    __slots__ = ("messages", "cursor", "fetch_interval", "now", "internal_ext", "fetch_type", "route_params", "heartbeat_duration", "need_ack", "push_server", "is_first", "history_comment_cursor", "history_no_more")
    class RouteParamsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    MESSAGES_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    FETCH_INTERVAL_FIELD_NUMBER: _ClassVar[int]
    NOW_FIELD_NUMBER: _ClassVar[int]
    INTERNAL_EXT_FIELD_NUMBER: _ClassVar[int]
    FETCH_TYPE_FIELD_NUMBER: _ClassVar[int]
    ROUTE_PARAMS_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_DURATION_FIELD_NUMBER: _ClassVar[int]
    NEED_ACK_FIELD_NUMBER: _ClassVar[int]
    PUSH_SERVER_FIELD_NUMBER: _ClassVar[int]
    IS_FIRST_FIELD_NUMBER: _ClassVar[int]
    HISTORY_COMMENT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    HISTORY_NO_MORE_FIELD_NUMBER: _ClassVar[int]
    messages: _containers.RepeatedCompositeFieldContainer[Message]
    cursor: str
    fetch_interval: int
    now: int
    internal_ext: str
    fetch_type: int
    route_params: _containers.ScalarMap[str, str]
    heartbeat_duration: int
    need_ack: bool
    push_server: str
    is_first: bool
    history_comment_cursor: str
    history_no_more: bool
    def __init__(self, messages: _Optional[_Iterable[_Union[Message, _Mapping]]] = ..., cursor: _Optional[str] = ..., fetch_interval: _Optional[int] = ..., now: _Optional[int] = ..., internal_ext: _Optional[str] = ..., fetch_type: _Optional[int] = ..., route_params: _Optional[_Mapping[str, str]] = ..., heartbeat_duration: _Optional[int] = ..., need_ack: _Optional[bool] = ..., push_server: _Optional[str] = ..., is_first: _Optional[bool] = ..., history_comment_cursor: _Optional[str] = ..., history_no_more: _Optional[bool] = ...) -> None: ...

class Message(_message.Message):
    __slots__ = ("method", "payload", "msg_id", "msg_type", "offset", "is_history", "sample_flag")
    METHOD_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_FIELD_NUMBER: _ClassVar[int]
    MSG_ID_FIELD_NUMBER: _ClassVar[int]
    MSG_TYPE_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    IS_HISTORY_FIELD_NUMBER: _ClassVar[int]
    SAMPLE_FLAG_FIELD_NUMBER: _ClassVar[int]
    method: str
    payload: bytes
    msg_id: int
    msg_type: int
    offset: int
    is_history: bool
    sample_flag: int
    def __init__(self, method: _Optional[str] = ..., payload: _Optional[bytes] = ..., msg_id: _Optional[int] = ..., msg_type: _Optional[int] = ..., offset: _Optional[int] = ..., is_history: _Optional[bool] = ..., sample_flag: _Optional[int] = ...) -> None: ...

class Heartbeat(_message.Message):
    __slots__ = ("room_id", "send_packet_seq_id")
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    SEND_PACKET_SEQ_ID_FIELD_NUMBER: _ClassVar[int]
    room_id: int
    send_packet_seq_id: int
    def __init__(self, room_id: _Optional[int] = ..., send_packet_seq_id: _Optional[int] = ...) -> None: ...

class EnterRoom(_message.Message):
    __slots__ = ("room_id", "room_tag", "live_id", "identity", "cursor", "account_type", "enter_unique_id", "filter_welcome_msg", "is_anchor_continue_keep_msg")
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    ROOM_TAG_FIELD_NUMBER: _ClassVar[int]
    LIVE_ID_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_TYPE_FIELD_NUMBER: _ClassVar[int]
    ENTER_UNIQUE_ID_FIELD_NUMBER: _ClassVar[int]
    FILTER_WELCOME_MSG_FIELD_NUMBER: _ClassVar[int]
    IS_ANCHOR_CONTINUE_KEEP_MSG_FIELD_NUMBER: _ClassVar[int]
    room_id: int
    room_tag: str
    live_id: int
    identity: str
    cursor: str
    account_type: int
    enter_unique_id: int
    filter_welcome_msg: str
    is_anchor_continue_keep_msg: bool
    def __init__(self, room_id: _Optional[int] = ..., room_tag: _Optional[str] = ..., live_id: _Optional[int] = ..., identity: _Optional[str] = ..., cursor: _Optional[str] = ..., account_type: _Optional[int] = ..., enter_unique_id: _Optional[int] = ..., filter_welcome_msg: _Optional[str] = ..., is_anchor_continue_keep_msg: _Optional[bool] = ...) -> None: ...

class DisplayText(_message.Message):
    __slots__ = ("key", "default_pattern")
    KEY_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_PATTERN_FIELD_NUMBER: _ClassVar[int]
    key: str
    default_pattern: str
    def __init__(self, key: _Optional[str] = ..., default_pattern: _Optional[str] = ...) -> None: ...

class Common(_message.Message):
    __slots__ = ("method", "msg_id", "room_id", "create_time", "display_text", "log_id")
    METHOD_FIELD_NUMBER: _ClassVar[int]
    MSG_ID_FIELD_NUMBER: _ClassVar[int]
    ROOM_ID_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_TEXT_FIELD_NUMBER: _ClassVar[int]
    LOG_ID_FIELD_NUMBER: _ClassVar[int]
    method: str
    msg_id: int
    room_id: int
    create_time: int
    display_text: DisplayText
    log_id: str
    def __init__(self, method: _Optional[str] = ..., msg_id: _Optional[int] = ..., room_id: _Optional[int] = ..., create_time: _Optional[int] = ..., display_text: _Optional[_Union[DisplayText, _Mapping]] = ..., log_id: _Optional[str] = ...) -> None: ...

class Image(_message.Message):
    __slots__ = ("url_list", "uri")
    URL_LIST_FIELD_NUMBER: _ClassVar[int]
    URI_FIELD_NUMBER: _ClassVar[int]
    url_list: _containers.RepeatedScalarFieldContainer[str]
    uri: str
    def __init__(self, url_list: _Optional[_Iterable[str]] = ..., uri: _Optional[str] = ...) -> None: ...

class FollowInfo(_message.Message):
    __slots__ = ("following_count", "follower_count", "follow_status")
    FOLLOWING_COUNT_FIELD_NUMBER: _ClassVar[int]
    FOLLOWER_COUNT_FIELD_NUMBER: _ClassVar[int]
    FOLLOW_STATUS_FIELD_NUMBER: _ClassVar[int]
    following_count: int
    follower_count: int
    follow_status: int
    def __init__(self, following_count: _Optional[int] = ..., follower_count: _Optional[int] = ..., follow_status: _Optional[int] = ...) -> None: ...

class SubscribeInfo(_message.Message):
    __slots__ = ("is_subscribe", "is_subscribed_to_anchor")
    IS_SUBSCRIBE_FIELD_NUMBER: _ClassVar[int]
    IS_SUBSCRIBED_TO_ANCHOR_FIELD_NUMBER: _ClassVar[int]
    is_subscribe: bool
    is_subscribed_to_anchor: bool
    def __init__(self, is_subscribe: _Optional[bool] = ..., is_subscribed_to_anchor: _Optional[bool] = ...) -> None: ...

class FansClubInfo(_message.Message):
    __slots__ = ("fans_level",)
    FANS_LEVEL_FIELD_NUMBER: _ClassVar[int]
    fans_level: int
    def __init__(self, fans_level: _Optional[int] = ...) -> None: ...

class User(_message.Message):
    __slots__ = ("id", "nickname", "bio_description", "avatar_thumb", "avatar_medium", "avatar_large", "verified", "follow_info", "display_id", "sec_uid", "subscribe_info", "fans_club_info", "id_str", "is_subscribe")
    ID_FIELD_NUMBER: _ClassVar[int]
    NICKNAME_FIELD_NUMBER: _ClassVar[int]
    BIO_DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    AVATAR_THUMB_FIELD_NUMBER: _ClassVar[int]
    AVATAR_MEDIUM_FIELD_NUMBER: _ClassVar[int]
    AVATAR_LARGE_FIELD_NUMBER: _ClassVar[int]
    VERIFIED_FIELD_NUMBER: _ClassVar[int]
    FOLLOW_INFO_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_ID_FIELD_NUMBER: _ClassVar[int]
    SEC_UID_FIELD_NUMBER: _ClassVar[int]
    SUBSCRIBE_INFO_FIELD_NUMBER: _ClassVar[int]
    FANS_CLUB_INFO_FIELD_NUMBER: _ClassVar[int]
    ID_STR_FIELD_NUMBER: _ClassVar[int]
    IS_SUBSCRIBE_FIELD_NUMBER: _ClassVar[int]
    id: int
    nickname: str
    bio_description: str
    avatar_thumb: Image
    avatar_medium: Image
    avatar_large: Image
    verified: bool
    follow_info: FollowInfo
    display_id: str
    sec_uid: str
    subscribe_info: SubscribeInfo
    fans_club_info: FansClubInfo
    id_str: str
    is_subscribe: bool
    def __init__(self, id: _Optional[int] = ..., nickname: _Optional[str] = ..., bio_description: _Optional[str] = ..., avatar_thumb: _Optional[_Union[Image, _Mapping]] = ..., avatar_medium: _Optional[_Union[Image, _Mapping]] = ..., avatar_large: _Optional[_Union[Image, _Mapping]] = ..., verified: _Optional[bool] = ..., follow_info: _Optional[_Union[FollowInfo, _Mapping]] = ..., display_id: _Optional[str] = ..., sec_uid: _Optional[str] = ..., subscribe_info: _Optional[_Union[SubscribeInfo, _Mapping]] = ..., fans_club_info: _Optional[_Union[FansClubInfo, _Mapping]] = ..., id_str: _Optional[str] = ..., is_subscribe: _Optional[bool] = ...) -> None: ...

class UserIdentity(_message.Message):
    __slots__ = ("is_gift_giver_of_anchor", "is_subscriber_of_anchor", "is_mutual_following_with_anchor", "is_follower_of_anchor", "is_moderator_of_anchor", "is_anchor")
    IS_GIFT_GIVER_OF_ANCHOR_FIELD_NUMBER: _ClassVar[int]
    IS_SUBSCRIBER_OF_ANCHOR_FIELD_NUMBER: _ClassVar[int]
    IS_MUTUAL_FOLLOWING_WITH_ANCHOR_FIELD_NUMBER: _ClassVar[int]
    IS_FOLLOWER_OF_ANCHOR_FIELD_NUMBER: _ClassVar[int]
    IS_MODERATOR_OF_ANCHOR_FIELD_NUMBER: _ClassVar[int]
    IS_ANCHOR_FIELD_NUMBER: _ClassVar[int]
    is_gift_giver_of_anchor: bool
    is_subscriber_of_anchor: bool
    is_mutual_following_with_anchor: bool
    is_follower_of_anchor: bool
    is_moderator_of_anchor: bool
    is_anchor: bool
    def __init__(self, is_gift_giver_of_anchor: _Optional[bool] = ..., is_subscriber_of_anchor: _Optional[bool] = ..., is_mutual_following_with_anchor: _Optional[bool] = ..., is_follower_of_anchor: _Optional[bool] = ..., is_moderator_of_anchor: _Optional[bool] = ..., is_anchor: _Optional[bool] = ...) -> None: ...

class Emote(_message.Message):
    __slots__ = ("emote_id", "image")
    EMOTE_ID_FIELD_NUMBER: _ClassVar[int]
    IMAGE_FIELD_NUMBER: _ClassVar[int]
    emote_id: str
    image: Image
    def __init__(self, emote_id: _Optional[str] = ..., image: _Optional[_Union[Image, _Mapping]] = ...) -> None: ...

class EmoteInText(_message.Message):
    __slots__ = ("index", "emote")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    EMOTE_FIELD_NUMBER: _ClassVar[int]
    index: int
    emote: Emote
    def __init__(self, index: _Optional[int] = ..., emote: _Optional[_Union[Emote, _Mapping]] = ...) -> None: ...

class ChatMessage(_message.Message):
    __slots__ = ("common", "user", "content", "at_user", "emotes", "content_language", "user_identity")
    COMMON_FIELD_NUMBER: _ClassVar[int]
    USER_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    AT_USER_FIELD_NUMBER: _ClassVar[int]
    EMOTES_FIELD_NUMBER: _ClassVar[int]
    CONTENT_LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    USER_IDENTITY_FIELD_NUMBER: _ClassVar[int]
    common: Common
    user: User
    content: str
    at_user: User
    emotes: _containers.RepeatedCompositeFieldContainer[EmoteInText]
    content_language: str
    user_identity: UserIdentity
    def __init__(self, common: _Optional[_Union[Common, _Mapping]] = ..., user: _Optional[_Union[User, _Mapping]] = ..., content: _Optional[str] = ..., at_user: _Optional[_Union[User, _Mapping]] = ..., emotes: _Optional[_Iterable[_Union[EmoteInText, _Mapping]]] = ..., content_language: _Optional[str] = ..., user_identity: _Optional[_Union[UserIdentity, _Mapping]] = ...) -> None: ...

class Gift(_message.Message):
    __slots__ = ("image", "describe", "duration", "id", "combo", "type", "diamond_count", "name", "icon")
    IMAGE_FIELD_NUMBER: _ClassVar[int]
    DESCRIBE_FIELD_NUMBER: _ClassVar[int]
    DURATION_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    COMBO_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    DIAMOND_COUNT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    ICON_FIELD_NUMBER: _ClassVar[int]
    image: Image
    describe: str
    duration: int
    id: int
    combo: bool
    type: int
    diamond_count: int
    name: str
    icon: Image
    def __init__(self, image: _Optional[_Union[Image, _Mapping]] = ..., describe: _Optional[str] = ..., duration: _Optional[int] = ..., id: _Optional[int] = ..., combo: _Optional[bool] = ..., type: _Optional[int] = ..., diamond_count: _Optional[int] = ..., name: _Optional[str] = ..., icon: _Optional[_Union[Image, _Mapping]] = ...) -> None: ...

class GiftMessage(_message.Message):
    __slots__ = ("common", "gift_id", "fan_ticket_count", "group_count", "repeat_count", "combo_count", "user", "to_user", "repeat_end", "group_id", "gift", "order_id", "user_identity")
    COMMON_FIELD_NUMBER: _ClassVar[int]
    GIFT_ID_FIELD_NUMBER: _ClassVar[int]
    FAN_TICKET_COUNT_FIELD_NUMBER: _ClassVar[int]
    GROUP_COUNT_FIELD_NUMBER: _ClassVar[int]
    REPEAT_COUNT_FIELD_NUMBER: _ClassVar[int]
    COMBO_COUNT_FIELD_NUMBER: _ClassVar[int]
    USER_FIELD_NUMBER: _ClassVar[int]
    TO_USER_FIELD_NUMBER: _ClassVar[int]
    REPEAT_END_FIELD_NUMBER: _ClassVar[int]
    GROUP_ID_FIELD_NUMBER: _ClassVar[int]
    GIFT_FIELD_NUMBER: _ClassVar[int]
    ORDER_ID_FIELD_NUMBER: _ClassVar[int]
    USER_IDENTITY_FIELD_NUMBER: _ClassVar[int]
    common: Common
    gift_id: int
    fan_ticket_count: int
    group_count: int
    repeat_count: int
    combo_count: int
    user: User
    to_user: User
    repeat_end: int
    group_id: int
    gift: Gift
    order_id: str
    user_identity: UserIdentity
    def __init__(self, common: _Optional[_Union[Common, _Mapping]] = ..., gift_id: _Optional[int] = ..., fan_ticket_count: _Optional[int] = ..., group_count: _Optional[int] = ..., repeat_count: _Optional[int] = ..., combo_count: _Optional[int] = ..., user: _Optional[_Union[User, _Mapping]] = ..., to_user: _Optional[_Union[User, _Mapping]] = ..., repeat_end: _Optional[int] = ..., group_id: _Optional[int] = ..., gift: _Optional[_Union[Gift, _Mapping]] = ..., order_id: _Optional[str] = ..., user_identity: _Optional[_Union[UserIdentity, _Mapping]] = ...) -> None: ...

class LikeMessage(_message.Message):
    __slots__ = ("common", "count", "total", "user")
    COMMON_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    USER_FIELD_NUMBER: _ClassVar[int]
    common: Common
    count: int
    total: int
    user: User
    def __init__(self, common: _Optional[_Union[Common, _Mapping]] = ..., count: _Optional[int] = ..., total: _Optional[int] = ..., user: _Optional[_Union[User, _Mapping]] = ...) -> None: ...

class SocialMessage(_message.Message):
    __slots__ = ("common", "user", "share_type", "action", "share_target", "follow_count", "share_count")
    COMMON_FIELD_NUMBER: _ClassVar[int]
    USER_FIELD_NUMBER: _ClassVar[int]
    SHARE_TYPE_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    SHARE_TARGET_FIELD_NUMBER: _ClassVar[int]
    FOLLOW_COUNT_FIELD_NUMBER: _ClassVar[int]
    SHARE_COUNT_FIELD_NUMBER: _ClassVar[int]
    common: Common
    user: User
    share_type: int
    action: int
    share_target: str
    follow_count: int
    share_count: int
    def __init__(self, common: _Optional[_Union[Common, _Mapping]] = ..., user: _Optional[_Union[User, _Mapping]] = ..., share_type: _Optional[int] = ..., action: _Optional[int] = ..., share_target: _Optional[str] = ..., follow_count: _Optional[int] = ..., share_count: _Optional[int] = ...) -> None: ...

class MemberMessage(_message.Message):
    __slots__ = ("common", "user", "member_count", "action", "user_id")
    COMMON_FIELD_NUMBER: _ClassVar[int]
    USER_FIELD_NUMBER: _ClassVar[int]
    MEMBER_COUNT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    common: Common
    user: User
    member_count: int
    action: int
    user_id: int
    def __init__(self, common: _Optional[_Union[Common, _Mapping]] = ..., user: _Optional[_Union[User, _Mapping]] = ..., member_count: _Optional[int] = ..., action: _Optional[int] = ..., user_id: _Optional[int] = ...) -> None: ...

class Rank(_message.Message):
    __slots__ = ("score", "user", "rank", "delta")
    SCORE_FIELD_NUMBER: _ClassVar[int]
    USER_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    DELTA_FIELD_NUMBER: _ClassVar[int]
    score: int
    user: User
    rank: int
    delta: int
    def __init__(self, score: _Optional[int] = ..., user: _Optional[_Union[User, _Mapping]] = ..., rank: _Optional[int] = ..., delta: _Optional[int] = ...) -> None: ...

class RoomUserSeqMessage(_message.Message):
    __slots__ = ("common", "ranks", "total", "pop_str", "popularity", "total_user", "anonymous")
    COMMON_FIELD_NUMBER: _ClassVar[int]
    RANKS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    POP_STR_FIELD_NUMBER: _ClassVar[int]
    POPULARITY_FIELD_NUMBER: _ClassVar[int]
    TOTAL_USER_FIELD_NUMBER: _ClassVar[int]
    ANONYMOUS_FIELD_NUMBER: _ClassVar[int]
    common: Common
    ranks: _containers.RepeatedCompositeFieldContainer[Rank]
    total: int
    pop_str: str
    popularity: int
    total_user: int
    anonymous: int
    def __init__(self, common: _Optional[_Union[Common, _Mapping]] = ..., ranks: _Optional[_Iterable[_Union[Rank, _Mapping]]] = ..., total: _Optional[int] = ..., pop_str: _Optional[str] = ..., popularity: _Optional[int] = ..., total_user: _Optional[int] = ..., anonymous: _Optional[int] = ...) -> None: ...

class ControlMessage(_message.Message):
    __slots__ = ("common", "action", "tips")
    COMMON_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    TIPS_FIELD_NUMBER: _ClassVar[int]
    common: Common
    action: int
    tips: str
    def __init__(self, common: _Optional[_Union[Common, _Mapping]] = ..., action: _Optional[int] = ..., tips: _Optional[str] = ...) -> None: ...

class SubNotifyMessage(_message.Message):
    __slots__ = ("common", "user", "sub_month", "subscribe_type", "old_subscribe_status", "message_type", "subscribing_status", "gift_source")
    COMMON_FIELD_NUMBER: _ClassVar[int]
    USER_FIELD_NUMBER: _ClassVar[int]
    SUB_MONTH_FIELD_NUMBER: _ClassVar[int]
    SUBSCRIBE_TYPE_FIELD_NUMBER: _ClassVar[int]
    OLD_SUBSCRIBE_STATUS_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_TYPE_FIELD_NUMBER: _ClassVar[int]
    SUBSCRIBING_STATUS_FIELD_NUMBER: _ClassVar[int]
    GIFT_SOURCE_FIELD_NUMBER: _ClassVar[int]
    common: Common
    user: User
    sub_month: int
    subscribe_type: int
    old_subscribe_status: int
    message_type: int
    subscribing_status: int
    gift_source: int
    def __init__(self, common: _Optional[_Union[Common, _Mapping]] = ..., user: _Optional[_Union[User, _Mapping]] = ..., sub_month: _Optional[int] = ..., subscribe_type: _Optional[int] = ..., old_subscribe_status: _Optional[int] = ..., message_type: _Optional[int] = ..., subscribing_status: _Optional[int] = ..., gift_source: _Optional[int] = ...) -> None: ...

class ImDeleteMessage(_message.Message):
    __slots__ = ("common", "delete_msg_ids", "delete_user_ids")
    COMMON_FIELD_NUMBER: _ClassVar[int]
    DELETE_MSG_IDS_FIELD_NUMBER: _ClassVar[int]
    DELETE_USER_IDS_FIELD_NUMBER: _ClassVar[int]
    common: Common
    delete_msg_ids: _containers.RepeatedScalarFieldContainer[int]
    delete_user_ids: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, common: _Optional[_Union[Common, _Mapping]] = ..., delete_msg_ids: _Optional[_Iterable[int]] = ..., delete_user_ids: _Optional[_Iterable[int]] = ...) -> None: ...

class EmoteChatMessage(_message.Message):
    __slots__ = ("common", "user", "emote_list")
    COMMON_FIELD_NUMBER: _ClassVar[int]
    USER_FIELD_NUMBER: _ClassVar[int]
    EMOTE_LIST_FIELD_NUMBER: _ClassVar[int]
    common: Common
    user: User
    emote_list: _containers.RepeatedCompositeFieldContainer[Emote]
    def __init__(self, common: _Optional[_Union[Common, _Mapping]] = ..., user: _Optional[_Union[User, _Mapping]] = ..., emote_list: _Optional[_Iterable[_Union[Emote, _Mapping]]] = ...) -> None: ...
