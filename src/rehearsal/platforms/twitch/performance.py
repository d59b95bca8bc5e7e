"""Plays what an audience does in Twitch's own words."""

import uuid
from random import Random

from pydantic import JsonValue

from rehearsal.crowd import Viewer
from rehearsal.platforms.twitch import events, notices
from rehearsal.platforms.twitch.chat import Chat, Extras
from rehearsal.platforms.twitch.eventsub import EventSub
from rehearsal.platforms.twitch.fragments import emote_places
from rehearsal.platforms.twitch.moderation import Moderation
from rehearsal.platforms.twitch.rewards import Reward, redemption_event
from rehearsal.platforms.twitch.rooms import Room, Sub
from rehearsal.platforms.twitch.subscriptions import JsonObject
from rehearsal.scenes import (
    BanFromOutside,
    ClearFromOutside,
    DeleteFromOutside,
    Follow,
    GiftSubs,
    Join,
    Like,
    NotPlayed,
    Pay,
    Raid,
    Redeem,
    Say,
    Scene,
    Share,
    Subscribe,
    UnbanFromOutside,
)
from rehearsal.stage import Stage

DONE: dict[type, str] = {
    Follow: "followed",
    Subscribe: "subscribed",
    GiftSubs: "gifted",
    Pay: "paid",
    Raid: "raided",
    Redeem: "redeemed",
    BanFromOutside: "banned_outside",
    UnbanFromOutside: "unbanned_outside",
    DeleteFromOutside: "deleted_outside",
    ClearFromOutside: "cleared_outside",
}


