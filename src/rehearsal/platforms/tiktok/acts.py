"""What happens in a live room: each scene in TikTok's words."""

from typing import TYPE_CHECKING

from pydantic import JsonValue

from rehearsal import scenes
from rehearsal.crowd import Viewer
from rehearsal.platforms.tiktok import gifts, writing
from rehearsal.platforms.tiktok.gifts import GiftKind
from rehearsal.platforms.tiktok.ids import user_id
from rehearsal.platforms.tiktok.rehearsal_webcast_pb2 import User, UserIdentity
from rehearsal.platforms.tiktok.rooms import LiveRoom
from rehearsal.platforms.tiktok.writing import Tap
from rehearsal.scenes import NotPlayed, Scene
from rehearsal.world import Person

if TYPE_CHECKING:
    from rehearsal.platforms.tiktok.tiktok import TikTok

Facts = dict[str, JsonValue]

# Viewers tap; TikTok tells the taps in handfuls.
LIKES_AT_ONCE = 15


def play(tiktok: "TikTok", person: Person, scene: Scene) -> Facts:  # noqa: PLR0911  # one line for each scene
    room = tiktok.room(person)
    if room is None:
        raise NotPlayed(f"{person.login} is not live on TikTok, and without a broadcast there is no room.")
    match scene:
        case scenes.Say():
            return say(tiktok, room, scene)
        case scenes.Pay():
            kind, count = gifts.worth(scene.amount)
            return send_gift(tiktok, room, scene.viewer, kind, count)
        case scenes.Like():
            return like(tiktok, room, scene)
        case scenes.Follow(viewer):
            room.followers += 1
            return told(room, writing.follow(room.stamp(), user(tiktok, viewer), room.followers))
        case scenes.Share(viewer):
            room.shares += 1
            return told(room, writing.share(room.stamp(), user(tiktok, viewer), room.shares))
        case scenes.Join(viewer):
            room.members += 1
            return told(room, writing.join(room.stamp(), user(tiktok, viewer), room.viewers + room.members))
        case scenes.Subscribe(viewer, months):
            return told(room, writing.subscribed(room.stamp(), user(tiktok, viewer), months))
        case scenes.DeleteFromOutside(message_id):
            return delete(room, message_id)
        case _:
            raise NotPlayed(f"TikTok tells nobody of a {type(scene).__name__}.")


def told(room: LiveRoom, message: writing.Message) -> Facts:
    room.tell(message)
    return {"message_id": str(message.msg_id)}


def user(tiktok: "TikTok", viewer: Viewer) -> User:
    person = tiktok.stage.world.find(person_id=viewer.id)
    return writing.user_of(viewer, "" if person is None else tiktok.stage.avatar_url(person))


def identity(room: LiveRoom, viewer: Viewer) -> UserIdentity:
    return writing.identity_of(viewer, is_anchor=viewer.id == room.person.id)


def say(tiktok: "TikTok", room: LiveRoom, scene: scenes.Say) -> Facts:
    """There are no replies on TikTok: an answer is a line like any other."""
    viewer, stamp = scene.viewer, room.stamp()
    room.keep(stamp.msg_id, viewer.id)
    said = writing.chat(stamp, user(tiktok, viewer), identity(room, viewer), scene.text, viewer.language)
    return told(room, said)


def send_gift(
    tiktok: "TikTok", room: LiveRoom, viewer: Viewer, kind: GiftKind, count: int, *, ends: bool = True
) -> Facts:
    """A streak is told tap by tap and once more at its end; a dear gift is told once."""
    sender, roles = user(tiktok, viewer), identity(room, viewer)
    first = room.stamp()
    group_id = first.msg_id
    taps = [Tap(kind, number, not kind.is_streakable, group_id) for number in gifts.steps(count)]
    if not kind.is_streakable:
        taps = [Tap(kind, 1, is_end=True, group_id=group_id + number) for number in range(count)]
    elif ends:
        taps.append(Tap(kind, count, is_end=True, group_id=group_id))
    for tap in taps:
        room.tell(writing.gift(room.stamp(), sender, roles, tap))
    return {"gift": kind.name, "count": count, "diamonds": kind.diamonds * count, "group_id": str(group_id)}


def like(tiktok: "TikTok", room: LiveRoom, scene: scenes.Like) -> Facts:
    left = scene.count
    while left > 0:
        handful = min(left, LIKES_AT_ONCE)
        left -= handful
        room.likes += handful
        room.tell(writing.like(room.stamp(), user(tiktok, scene.viewer), handful, room.likes))
    return {"total": room.likes}


def delete(room: LiveRoom, message_id: str) -> Facts:
    number = int(message_id) if message_id.isascii() and message_id.isdecimal() else 0
    viewer_id = room.said.pop(number, None)
    if viewer_id is None:
        raise NotPlayed("There is no message with that id.")
    room.tell(writing.deleted(room.stamp(), [number], []))
    return {"user_id": str(user_id(viewer_id))}
