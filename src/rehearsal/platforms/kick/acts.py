"""What happens in a Kick channel: each scene in Kick's words, to webhooks and to the site's own feed."""

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

from pydantic import JsonValue

from rehearsal import scenes
from rehearsal.crowd import Viewer
from rehearsal.platforms.kick import events, site
from rehearsal.platforms.kick.ids import channel_id, chatroom_id, ulid
from rehearsal.platforms.kick.objects import username_of
from rehearsal.platforms.kick.rooms import ChatMessage, Gift, Quoted, Redemption, Reward
from rehearsal.platforms.kick.subscriptions import CHAT
from rehearsal.scenes import NotPlayed, Scene
from rehearsal.world import Person, Stream

if TYPE_CHECKING:
    from rehearsal.platforms.kick.kick import Kick

Facts = dict[str, JsonValue]

MINUTE = 60


def play(kick: "Kick", person: Person, scene: Scene) -> Facts:  # noqa: PLR0911  # one line for each scene
    match scene:
        case scenes.Say():
            return say(kick, person, scene)
        case scenes.Follow():
            return follow(kick, person, scene.viewer)
        case scenes.Subscribe():
            return subscribe(kick, person, scene)
        case scenes.GiftSubs():
            return gift_subs(kick, person, scene)
        case scenes.Pay():
            return pay(kick, person, scene)
        case scenes.Raid():
            return host(kick, person, scene)
        case scenes.Redeem():
            return redeem(kick, person, scene)
        case _:
            return moderate(kick, person, scene)


