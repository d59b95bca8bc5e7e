"""Performs viewer actions in a live room."""

from typing import TYPE_CHECKING

from pydantic import JsonValue

from rehearsal.platforms.tiktok.ids import user_id
from rehearsal.platforms.tiktok.rehearsal_webcast_pb2 import User, UserIdentity
from rehearsal.platforms.tiktok.webcast import gifts, messages
from rehearsal.platforms.tiktok.webcast.gifts import GiftKind
from rehearsal.platforms.tiktok.webcast.messages import StreakStep
from rehearsal.platforms.tiktok.webcast.rooms import LiveRoom
from rehearsal.simulation import actions
from rehearsal.simulation.actions import ActionRefused, ViewerAction
from rehearsal.simulation.viewers import Viewer
from rehearsal.simulation.world import Person

if TYPE_CHECKING:
    from rehearsal.platforms.tiktok.platform import TikTok

Facts = dict[str, JsonValue]

# TikTok sends likes in groups.
MAX_LIKES_PER_MESSAGE = 15


def perform(tiktok: "TikTok", person: Person, action: ViewerAction) -> Facts:  # noqa: PLR0911  # one line for each action
    room = tiktok.room(person)
    if room is None:
        raise ActionRefused(f"{person.login} is not live on TikTok, and without a broadcast there is no room.")
    match action:
        case actions.Say():
            return say(tiktok, room, action)
        case actions.Pay():
            kind, count = gifts.gift_worth(action.amount)
            return send_gift(tiktok, room, action.viewer, kind, count)
        case actions.Like():
            return like(tiktok, room, action)
        case actions.Follow(viewer):
            room.followers += 1
            return send(room, messages.follow(room.stamp(), user(tiktok, viewer), room.followers))
        case actions.Share(viewer):
            room.shares += 1
            return send(room, messages.share(room.stamp(), user(tiktok, viewer), room.shares))
        case actions.Join(viewer):
            room.members += 1
            return send(room, messages.join(room.stamp(), user(tiktok, viewer), room.viewers + room.members))
        case actions.Subscribe(viewer, months):
            return send(room, messages.subscribed(room.stamp(), user(tiktok, viewer), months))
        case actions.DeleteOnSite(message_id):
            return delete(room, message_id)
        case _:
            raise ActionRefused(f"TikTok has no {type(action).__name__}.")


def send(room: LiveRoom, message: messages.Message) -> Facts:
    room.send(message)
    return {"message_id": str(message.msg_id)}


def user(tiktok: "TikTok", viewer: Viewer) -> User:
    person = tiktok.rehearsal.world.find(person_id=viewer.id)
    return messages.user_of(viewer, "" if person is None else tiktok.rehearsal.avatar_url(person))


def identity(room: LiveRoom, viewer: Viewer) -> UserIdentity:
    return messages.identity_of(viewer, is_anchor=viewer.id == room.person.id)


def say(tiktok: "TikTok", room: LiveRoom, action: actions.Say) -> Facts:
    """Sends a chat message; a reply is sent as a plain message, because TikTok has no replies."""
    viewer, stamp = action.viewer, room.stamp()
    room.keep(stamp.msg_id, viewer.id)
    message = messages.chat(stamp, user(tiktok, viewer), identity(room, viewer), action.text, viewer.language)
    return send(room, message)


def send_gift(
    tiktok: "TikTok", room: LiveRoom, viewer: Viewer, kind: GiftKind, count: int, *, ends: bool = True
) -> Facts:
    """Sends a streak of small gifts as messages with growing counts and one for its end; large gifts one by one."""
    sender, roles = user(tiktok, viewer), identity(room, viewer)
    first = room.stamp()
    group_id = first.msg_id
    steps = [StreakStep(kind, number, not kind.is_streakable, group_id) for number in gifts.streak_counts(count)]
    if not kind.is_streakable:
        steps = [StreakStep(kind, 1, is_end=True, group_id=group_id + number) for number in range(count)]
    elif ends:
        steps.append(StreakStep(kind, count, is_end=True, group_id=group_id))
    for step in steps:
        room.send(messages.gift(room.stamp(), sender, roles, step))
    return {"gift": kind.name, "count": count, "diamonds": kind.diamonds * count, "group_id": str(group_id)}


def like(tiktok: "TikTok", room: LiveRoom, action: actions.Like) -> Facts:
    left = action.count
    while left > 0:
        count = min(left, MAX_LIKES_PER_MESSAGE)
        left -= count
        room.likes += count
        room.send(messages.like(room.stamp(), user(tiktok, action.viewer), count, room.likes))
    return {"total": room.likes}


def delete(room: LiveRoom, message_id: str) -> Facts:
    number = int(message_id) if message_id.isascii() and message_id.isdecimal() else 0
    viewer_id = room.sender_ids.pop(number, None)
    if viewer_id is None:
        raise ActionRefused("There is no message with that id.")
    room.send(messages.deleted(room.stamp(), [number], []))
    return {"user_id": str(user_id(viewer_id))}
