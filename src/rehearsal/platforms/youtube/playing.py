"""The audience's doings in YouTube's words."""

from datetime import timedelta
from typing import TYPE_CHECKING

from pydantic import JsonValue

from rehearsal import scenes
from rehearsal.crowd import Viewer
from rehearsal.platforms.youtube import messages
from rehearsal.platforms.youtube.chat import Chat, Message
from rehearsal.platforms.youtube.errors import Json
from rehearsal.platforms.youtube.ids import channel_id
from rehearsal.platforms.youtube.studio import Ban, Broadcast, Studio
from rehearsal.platforms.youtube.views import author_details, profile
from rehearsal.scenes import NotPlayed, Scene
from rehearsal.world import Person

if TYPE_CHECKING:
    from rehearsal.platforms.youtube.youtube import YouTube

Facts = dict[str, JsonValue]


def play(youtube: "YouTube", studio: Studio, scene: Scene) -> Facts:
    match scene:
        case scenes.Say():
            return say(youtube, studio, scene)
        case scenes.Follow():
            return {}
        case scenes.BanFromOutside() | scenes.UnbanFromOutside() | scenes.DeleteFromOutside():
            moderate(youtube, studio, scene)
            return {}
        case scenes.Subscribe() | scenes.GiftSubs() | scenes.Pay():
            return support(youtube, studio, scene)
        case _:
            raise NotPlayed(f"YouTube tells nobody of a {type(scene).__name__}.")


def support(youtube: "YouTube", studio: Studio, scene: scenes.Subscribe | scenes.GiftSubs | scenes.Pay) -> Facts:
    match scene:
        case scenes.Subscribe():
            return become_member(youtube, studio, scene)
        case scenes.GiftSubs():
            return give_memberships(youtube, studio, scene)
        case scenes.Pay():
            return pay(youtube, studio, scene)


Moderation = scenes.BanFromOutside | scenes.UnbanFromOutside | scenes.DeleteFromOutside


def moderate(youtube: "YouTube", studio: Studio, scene: Moderation) -> None:
    """In YouTube Studio, where the owner needs no program."""
    match scene:
        case scenes.BanFromOutside():
            ban_viewer(youtube, studio, scene)
        case scenes.UnbanFromOutside():
            unban(studio, scene)
        case scenes.DeleteFromOutside():
            delete(youtube, studio, scene)


def live_broadcast(studio: Studio) -> Broadcast:
    live = studio.live
    if live is None or not live.has_chat:
        raise NotPlayed(f"{studio.person.login} has no live chat now.")
    return live


def owner_details(youtube: "YouTube", studio: Studio) -> Json:
    person = studio.person
    return author_details(youtube.stage, studio, person.login, person.id, is_member=False)


def post(youtube: "YouTube", studio: Studio, viewer: Viewer, kind: str, display: str, details: Json) -> Message:
    """One message of this viewer in the live chat."""
    chat = live_broadcast(studio).chat
    own_id = channel_id(viewer.id)
    author = author_details(youtube.stage, studio, viewer.login, viewer.id, is_member=False)
    content = messages.snippet(kind, chat.id, own_id, youtube.stage.clock.now(), display)
    return chat.send(chat.compose({**content, **details}, author, own_id))


def say(youtube: "YouTube", studio: Studio, scene: scenes.Say) -> Facts:
    chat = live_broadcast(studio).chat
    if studio.bans and studio.is_banned(channel_id(scene.viewer.id), chat, youtube.stage.clock.now()):
        raise NotPlayed(f"{scene.viewer.login} is banned from this chat.")
    # Nobody can type more than that.
    words = scene.text[: youtube.limits.message_characters]
    message = post(youtube, studio, scene.viewer, "textMessageEvent", words, messages.text(words))
    return {"message_id": message.id}


def become_member(youtube: "YouTube", studio: Studio, scene: scenes.Subscribe) -> Facts:
    viewer = scene.viewer
    _, tier = studio.members.get(channel_id(viewer.id), (0, 0))
    studio.members[channel_id(viewer.id)] = (scene.months, scene.tier)
    name = messages.level_name(scene.tier)
    if scene.months > 1:
        words = f"{viewer.display_name} has been a member for {scene.months} months. {scene.text}".strip()
        details = messages.milestone(scene.tier, scene.months, scene.text)
        return {"message_id": post(youtube, studio, viewer, "memberMilestoneChatEvent", words, details).id}
    details = messages.new_sponsor(scene.tier, is_upgrade=0 < tier < scene.tier)
    words = f"{viewer.display_name} just became a member: {name}"
    return {"message_id": post(youtube, studio, viewer, "newSponsorEvent", words, details).id}


