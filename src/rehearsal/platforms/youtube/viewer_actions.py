"""Performs viewer actions on YouTube."""

from datetime import timedelta
from typing import TYPE_CHECKING

from pydantic import JsonValue

from rehearsal.platforms.youtube.broadcasts.resources import author_details, profile
from rehearsal.platforms.youtube.broadcasts.studio import Ban, Broadcast, Studio
from rehearsal.platforms.youtube.chat import messages
from rehearsal.platforms.youtube.chat.live_chat import Chat, Message
from rehearsal.platforms.youtube.errors import Json
from rehearsal.platforms.youtube.ids import channel_id
from rehearsal.simulation import actions
from rehearsal.simulation.actions import ActionRefused, ViewerAction
from rehearsal.simulation.viewers import Viewer
from rehearsal.simulation.world import Person

if TYPE_CHECKING:
    from rehearsal.platforms.youtube.platform import YouTube

Facts = dict[str, JsonValue]


def perform(youtube: "YouTube", studio: Studio, action: ViewerAction) -> Facts:
    match action:
        case actions.Say():
            return say(youtube, studio, action)
        case actions.Follow():
            return {}
        case actions.BanOnSite() | actions.UnbanOnSite() | actions.DeleteOnSite():
            moderate(youtube, studio, action)
            return {}
        case actions.Subscribe() | actions.GiftSubs() | actions.Pay():
            return support(youtube, studio, action)
        case _:
            raise ActionRefused(f"YouTube has no {type(action).__name__}.")


def support(youtube: "YouTube", studio: Studio, action: actions.Subscribe | actions.GiftSubs | actions.Pay) -> Facts:
    match action:
        case actions.Subscribe():
            return become_member(youtube, studio, action)
        case actions.GiftSubs():
            return give_memberships(youtube, studio, action)
        case actions.Pay():
            return pay(youtube, studio, action)


Moderation = actions.BanOnSite | actions.UnbanOnSite | actions.DeleteOnSite


def moderate(youtube: "YouTube", studio: Studio, action: Moderation) -> None:
    """Performs a moderation action in YouTube Studio."""
    match action:
        case actions.BanOnSite():
            ban_viewer(youtube, studio, action)
        case actions.UnbanOnSite():
            unban(studio, action)
        case actions.DeleteOnSite():
            delete(youtube, studio, action)


def live_broadcast(studio: Studio) -> Broadcast:
    live = studio.live
    if live is None or not live.has_chat:
        raise ActionRefused(f"{studio.person.login} has no live chat now.")
    return live


def owner_details(youtube: "YouTube", studio: Studio) -> Json:
    person = studio.person
    return author_details(youtube.rehearsal, studio, person.login, person.id, is_member=False)


def post(youtube: "YouTube", studio: Studio, viewer: Viewer, kind: str, display: str, details: Json) -> Message:
    """Adds a message of this viewer to the live chat."""
    chat = live_broadcast(studio).chat
    user_channel_id = channel_id(viewer.id)
    author = author_details(youtube.rehearsal, studio, viewer.login, viewer.id, is_member=False)
    content = messages.snippet(kind, chat.id, user_channel_id, youtube.rehearsal.clock.now(), display)
    return chat.send(chat.compose({**content, **details}, author, user_channel_id))


def say(youtube: "YouTube", studio: Studio, action: actions.Say) -> Facts:
    chat = live_broadcast(studio).chat
    if studio.bans and studio.is_banned(channel_id(action.viewer.id), chat, youtube.rehearsal.clock.now()):
        raise ActionRefused(f"{action.viewer.login} is banned from this chat.")
    # YouTube's site does not accept a longer text.
    display_text = action.text[: youtube.limits.message_characters]
    message = post(youtube, studio, action.viewer, "textMessageEvent", display_text, messages.text(display_text))
    return {"message_id": message.id}


def become_member(youtube: "YouTube", studio: Studio, action: actions.Subscribe) -> Facts:
    viewer = action.viewer
    _, tier = studio.members.get(channel_id(viewer.id), (0, 0))
    studio.members[channel_id(viewer.id)] = (action.months, action.tier)
    name = messages.level_name(action.tier)
    if action.months > 1:
        display_text = f"{viewer.display_name} has been a member for {action.months} months. {action.text}".strip()
        details = messages.milestone(action.tier, action.months, action.text)
        return {"message_id": post(youtube, studio, viewer, "memberMilestoneChatEvent", display_text, details).id}
    details = messages.new_sponsor(action.tier, is_upgrade=0 < tier < action.tier)
    display_text = f"{viewer.display_name} just became a member: {name}"
    return {"message_id": post(youtube, studio, viewer, "newSponsorEvent", display_text, details).id}


