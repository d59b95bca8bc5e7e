"""Performs viewer actions on Kick and publishes them to webhooks and the site's feed."""

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

from pydantic import JsonValue

from rehearsal.platforms.kick import events
from rehearsal.platforms.kick.ids import channel_id, chatroom_id, ulid
from rehearsal.platforms.kick.resources import username_of
from rehearsal.platforms.kick.rooms import ChatMessage, Gift, Quoted, Redemption, Reward
from rehearsal.platforms.kick.site import feed
from rehearsal.platforms.kick.webhooks.subscriptions import CHAT
from rehearsal.simulation import actions
from rehearsal.simulation.actions import ActionRefused, ViewerAction
from rehearsal.simulation.viewers import Viewer
from rehearsal.simulation.world import Person, Stream

if TYPE_CHECKING:
    from rehearsal.platforms.kick.platform import Kick

Facts = dict[str, JsonValue]

MINUTE = 60


def perform(kick: "Kick", person: Person, action: ViewerAction) -> Facts:  # noqa: PLR0911  # one line for each action
    match action:
        case actions.Say():
            return say(kick, person, action)
        case actions.Follow():
            return follow(kick, person, action.viewer)
        case actions.Subscribe():
            return subscribe(kick, person, action)
        case actions.GiftSubs():
            return gift_subs(kick, person, action)
        case actions.Pay():
            return pay(kick, person, action)
        case actions.Raid():
            return host(kick, person, action)
        case actions.Redeem():
            return redeem(kick, person, action)
        case _:
            return moderate(kick, person, action)


