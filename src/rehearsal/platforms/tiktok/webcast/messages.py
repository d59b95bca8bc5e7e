"""Encodes webcast messages and push frames."""

import gzip
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache

from rehearsal.platforms.tiktok import rehearsal_webcast_pb2 as pb
from rehearsal.platforms.tiktok.ids import sec_uid, user_id
from rehearsal.platforms.tiktok.rehearsal_webcast_pb2 import FetchResult, Message, PushFrame
from rehearsal.platforms.tiktok.webcast.gifts import GiftKind
from rehearsal.simulation.viewers import Viewer

CHAT, GIFT, LIKE = "WebcastChatMessage", "WebcastGiftMessage", "WebcastLikeMessage"
SOCIAL, MEMBER, ROOM_USER = "WebcastSocialMessage", "WebcastMemberMessage", "WebcastRoomUserSeqMessage"
CONTROL, SUB_NOTIFY = "WebcastControlMessage", "WebcastSubNotifyMessage"
IM_DELETE, EMOTE_CHAT = "WebcastImDeleteMessage", "WebcastEmoteChatMessage"

PAUSED, UNPAUSED, ENDED, SUSPENDED = 1, 2, 3, 4
JOINED = 1
FOLLOW_KEY, SHARE_KEY = "pm_main_follow_message_viewer_2", "pm_mt_guidance_share"
FOLLOWED, SHARED = 1, 3


@dataclass(frozen=True, slots=True)
class Stamp:
    """Id, room id and time of a message."""

    msg_id: int
    room_id: int
    at: datetime

    def common(self, method: str, key: str = "") -> pb.Common:
        common = pb.Common(
            method=method,
            msg_id=self.msg_id,
            room_id=self.room_id,
            create_time=int(self.at.timestamp() * 1000),
            log_id=str(self.msg_id),
        )
        if key:
            common.display_text.key = key
        return common


@lru_cache(maxsize=2048)
def user_of(viewer: Viewer, picture: str) -> pb.User:
    is_subscriber = viewer.sub_months > 0
    return pb.User(
        id=user_id(viewer.id),
        nickname=viewer.display_name,
        avatar_thumb=pb.Image(url_list=[picture] if picture else [], uri=f"rehearsal/{viewer.login}"),
        follow_info=pb.FollowInfo(following_count=120, follower_count=80, follow_status=1),
        display_id=viewer.login,
        sec_uid=sec_uid(viewer.id),
        subscribe_info=pb.SubscribeInfo(is_subscribe=is_subscriber, is_subscribed_to_anchor=is_subscriber),
        id_str=str(user_id(viewer.id)),
        is_subscribe=is_subscriber,
    )


@lru_cache(maxsize=2048)
def identity_of(viewer: Viewer, *, is_anchor: bool) -> pb.UserIdentity:
    return pb.UserIdentity(
        is_subscriber_of_anchor=viewer.sub_months > 0,
        is_follower_of_anchor=viewer.sub_months > 0,
        is_moderator_of_anchor=viewer.is_moderator,
        is_anchor=is_anchor,
    )


def wrap(method: str, stamp: Stamp, payload: bytes) -> Message:
    return Message(method=method, payload=payload, msg_id=stamp.msg_id)


def chat(stamp: Stamp, user: pb.User, identity: pb.UserIdentity, text: str, language: str) -> Message:
    body = pb.ChatMessage(
        common=stamp.common(CHAT), user=user, content=text, content_language=language, user_identity=identity
    )
    return wrap(CHAT, stamp, body.SerializeToString())


@dataclass(frozen=True, slots=True)
class StreakStep:
    """One step of a gift streak."""

    kind: GiftKind
    repeat_count: int
    is_end: bool
    group_id: int


def gift(stamp: Stamp, user: pb.User, identity: pb.UserIdentity, step: StreakStep) -> Message:
    kind = step.kind
    body = pb.GiftMessage(
        common=stamp.common(GIFT),
        gift_id=kind.id,
        fan_ticket_count=kind.diamonds * step.repeat_count,
        group_count=1,
        repeat_count=step.repeat_count,
        combo_count=step.repeat_count,
        user=user,
        repeat_end=1 if step.is_end else 0,
        group_id=step.group_id,
        gift=pb.Gift(
            describe=f"sent {kind.name}",
            id=kind.id,
            combo=kind.is_streakable,
            type=kind.type,
            diamond_count=kind.diamonds,
            name=kind.name,
        ),
        order_id=str(step.group_id),
        user_identity=identity,
    )
    return wrap(GIFT, stamp, body.SerializeToString())


def like(stamp: Stamp, user: pb.User, count: int, total: int) -> Message:
    body = pb.LikeMessage(common=stamp.common(LIKE), count=count, total=total, user=user)
    return wrap(LIKE, stamp, body.SerializeToString())