def give_memberships(youtube: "YouTube", studio: Studio, scene: scenes.GiftSubs) -> Facts:
    """One message for the gift, then one for each who got something."""
    giver = scene.viewer
    if giver is None:
        raise NotPlayed("On YouTube nobody gives without a name.")
    words = f"{giver.display_name} gifted {scene.count} memberships"
    details = messages.gifting(scene.tier, scene.count)
    gift = post(youtube, studio, giver, "membershipGiftingEvent", words, details)
    lucky = [each for each in youtube.stage.world.crowd.viewers if channel_id(each.id) not in studio.members]
    received = messages.gift_received(scene.tier, channel_id(giver.id), gift.id)
    for viewer in lucky[: scene.count]:
        studio.members[channel_id(viewer.id)] = (1, scene.tier)
        words = f"{viewer.display_name} received a gift membership by {giver.display_name}"
        post(youtube, studio, viewer, "giftMembershipReceivedEvent", words, received)
    return {"message_id": gift.id}


def pay(youtube: "YouTube", studio: Studio, scene: scenes.Pay) -> Facts:
    from_cents = youtube.limits.sticker_from_cents
    is_sticker = 0 < from_cents <= scene.amount
    price = str(messages.price(scene.amount)["amountDisplayString"])
    if is_sticker:
        words = f'{price} from {scene.viewer.display_name}: "{messages.STICKER["altText"]}"'
        details = messages.super_sticker(scene.amount)
        message = post(youtube, studio, scene.viewer, "superStickerEvent", words, details)
    else:
        words = f'{price} from {scene.viewer.display_name}: "{scene.text}"'
        details = messages.super_chat(scene.amount, scene.text)
        message = post(youtube, studio, scene.viewer, "superChatEvent", words, details)
    return {"message_id": message.id}


def ban_viewer(youtube: "YouTube", studio: Studio, scene: scenes.BanFromOutside) -> None:
    """The ban has an id that no program ever gets."""
    chat = live_broadcast(studio).chat
    own_id = channel_id(scene.viewer.id)
    if studio.may_moderate(own_id):
        raise NotPlayed(f"{scene.viewer.login} cannot be banned here.")
    announce_ban(youtube, studio, chat, scene.viewer, scene.seconds, by=studio.person)


def announce_ban(
    youtube: "YouTube", studio: Studio, chat: Chat, viewer: Viewer, seconds: int | None, *, by: Person
) -> Ban:
    now = youtube.stage.clock.now()
    own_id = channel_id(viewer.id)
    ban = studio.ban(chat, own_id, None if seconds is None else now + timedelta(seconds=seconds))
    details = messages.user_banned(profile(youtube.stage, viewer.login, own_id), seconds)
    words = f"{viewer.display_name} was {'hidden' if seconds is None else 'put in time-out'}"
    by_id = channel_id(by.id)
    author = author_details(youtube.stage, studio, by.login, by.id, is_member=False)
    content = messages.snippet("userBannedEvent", chat.id, by_id, now, words)
    youtube.stage.happenings.tell("banned", platform=youtube.key, login=studio.person.login, viewer=viewer.login)
    chat.send(chat.compose({**content, **details}, author, by_id))
    return ban


def unban(studio: Studio, scene: scenes.UnbanFromOutside) -> None:
    """Nobody is told: the viewer just can write again."""
    if studio.bans.pop(channel_id(scene.viewer.id), None) is None:
        raise NotPlayed(f"{scene.viewer.login} is not banned.")


def delete(youtube: "YouTube", studio: Studio, scene: scenes.DeleteFromOutside) -> None:
    chat = live_broadcast(studio).chat
    message = chat.find(scene.message_id)
    if message is None or message.snippet["type"] == "tombstone":
        raise NotPlayed("There is no such message in the live chat.")
    remove(youtube, studio, chat, message)


def remove(youtube: "YouTube", studio: Studio, chat: Chat, message: Message) -> None:
    """Gone for new readers; those who have read it hear of it only if the desk wants that."""
    chat.remove(message)
    youtube.stage.happenings.tell("message_removed", platform=youtube.key, login=studio.person.login)
    now = youtube.stage.clock.now()
    match youtube.tells_deletions:
        case "tombstone":
            chat.send(message)
        case "event":
            content = messages.snippet("messageDeletedEvent", chat.id, studio.channel_id, now, "Message deleted")
            details: Json = {"messageDeletedDetails": {"deletedMessageId": message.id}}
            chat.send(chat.compose({**content, **details}, owner_details(youtube, studio), studio.channel_id))
        case _:
            return