def moderate(kick: "Kick", person: Person, action: ViewerAction) -> Facts:
    """Performs a moderation action of the broadcaster on Kick's own site; only a ban sends a webhook."""
    moderator = kick.as_viewer(person, person)
    match action:
        case actions.BanOnSite(viewer, seconds, reason):
            minutes = None if seconds is None else -(-seconds // MINUTE)
            ban(kick, person, moderator, viewer, minutes, reason)
            return {"user_id": int(viewer.id)}
        case actions.UnbanOnSite(viewer):
            unban(kick, person, moderator, viewer)
            return {"user_id": int(viewer.id)}
        case actions.DeleteOnSite(message_id):
            delete(kick, person, message_id)
            return {}
        case actions.ClearOnSite():
            kick.room(person).messages.clear()
            kick.site.publish(feed.chatroom_channel(person), "App\\Events\\ChatroomClearEvent", {"id": str(uuid4())})
            return {}
        case _:
            raise ActionRefused(f"Kick has no {type(action).__name__.lower()}.")


def say(kick: "Kick", person: Person, action: actions.Say) -> Facts:
    room = kick.room(person)
    if room.bans and room.is_banned(action.viewer.id, kick.rehearsal.clock.now()):
        raise ActionRefused(f"{action.viewer.login} is banned from {person.login}'s chat.")
    quoted = room.quote(action.reply_to) if action.reply_to else None
    if action.reply_to and quoted is None:
        raise ActionRefused("There is no message with that id.")
    viewer = action.viewer
    sender = replace(viewer, is_moderator=viewer.is_moderator or viewer.id in room.moderators)
    return {"message_id": send_message(kick, person, sender, events.with_emote_markup(action.text), quoted).id}


def send_message(kick: "Kick", person: Person, sender: Viewer, content: str, quoted: Quoted | None) -> ChatMessage:
    message = ChatMessage(str(uuid4()), sender, content, kick.rehearsal.clock.now(), quoted)
    kick.room(person).keep(message)
    is_sent = False
    if kick.webhooks.has(CHAT, person.id):
        is_sent = kick.webhooks.publish(CHAT, person.id, kick.chat.write(message, person))
    if kick.site.sockets:
        body = feed.chat_message(message, person)
        is_sent = kick.site.publish(feed.chatroom_channel(person), "App\\Events\\ChatMessageEvent", body) or is_sent
    tally = kick.rehearsal.tallies.find(kick.key, person.login)
    if is_sent and tally is not None:
        tally.add_message(sender.login)
    return message


def follow(kick: "Kick", person: Person, viewer: Viewer) -> Facts:
    kick.room(person).followers.add(viewer.id)
    kick.announce("channel.followed", person, events.followed(kick.rehearsal, person, viewer))
    return {"user_id": int(viewer.id)}


def subscribe(kick: "Kick", person: Person, action: actions.Subscribe) -> Facts:
    event = "channel.subscription.new" if action.months <= 1 else "channel.subscription.renewal"
    kick.announce(event, person, events.subscribed(kick.rehearsal, person, action.viewer, action.months))
    name = username_of(action.viewer.login, action.viewer.display_name)
    body: Facts = {"chatroom_id": chatroom_id(person), "username": name, "months": action.months}
    kick.site.publish(feed.chatroom_channel(person), "App\\Events\\SubscriptionEvent", body)
    return {"event": event}


def gift_subs(kick: "Kick", person: Person, action: actions.GiftSubs) -> Facts:
    others = [each for each in kick.rehearsal.world.viewers_on(kick.key) if each != action.viewer]
    start = kick.rehearsal.events.seq % len(others)
    giftees = [others[(start + number) % len(others)] for number in range(action.count)]
    body = events.gifted(kick.rehearsal, person, action.viewer, giftees)
    kick.announce("channel.subscription.gifts", person, body)
    giver = "Anonymous" if action.viewer is None else username_of(action.viewer.login, action.viewer.display_name)
    feed_body: Facts = {
        "chatroom_id": chatroom_id(person),
        "gifter_username": giver,
        "gifted_usernames": [username_of(each.login, each.display_name) for each in giftees],
        "gifter_total": action.count,
    }
    kick.site.publish(feed.chatroom_channel(person), "App\\Events\\GiftedSubscriptionsEvent", feed_body)
    return {"count": action.count}


def pay(kick: "Kick", person: Person, action: actions.Pay) -> Facts:
    gift = Gift(action.viewer, action.amount, kick.rehearsal.clock.now())
    body = events.kicks_gifted(kick.rehearsal, person, gift, action.text)
    kick.announce("kicks.gifted", person, body)
    feed_body: Facts = {"message": action.text, "sender": body["sender"], "gift": body["gift"]}
    kick.site.publish(f"channel_{channel_id(person)}", "KicksGifted", feed_body)
    return {"amount": action.amount}


def host(kick: "Kick", person: Person, action: actions.Raid) -> Facts:
    """Lets the viewer's channel host the channel of `person`; only the site's feed reports this."""
    body: Facts = {
        "chatroom_id": chatroom_id(person),
        "host_username": username_of(action.viewer.login, action.viewer.display_name),
        "number_viewers": action.viewers,
        "optional_message": "",
    }
    is_sent = kick.site.publish(feed.chatroom_channel(person), "App\\Events\\StreamHostEvent", body)
    tally = kick.rehearsal.tallies.find(kick.key, person.login)
    if is_sent and tally is not None:
        tally.add_raid(action.viewers)
    return {"viewers": action.viewers}


def redeem(kick: "Kick", person: Person, action: actions.Redeem) -> Facts:
    now = kick.rehearsal.clock.now()
    reward = kick.room(person).rewards.setdefault(action.title.casefold(), Reward(ulid(now), action.title, action.cost))
    redemption = Redemption(ulid(now), reward, action.viewer, action.text, now)
    kick.announce("channel.reward.redemption.updated", person, events.redeemed(kick.rehearsal, person, redemption))
    feed_body: Facts = {
        "reward_title": reward.title,
        "user_id": int(action.viewer.id),
        "channel_id": channel_id(person),
        "username": username_of(action.viewer.login, action.viewer.display_name),
        "user_input": action.text,
        "reward_background_color": "#00e701",
    }
    kick.site.publish(f"chatroom_{chatroom_id(person)}", "RewardRedeemedEvent", feed_body)
    return {"redemption_id": redemption.id, "reward_id": reward.id}


def ban(kick: "Kick", person: Person, moderator: Viewer, viewer: Viewer, minutes: int | None, reason: str) -> None:
    until = None if minutes is None else kick.rehearsal.clock.now() + timedelta(minutes=minutes)
    kick.room(person).bans[viewer.id] = until
    body = events.banned(kick.rehearsal, person, moderator, viewer, reason, until)
    kick.announce("moderation.banned", person, body)
    feed_body = feed.user_banned(str(uuid4()), viewer, moderator, minutes, until)
    kick.site.publish(feed.chatroom_channel(person), "App\\Events\\UserBannedEvent", feed_body)
    facts = {"login": person.login, "viewer": viewer.login, "reason": reason}
    kick.rehearsal.events.record("banned", platform="kick", **facts, seconds=None if minutes is None else minutes * 60)


def unban(kick: "Kick", person: Person, moderator: Viewer, viewer: Viewer) -> None:
    room = kick.room(person)
    if not room.is_banned(viewer.id, kick.rehearsal.clock.now()):
        raise ActionRefused(f"{viewer.login} is not banned.")
    until = room.bans.pop(viewer.id)
    feed_body = feed.user_unbanned(str(uuid4()), viewer, moderator, was_permanent=until is None)
    kick.site.publish(feed.chatroom_channel(person), "App\\Events\\UserUnbannedEvent", feed_body)
    kick.rehearsal.events.record("unbanned", platform="kick", login=person.login, viewer=viewer.login)


def delete(kick: "Kick", person: Person, message_id: str) -> None:
    if kick.room(person).messages.pop(message_id, None) is None:
        raise ActionRefused("There is no message with that id.")
    feed_body = feed.message_deleted(str(uuid4()), message_id)
    kick.site.publish(feed.chatroom_channel(person), "App\\Events\\MessageDeletedEvent", feed_body)
    kick.rehearsal.events.record("message_deleted", platform="kick", login=person.login, message_id=message_id)


def publish_stream_started(kick: "Kick", person: Person, stream: Stream) -> None:
    livestream: Facts = {
        "id": int(stream.id),
        "channel_id": channel_id(person),
        "session_title": kick.channel(person).title,
        "created_at": f"{stream.started_at:%Y-%m-%d %H:%M:%S}",
    }
    kick.site.publish(f"channel.{channel_id(person)}", "App\\Events\\StreamerIsLive", {"livestream": livestream})


def publish_stream_stopped(kick: "Kick", person: Person, stream: Stream) -> None:
    livestream: Facts = {"id": int(stream.id), "channel": {"id": channel_id(person), "is_banned": False}}
    kick.site.publish(f"channel.{channel_id(person)}", "App\\Events\\StopStreamBroadcast", {"livestream": livestream})