def follow(stamp: Stamp, user: pb.User, followers: int) -> Message:
    body = pb.SocialMessage(common=stamp.common(SOCIAL, FOLLOW_KEY), user=user, action=FOLLOWED, follow_count=followers)
    return wrap(SOCIAL, stamp, body.SerializeToString())


def share(stamp: Stamp, user: pb.User, shares: int) -> Message:
    body = pb.SocialMessage(
        common=stamp.common(SOCIAL, SHARE_KEY),
        user=user,
        action=SHARED,
        share_type=1,
        share_target="0",
        share_count=shares,
    )
    return wrap(SOCIAL, stamp, body.SerializeToString())


def join(stamp: Stamp, user: pb.User, members: int) -> Message:
    body = pb.MemberMessage(
        common=stamp.common(MEMBER), user=user, member_count=members, action=JOINED, user_id=user.id
    )
    return wrap(MEMBER, stamp, body.SerializeToString())


def viewers(stamp: Stamp, viewer_count: int, total_viewers: int) -> Message:
    body = pb.RoomUserSeqMessage(
        common=stamp.common(ROOM_USER),
        total=viewer_count,
        pop_str=str(viewer_count),
        popularity=viewer_count,
        total_user=total_viewers,
    )
    return wrap(ROOM_USER, stamp, body.SerializeToString())


def control(stamp: Stamp, action: int) -> Message:
    return wrap(CONTROL, stamp, pb.ControlMessage(common=stamp.common(CONTROL), action=action).SerializeToString())


def subscribed(stamp: Stamp, user: pb.User, months: int) -> Message:
    body = pb.SubNotifyMessage(
        common=stamp.common(SUB_NOTIFY),
        user=user,
        sub_month=months,
        subscribe_type=1,
        old_subscribe_status=0 if months <= 1 else 1,
        message_type=0,
        subscribing_status=1,
    )
    return wrap(SUB_NOTIFY, stamp, body.SerializeToString())


def deleted(stamp: Stamp, message_ids: list[int], user_ids: list[int]) -> Message:
    body = pb.ImDeleteMessage(common=stamp.common(IM_DELETE), delete_msg_ids=message_ids, delete_user_ids=user_ids)
    return wrap(IM_DELETE, stamp, body.SerializeToString())


def emote(emote_id: str, url: str) -> pb.Emote:
    return pb.Emote(emote_id=emote_id, image=pb.Image(url_list=[url], uri=emote_id))


def emote_chat(stamp: Stamp, user: pb.User, shown: pb.Emote) -> Message:
    body = pb.EmoteChatMessage(common=stamp.common(EMOTE_CHAT), user=user, emote_list=[shown])
    return wrap(EMOTE_CHAT, stamp, body.SerializeToString())


def chat_with_emote(stamp: Stamp, user: pb.User, text: str, shown: pb.Emote, index: int) -> Message:
    emotes = [pb.EmoteInText(index=index, emote=shown)]
    body = pb.ChatMessage(common=stamp.common(CHAT), user=user, content=text, emotes=emotes)
    return wrap(CHAT, stamp, body.SerializeToString())


class Batch:
    """Messages of one frame; each encoding, plain or gzip, is made once for all sockets."""

    def __init__(self, log_id: int, payload: bytes) -> None:
        self.log_id = log_id
        self._payload = payload

    def frame(self, *, is_gzip: bool) -> bytes:
        return self._gzipped if is_gzip else self._plain

    @cached_property
    def _plain(self) -> bytes:
        frame = PushFrame(log_id=self.log_id, payload_encoding="pb", payload_type="msg", payload=self._payload)
        return frame.SerializeToString()

    @cached_property
    def _gzipped(self) -> bytes:
        frame = PushFrame(
            log_id=self.log_id,
            headers=[pb.Header(key="compress_type", value="gzip")],
            payload_encoding="pb",
            payload_type="msg",
            # Fast compression, because frames stay on this machine.
            payload=gzip.compress(self._payload, compresslevel=1),
        )
        return frame.SerializeToString()


def batch(messages: list[Message], log_id: int, at: datetime, *, need_ack: bool) -> Batch:
    now_ms = int(at.timestamp() * 1000)
    result = FetchResult(
        messages=messages,
        cursor=f"t-{now_ms}_r-{log_id}_d-1_u-1",
        now=now_ms,
        internal_ext=f"internal_src:pushserver|first_req_ms:{now_ms}|seq:{log_id}",
        fetch_type=1,
        heartbeat_duration=0,
        need_ack=need_ack,
    )
    return Batch(log_id, result.SerializeToString())


def heartbeat_response() -> bytes:
    return PushFrame(payload_encoding="pb", payload_type="hb").SerializeToString()