def moderate(kick: "Kick", person: Person, scene: Scene) -> Facts:
    """Somebody acts on the site itself; of all this only a ban makes a webhook."""
    moderator = kick.in_room(person, person)
    match scene:
        case scenes.BanFromOutside(viewer, seconds, reason):
            minutes = None if seconds is None else -(-seconds // MINUTE)
            ban(kick, person, moderator, viewer, minutes, reason)
            return {"user_id": int(viewer.id)}
        case scenes.UnbanFromOutside(viewer):
            unban(kick, person, moderator, viewer)
            return {"user_id": int(viewer.id)}
        case scenes.DeleteFromOutside(message_id):
            delete(kick, person, message_id)
            return {}
        case scenes.ClearFromOutside():
            kick.room(person).messages.clear()
            kick.site.publish(site.room_of(person), "App\\Events\\ChatroomClearEvent", {"id": str(uuid4())})
            return {}
        case _:
            raise NotPlayed(f"Kick has no {type(scene).__name__.lower()}.")


def say(kick: "Kick", person: Person, scene: scenes.Say) -> Facts:
    room = kick.room(person)
    if room.bans and room.is_banned(scene.viewer.id, kick.stage.clock.now()):
        raise NotPlayed(f"{scene.viewer.login} is banned from {person.login}'s chat.")
    quoted = room.quote(scene.reply_to) if scene.reply_to else None
    if scene.reply_to and quoted is None:
        raise NotPlayed("There is no message with that id.")
    viewer = scene.viewer
    sender = replace(viewer, is_moderator=viewer.is_moderator or viewer.id in room.moderators)
    return {"message_id": speak(kick, person, sender, events.in_kick_words(scene.text), quoted).id}


def speak(kick: "Kick", person: Person, sender: Viewer, content: str, quoted: Quoted | None) -> ChatMessage:
    message = ChatMessage(str(uuid4()), sender, content, kick.stage.clock.now(), quoted)
    kick.room(person).keep(message)
    if kick.hooks.has(CHAT, person.id):
        kick.hooks.publish(CHAT, person.id, kick.chat.write(message, person))
    if kick.site.sockets:
        body = site.chat_message(message, person)
        kick.site.publish(site.room_of(person), "App\\Events\\ChatMessageEvent", body)
    return message


def follow(kick: "Kick", person: Person, viewer: Viewer) -> Facts:
    kick.room(person).followers.add(viewer.id)
    kick.announce("channel.followed", person, events.followed(kick.stage, person, viewer))
    return {"user_id": int(viewer.id)}


def subscribe(kick: "Kick", person: Person, scene: scenes.Subscribe) -> Facts:
    event = "channel.subscription.new" if scene.months <= 1 else "channel.subscription.renewal"
    kick.announce(event, person, events.subscribed(kick.stage, person, scene.viewer, scene.months))
    name = username_of(scene.viewer.login, scene.viewer.display_name)
    body: Facts = {"chatroom_id": chatroom_id(person), "username": name, "months": scene.months}
    kick.site.publish(site.room_of(person), "App\\Events\\SubscriptionEvent", body)
    return {"event": event}


def gift_subs(kick: "Kick", person: Person, scene: scenes.GiftSubs) -> Facts:
    others = [each for each in kick.stage.world.crowd.viewers if each != scene.viewer]
    start = kick.stage.happenings.seq % len(others)
    giftees = [others[(start + number) % len(others)] for number in range(scene.count)]
    body = events.gifted(kick.stage, person, scene.viewer, giftees)
    kick.announce("channel.subscription.gifts", person, body)
    giver = "Anonymous" if scene.viewer is None else username_of(scene.viewer.login, scene.viewer.display_name)
    shown: Facts = {
        "chatroom_id": chatroom_id(person),
        "gifter_username": giver,
        "gifted_usernames": [username_of(each.login, each.display_name) for each in giftees],
        "gifter_total": scene.count,
    }
    kick.site.publish(site.room_of(person), "App\\Events\\GiftedSubscriptionsEvent", shown)
    return {"count": scene.count}


def pay(kick: "Kick", person: Person, scene: scenes.Pay) -> Facts:
    gift = Gift(scene.viewer, scene.amount, kick.stage.clock.now())
    body = events.kicks_gifted(kick.stage, person, gift, scene.text)
    kick.announce("kicks.gifted", person, body)
    shown: Facts = {"message": scene.text, "sender": body["sender"], "gift": body["gift"]}
    kick.site.publish(f"channel_{channel_id(person)}", "KicksGifted", shown)
    return {"amount": scene.amount}


def host(kick: "Kick", person: Person, scene: scenes.Raid) -> Facts:
    """A host makes no webhook."""
    body: Facts = {
        "chatroom_id": chatroom_id(person),
        "host_username": username_of(scene.viewer.login, scene.viewer.display_name),
        "number_viewers": scene.viewers,
        "optional_message": "",
    }
    kick.site.publish(site.room_of(person), "App\\Events\\StreamHostEvent", body)
    return {"viewers": scene.viewers}


def redeem(kick: "Kick", person: Person, scene: scenes.Redeem) -> Facts:
    now = kick.stage.clock.now()
    reward = kick.room(person).rewards.setdefault(scene.title.casefold(), Reward(ulid(now), scene.title, scene.cost))
    redemption = Redemption(ulid(now), reward, scene.viewer, scene.text, now)
    kick.announce("channel.reward.redemption.updated", person, events.redeemed(kick.stage, person, redemption))
    shown: Facts = {
        "reward_title": reward.title,
        "user_id": int(scene.viewer.id),
        "channel_id": channel_id(person),
        "username": username_of(scene.viewer.login, scene.viewer.display_name),
        "user_input": scene.text,
        "reward_background_color": "#00e701",
    }
    kick.site.publish(f"chatroom_{chatroom_id(person)}", "RewardRedeemedEvent", shown)
    return {"redemption_id": redemption.id, "reward_id": reward.id}


def ban(kick: "Kick", person: Person, moderator: Viewer, viewer: Viewer, minutes: int | None, reason: str) -> None:
    until = None if minutes is None else kick.stage.clock.now() + timedelta(minutes=minutes)
    kick.room(person).bans[viewer.id] = until
    body = events.banned(kick.stage, person, moderator, viewer, reason, until)
    kick.announce("moderation.banned", person, body)
    shown = site.user_banned(str(uuid4()), viewer, moderator, minutes, until)
    kick.site.publish(site.room_of(person), "App\\Events\\UserBannedEvent", shown)
    kick.stage.happenings.tell("banned", platform="kick", login=person.login, viewer=viewer.login, minutes=minutes)


def unban(kick: "Kick", person: Person, moderator: Viewer, viewer: Viewer) -> None:
    room = kick.room(person)
    if not room.is_banned(viewer.id, kick.stage.clock.now()):
        raise NotPlayed(f"{viewer.login} is not banned.")
    until = room.bans.pop(viewer.id)
    shown = site.user_unbanned(str(uuid4()), viewer, moderator, was_permanent=until is None)
    kick.site.publish(site.room_of(person), "App\\Events\\UserUnbannedEvent", shown)
    kick.stage.happenings.tell("unbanned", platform="kick", login=person.login, viewer=viewer.login)


def delete(kick: "Kick", person: Person, message_id: str) -> None:
    if kick.room(person).messages.pop(message_id, None) is None:
        raise NotPlayed("There is no message with that id.")
    shown = site.message_deleted(str(uuid4()), message_id)
    kick.site.publish(site.room_of(person), "App\\Events\\MessageDeletedEvent", shown)
    kick.stage.happenings.tell("message_deleted", platform="kick", login=person.login, message_id=message_id)


def say_stream_started(kick: "Kick", person: Person, stream: Stream) -> None:
    livestream: Facts = {
        "id": int(stream.id),
        "channel_id": channel_id(person),
        "session_title": kick.channel(person).title,
        "created_at": f"{stream.started_at:%Y-%m-%d %H:%M:%S}",
    }
    kick.site.publish(f"channel.{channel_id(person)}", "App\\Events\\StreamerIsLive", {"livestream": livestream})


def say_stream_stopped(kick: "Kick", person: Person, stream: Stream) -> None:
    livestream: Facts = {"id": int(stream.id), "channel": {"id": channel_id(person), "is_banned": False}}
    kick.site.publish(f"channel.{channel_id(person)}", "App\\Events\\StopStreamBroadcast", {"livestream": livestream})
