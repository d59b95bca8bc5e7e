"""Counts the messages of a live room in the tally of its stream."""

from contextlib import suppress

from google.protobuf.message import DecodeError

from rehearsal.platforms.tallies import StreamTally, Tallies
from rehearsal.platforms.tiktok import rehearsal_webcast_pb2 as pb
from rehearsal.platforms.tiktok.webcast import messages


def count_message(tallies: Tallies, login: str, message: messages.Message) -> None:
    tally = tallies.find("tiktok", login)
    if tally is None:
        return
    # Messages that cannot be decoded, which the control call `broken-message` sends, are not counted.
    with suppress(DecodeError):
        _count(tallies, tally, login, message)


def _count(tallies: Tallies, tally: StreamTally, login: str, message: messages.Message) -> None:
    match message.method:
        case messages.CHAT:
            tally.add_message(pb.ChatMessage.FromString(message.payload).user.display_id)
        case messages.SOCIAL if pb.SocialMessage.FromString(message.payload).action == messages.FOLLOWED:
            tally.follows += 1
        case messages.SUB_NOTIFY:
            tally.subs += 1
        case messages.GIFT:
            gift = pb.GiftMessage.FromString(message.payload)
            tally.add_streak(gift.group_id, "DIAMONDS", gift.gift.diamond_count * gift.repeat_count)
        case messages.ROOM_USER:
            tallies.add_viewers("tiktok", login, pb.RoomUserSeqMessage.FromString(message.payload).total)
        case _:
            return