def give_memberships(youtube: "YouTube", studio: Studio, action: actions.GiftSubs) -> Facts:
    """Sends a message for the gift, then one for each recipient."""
    giver = action.viewer
    if giver is None:
        raise ActionRefused("YouTube has no anonymous gifts.")
    display_text = f"{giver.display_name} gifted {action.count} memberships"
    details = messages.gifting(action.tier, action.count)
    gift = post(youtube, studio, giver, "membershipGiftingEvent", display_text, details)
    recipients = [
        each for each in youtube.rehearsal.world.viewers_on(youtube.key) if channel_id(each.id) not in studio.members
    ]
    received = messages.gift_received(action.tier, channel_id(giver.id), gift.id)
    for viewer in recipients[: action.count]:
        studio.members[channel_id(viewer.id)] = (1, action.tier)
        display_text = f"{viewer.display_name} received a gift membership by {giver.display_name}"
        post(youtube, studio, viewer, "giftMembershipReceivedEvent", display_text, received)
    return {"message_id": gift.id}


def pay(youtube: "YouTube", studio: Studio, action: actions.Pay) -> Facts:
    from_cents = youtube.limits.sticker_from_cents
    is_sticker = 0 < from_cents <= action.amount
    price = str(messages.price(action.amount)["amountDisplayString"])
    if is_sticker:
        display_text = f'{price} from {action.viewer.display_name}: "{messages.STICKER["altText"]}"'
        details = messages.super_sticker(action.amount)
        message = post(youtube, studio, action.viewer, "superStickerEvent", display_text, details)
    else:
        display_text = f'{price} from {action.viewer.display_name}: "{action.text}"'
        details = messages.super_chat(action.amount, action.text)
        message = post(youtube, studio, action.viewer, "superChatEvent", display_text, details)
    return {"message_id": message.id}


def ban_viewer(youtube: "YouTube", studio: Studio, action: actions.BanOnSite) -> None:
    """Bans a viewer in YouTube Studio; no app gets the id of such a ban."""
    chat = live_broadcast(studio).chat
    user_channel_id = channel_id(action.viewer.id)
    if studio.may_moderate(user_channel_id):
        raise ActionRefused(f"{action.viewer.login} cannot be banned here.")
    announce_ban(youtube, studio, chat, action.viewer, action.seconds, by=studio.person)


def announce_ban(
    youtube: "YouTube", studio: Studio, chat: Chat, viewer: Viewer, seconds: int | None, *, by: Person
) -> Ban:
    now = youtube.rehearsal.clock.now()
    user_channel_id = channel_id(viewer.id)
    ban = studio.ban(chat, user_channel_id, None if seconds is None else now + timedelta(seconds=seconds))
    details = messages.user_banned(profile(youtube.rehearsal, viewer.login, user_channel_id), seconds)
    display_text = f"{viewer.display_name} was {'hidden' if seconds is None else 'put in time-out'}"
    by_id = channel_id(by.id)
    author = author_details(youtube.rehearsal, studio, by.login, by.id, is_member=False)
    content = messages.snippet("userBannedEvent", chat.id, by_id, now, display_text)
    names = {"platform": youtube.key, "login": studio.person.login, "viewer": viewer.login}
    youtube.rehearsal.events.record("banned", **names, seconds=seconds)
    chat.send(chat.compose({**content, **details}, author, by_id))
    return ban


def unban(studio: Studio, action: actions.UnbanOnSite) -> None:
    """Removes the ban without an event, as on YouTube."""
    if studio.bans.pop(channel_id(action.viewer.id), None) is None:
        raise ActionRefused(f"{action.viewer.login} is not banned.")


def delete(youtube: "YouTube", studio: Studio, action: actions.DeleteOnSite) -> None:
    chat = live_broadcast(studio).chat
    message = chat.find(action.message_id)
    if message is None or message.snippet["type"] == "tombstone":
        raise ActionRefused("There is no such message in the live chat.")
    remove(youtube, studio, chat, message)


def remove(youtube: "YouTube", studio: Studio, chat: Chat, message: Message) -> None:
    """Removes the message and notifies readers as `deletion_notice` says."""
    chat.remove(message)
    names = {"platform": youtube.key, "login": studio.person.login}
    youtube.rehearsal.events.record("message_removed", **names, message_id=message.id)
    now = youtube.rehearsal.clock.now()
    match youtube.deletion_notice:
        case "tombstone":
            chat.send(message)
        case "event":
            content = messages.snippet("messageDeletedEvent", chat.id, studio.channel_id, now, "Message deleted")
            details: Json = {"messageDeletedDetails": {"deletedMessageId": message.id}}
            chat.send(chat.compose({**content, **details}, owner_details(youtube, studio), studio.channel_id))
        case _:
            return