class Performance:
    """One scene at a time, in one room."""

    def __init__(self, stage: Stage, eventsub: EventSub, chat: Chat, moderation: Moderation) -> None:
        self._stage = stage
        self._eventsub = eventsub
        self._chat = chat
        self._moderation = moderation
        # Whom a gift reaches is chance, and the same chance for the same seed.
        self._random = Random(stage.first_seed)  # noqa: S311

    def play(self, room: Room, scene: Scene) -> dict[str, JsonValue]:
        # By far the most common one, thousands of times a second.
        if isinstance(scene, Say):
            return self._say(room, scene.viewer, scene.text, Extras(reply_to=scene.reply_to))
        facts: dict[str, JsonValue] = {}
        match scene:
            case Follow():
                self._follow(room, scene.viewer)
            case Subscribe():
                facts = self._subscribe(room, scene)
            case GiftSubs():
                facts = self._gift(room, scene)
            case Pay():
                facts = self._cheer(room, scene)
            case Raid():
                facts = self.raid(room, scene.viewer, scene.viewers)
            case Redeem():
                facts = self._redeem(room, scene)
            case Like() | Share() | Join():
                raise NotPlayed(f"Twitch has nothing for {type(scene).__name__.lower()}.")
            case _:
                self._moderate(room, scene)
        self._stage.happenings.tell(DONE[type(scene)], platform="twitch", login=room.person.login)
        return facts

    def _moderate(
        self, room: Room, scene: BanFromOutside | UnbanFromOutside | DeleteFromOutside | ClearFromOutside
    ) -> None:
        """The broadcaster acts on the platform's own site."""
        by = room.owner
        match scene:
            case BanFromOutside():
                if room.is_moderator(scene.viewer.id):
                    raise NotPlayed(f"{scene.viewer.login} is a moderator and cannot be banned.")
                self._moderation.ban(room, by, scene.viewer, scene.seconds, scene.reason)
            case UnbanFromOutside():
                if room.ban_of(scene.viewer.id, self._stage.clock.now()) is None:
                    raise NotPlayed(f"{scene.viewer.login} is not banned.")
                self._moderation.unban(room, by, scene.viewer)
            case DeleteFromOutside():
                said = room.messages.get(scene.message_id)
                if said is None:
                    raise NotPlayed("There is no such message, or it is too old.")
                self._moderation.delete(room, by, said)
            case ClearFromOutside():
                self._moderation.clear(room, by)

    def _say(self, room: Room, viewer: Viewer, text: str, extras: Extras) -> dict[str, JsonValue]:
        drop = self._chat.drop_reason(room, viewer)
        if drop is not None:
            raise NotPlayed(f"{viewer.login}: {drop.message}")
        return {"message_id": self._chat.say(room, viewer, text, extras).id}

    def _follow(self, room: Room, viewer: Viewer) -> None:
        now = self._stage.clock.now()
        room.followers[viewer.id] = (viewer, now)
        self._tell(room, "channel.follow", events.follow_event(room.person, viewer, now))

    def _subscribe(self, room: Room, scene: Subscribe) -> dict[str, JsonValue]:
        viewer, tier = scene.viewer, tier_of(scene.tier)
        room.subs[viewer.id] = Sub(viewer, tier, scene.months)
        if scene.months == 1:
            self._tell(room, "channel.subscribe", events.subscribe_event(room.person, viewer, tier, is_gift=False))
            words = f"{viewer.display_name} subscribed at Tier {tier[0]}."
            return self._notice(room, viewer, "sub", words, notices.sub_facts(tier))
        self._tell(room, "channel.subscription.message", self._resub_event(room, scene, tier))
        words = f"{viewer.display_name} subscribed at Tier {tier[0]}. They've subscribed for {scene.months} months!"
        return self._notice(room, viewer, "resub", words, notices.resub_facts(tier, scene.months), scene.text)

    def _resub_event(self, room: Room, scene: Subscribe, tier: str) -> JsonObject:
        places = list[JsonValue](emote_places(scene.text, room.emotes))
        return {
            **events.user(scene.viewer),
            **events.broadcaster(room.person),
            "tier": tier,
            "message": {"text": scene.text, "emotes": places},
            "cumulative_months": scene.months,
            "streak_months": None,
            "duration_months": 1,
        }

    def _gift(self, room: Room, scene: GiftSubs) -> dict[str, JsonValue]:
        giver, tier, count = scene.viewer, tier_of(scene.tier), scene.count
        total = None
        if giver is not None:
            total = room.gifts[giver.id] = room.gifts.get(giver.id, 0) + count
        self._tell(room, "channel.subscription.gift", events.gift_event(room.person, giver, count, tier, total))
        gift_id = str(uuid.uuid4()) if count > 1 else None
        name = giver.display_name if giver else "An anonymous user"
        if gift_id is not None:
            words = f"{name} is gifting {count} Tier {tier[0]} Subs to {room.person.display_name}'s community!"
            facts = notices.community_gift_facts(gift_id, count, tier, total)
            self._chat.notify(room, giver, "community_sub_gift", words, facts)
        for recipient in self._recipients(room, giver, count):
            room.subs[recipient.id] = Sub(recipient, tier, 1, giver, is_gift=True)
            self._tell(room, "channel.subscribe", events.subscribe_event(room.person, recipient, tier, is_gift=True))
            words = f"{name} gifted a Tier {tier[0]} sub to {recipient.display_name}!"
            facts = notices.sub_gift_facts(tier, recipient, gift_id, None if gift_id else total)
            self._chat.notify(room, giver, "sub_gift", words, facts)
        return {"community_gift_id": gift_id}

    def _recipients(self, room: Room, giver: Viewer | None, count: int) -> list[Viewer]:
        """Those without a sub first; when there are too few, anybody."""
        others = [each for each in self._stage.world.crowd.viewers if giver is None or each.id != giver.id]
        without = [each for each in others if each.id not in room.subs]
        return self._random.sample(without if len(without) >= count else others, count)

    def _cheer(self, room: Room, scene: Pay) -> dict[str, JsonValue]:
        viewer, bits = scene.viewer, scene.amount
        text = f"Cheer{bits} {scene.text}".strip()
        answer = self._say(room, viewer, text, Extras(bits=bits))
        self._tell(room, "channel.cheer", events.cheer_event(room.person, viewer, bits, text))
        message = self._chat.message(room, text, is_cheer=True)
        self._tell(room, "channel.bits.use", events.bits_event(room.person, viewer, bits, without_mentions(message)))
        return answer

    def raid(self, room: Room, raider: Viewer, viewers: int) -> dict[str, JsonValue]:
        event = events.raid_event(raider, room.person, viewers)
        self._tell(room, "channel.raid", event)
        words = f"{viewers} raiders from {raider.display_name} have joined!"
        picture = f"{self._stage.base_url}/avatars/{raider.login}.svg"
        return self._notice(room, raider, "raid", words, notices.raid_facts(raider, viewers, picture))

    def _redeem(self, room: Room, scene: Redeem) -> dict[str, JsonValue]:
        reward = room.rewards.setdefault(scene.title, Reward(str(uuid.uuid4()), scene.title, scene.cost))
        redemption_id = str(uuid.uuid4())
        answer: dict[str, JsonValue] = {"redemption_id": redemption_id, "reward_id": reward.id}
        if scene.text:
            answer |= self._say(room, scene.viewer, scene.text, Extras(reward_id=reward.id))
        event = redemption_event(room.person, scene.viewer, reward, redemption_id, scene.text, self._stage.clock.now())
        self._tell(room, "channel.channel_points_custom_reward_redemption.add", event)
        return answer

    def _notice(
        self, room: Room, viewer: Viewer, kind: str, words: str, facts: JsonObject, text: str = ""
    ) -> dict[str, JsonValue]:
        return {"message_id": self._chat.notify(room, viewer, kind, words, facts, text)}

    def _tell(self, room: Room, kind: str, event: JsonObject) -> None:
        self._eventsub.publish(kind, room.person.id, event)


def tier_of(number: int) -> str:
    return str(number * 1000)


def without_mentions(message: JsonObject) -> JsonObject:
    """Bits are told in the same pieces except that nobody is mentioned in them."""
    pieces = message["fragments"]
    assert isinstance(pieces, list)
    kept: list[JsonValue] = []
    for piece in pieces:
        assert isinstance(piece, dict)
        shown: JsonObject = {key: value for key, value in piece.items() if key != "mention"}
        kept.append({**shown, "type": "text"} if piece["type"] == "mention" else shown)
    return {"text": message["text"], "fragments": kept}
