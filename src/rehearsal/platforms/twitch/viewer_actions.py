"""Performs viewer actions on Twitch."""

import uuid
from random import Random

from pydantic import JsonValue

from rehearsal.platforms.twitch.channels.rewards import (
    CustomPowerUp,
    Reward,
    power_up_redemption_event,
    redemption_event,
)
from rehearsal.platforms.twitch.chat import notices
from rehearsal.platforms.twitch.chat.fragments import emote_positions
from rehearsal.platforms.twitch.chat.messages import Chat, Extras
from rehearsal.platforms.twitch.chat.moderation import Moderation
from rehearsal.platforms.twitch.chat.rooms import Room, Sub
from rehearsal.platforms.twitch.eventsub import payloads
from rehearsal.platforms.twitch.eventsub.hub import EventSub
from rehearsal.platforms.twitch.eventsub.subscriptions import JsonObject
from rehearsal.simulation.actions import (
    ActionRefused,
    BanOnSite,
    ClearOnSite,
    DeleteOnSite,
    Follow,
    GiftSubs,
    Join,
    Like,
    Pay,
    Raid,
    Redeem,
    Say,
    Share,
    Subscribe,
    UnbanOnSite,
    ViewerAction,
)
from rehearsal.simulation.viewers import Viewer
from rehearsal.state import RehearsalState

EVENT_NAMES: dict[type, str] = {
    Follow: "followed",
    Subscribe: "subscribed",
    GiftSubs: "gifted",
    Pay: "paid",
    Raid: "raided",
    Redeem: "redeemed",
    BanOnSite: "banned_outside",
    UnbanOnSite: "unbanned_outside",
    DeleteOnSite: "deleted_outside",
    ClearOnSite: "cleared_outside",
}


class ViewerActions:
    def __init__(self, rehearsal: RehearsalState, eventsub: EventSub, chat: Chat, moderation: Moderation) -> None:
        self._rehearsal = rehearsal
        self._eventsub = eventsub
        self._chat = chat
        self._moderation = moderation
        # Recipients of gifts are random, but the same for the same seed.
        self._random = Random(rehearsal.first_seed)  # noqa: S311

    def perform(self, room: Room, action: ViewerAction) -> dict[str, JsonValue]:
        # `Say` is checked first, because it happens thousands of times a second.
        if isinstance(action, Say):
            return self._say(room, action.viewer, action.text, Extras(reply_to=action.reply_to))
        facts: dict[str, JsonValue] = {}
        match action:
            case Follow():
                self._follow(room, action.viewer)
            case Subscribe():
                facts = self._subscribe(room, action)
            case GiftSubs():
                facts = self._gift(room, action)
            case Pay():
                facts = self._cheer(room, action)
            case Raid():
                facts = self.raid(room, action.viewer, action.viewers)
            case Redeem():
                facts = self._redeem(room, action)
            case Like() | Share() | Join():
                raise ActionRefused(f"Twitch does not have the action {type(action).__name__.lower()}.")
            case _:
                self._moderate(room, action)
        self._rehearsal.events.record(EVENT_NAMES[type(action)], platform="twitch", login=room.person.login)
        return facts

    def _moderate(self, room: Room, action: BanOnSite | UnbanOnSite | DeleteOnSite | ClearOnSite) -> None:
        """Performs a moderation action of the broadcaster on Twitch's own site."""
        by = room.owner
        match action:
            case BanOnSite():
                if room.is_moderator(action.viewer.id):
                    raise ActionRefused(f"{action.viewer.login} is a moderator and cannot be banned.")
                self._moderation.ban(room, by, action.viewer, action.seconds, action.reason)
            case UnbanOnSite():
                if room.ban_of(action.viewer.id, self._rehearsal.clock.now()) is None:
                    raise ActionRefused(f"{action.viewer.login} is not banned.")
                self._moderation.unban(room, by, action.viewer)
            case DeleteOnSite():
                message = room.messages.get(action.message_id)
                if message is None:
                    raise ActionRefused("There is no such message, or it is too old.")
                self._moderation.delete(room, by, message)
            case ClearOnSite():
                self._moderation.clear(room, by)

    def _say(self, room: Room, viewer: Viewer, text: str, extras: Extras) -> dict[str, JsonValue]:
        drop = self._chat.drop_reason(room, viewer)
        if drop is not None:
            raise ActionRefused(f"{viewer.login}: {drop.message}")
        return {"message_id": self._chat.say(room, viewer, text, extras).id}

    def _follow(self, room: Room, viewer: Viewer) -> None:
        now = self._rehearsal.clock.now()
        room.followers[viewer.id] = (viewer, now)
        self._publish(room, "channel.follow", payloads.follow_event(room.person, viewer, now))

    def _subscribe(self, room: Room, action: Subscribe) -> dict[str, JsonValue]:
        viewer, tier = action.viewer, tier_of(action.tier)
        room.subs[viewer.id] = Sub(viewer, tier, action.months)
        if action.months == 1:
            self._publish(room, "channel.subscribe", payloads.subscribe_event(room.person, viewer, tier, is_gift=False))
            system_text = f"{viewer.display_name} subscribed at Tier {tier[0]}."
            return self._notice(room, viewer, "sub", system_text, notices.sub_facts(tier))
        self._publish(room, "channel.subscription.message", self._resub_event(room, action, tier))
        system_text = (
            f"{viewer.display_name} subscribed at Tier {tier[0]}. They've subscribed for {action.months} months!"
        )
        return self._notice(room, viewer, "resub", system_text, notices.resub_facts(tier, action.months), action.text)

    def _resub_event(self, room: Room, action: Subscribe, tier: str) -> JsonObject:
        positions = list[JsonValue](emote_positions(action.text, room.emotes))
        return {
            **payloads.user(action.viewer),
            **payloads.broadcaster(room.person),
            "tier": tier,
            "message": {"text": action.text, "emotes": positions},
            "cumulative_months": action.months,
            "streak_months": None,
            "duration_months": 1,
        }

    def _gift(self, room: Room, action: GiftSubs) -> dict[str, JsonValue]:
        giver, tier, count = action.viewer, tier_of(action.tier), action.count
        total = None
        if giver is not None:
            total = room.gift_counts[giver.id] = room.gift_counts.get(giver.id, 0) + count
        self._publish(room, "channel.subscription.gift", payloads.gift_event(room.person, giver, count, tier, total))
        gift_id = str(uuid.uuid4()) if count > 1 else None
        name = giver.display_name if giver else "An anonymous user"
        if gift_id is not None:
            system_text = f"{name} is gifting {count} Tier {tier[0]} Subs to {room.person.display_name}'s community!"
            facts = notices.community_gift_facts(gift_id, count, tier, total)
            self._chat.notify(room, giver, "community_sub_gift", system_text, facts)
        for recipient in self._recipients(room, giver, count):
            room.subs[recipient.id] = Sub(recipient, tier, 1, giver, is_gift=True)
            self._publish(
                room, "channel.subscribe", payloads.subscribe_event(room.person, recipient, tier, is_gift=True)
            )
            system_text = f"{name} gifted a Tier {tier[0]} sub to {recipient.display_name}!"
            facts = notices.sub_gift_facts(tier, recipient, gift_id, None if gift_id else total)
            self._chat.notify(room, giver, "sub_gift", system_text, facts)
        return {"community_gift_id": gift_id}

    def _recipients(self, room: Room, giver: Viewer | None, count: int) -> list[Viewer]:
        """Viewers who get a gifted sub: viewers without a sub, or any viewers if there are too few."""
        others = [each for each in self._rehearsal.world.viewers_on("twitch") if giver is None or each.id != giver.id]
        without = [each for each in others if each.id not in room.subs]
        return self._random.sample(without if len(without) >= count else others, count)

    def _cheer(self, room: Room, action: Pay) -> dict[str, JsonValue]:
        viewer, bits = action.viewer, action.amount
        text = f"Cheer{bits} {action.text}".strip()
        facts = self._say(room, viewer, text, Extras(bits=bits))
        self._publish(room, "channel.cheer", payloads.cheer_event(room.person, viewer, bits, text))
        message = without_mentions_and_gifs(self._chat.message_body(room, text, is_cheer=True))
        self._publish(room, "channel.bits.use", payloads.bits_event(room.person, viewer, bits, message))
        return facts

    def raid(self, room: Room, raider: Viewer, viewers: int) -> dict[str, JsonValue]:
        event = payloads.raid_event(raider, room.person, viewers)
        self._publish(room, "channel.raid", event)
        system_text = f"{viewers} raiders from {raider.display_name} have joined!"
        picture = f"{self._rehearsal.base_url}/avatars/{raider.login}.svg"
        return self._notice(room, raider, "raid", system_text, notices.raid_facts(raider, viewers, picture))

    def _redeem(self, room: Room, action: Redeem) -> dict[str, JsonValue]:
        reward = room.rewards.setdefault(action.title, Reward(str(uuid.uuid4()), action.title, action.cost))
        redemption_id = str(uuid.uuid4())
        facts: dict[str, JsonValue] = {"redemption_id": redemption_id, "reward_id": reward.id}
        if action.text:
            facts |= self._say(room, action.viewer, action.text, Extras(reward_id=reward.id))
        event = redemption_event(
            room.person, action.viewer, reward, redemption_id, action.text, self._rehearsal.clock.now()
        )
        self._publish(room, "channel.channel_points_custom_reward_redemption.add", event)
        return facts

    def use_custom_power_up(self, room: Room, viewer: Viewer, power_up: CustomPowerUp, text: str) -> None:
        """Publishes two events, as Twitch does: the bits, and the redemption with the viewer's text."""
        bits = payloads.custom_power_up_bits_event(room.person, viewer, power_up.bits, power_up.title)
        self._publish(room, "channel.bits.use", bits)
        now = self._rehearsal.clock.now()
        event = power_up_redemption_event(room.person, viewer, power_up, text, now)
        self._publish(room, "channel.custom_power_up_redemption.add", event)

    def _notice(
        self, room: Room, viewer: Viewer, kind: str, system_text: str, facts: JsonObject, text: str = ""
    ) -> dict[str, JsonValue]:
        return {"message_id": self._chat.notify(room, viewer, kind, system_text, facts, text)}

    def _publish(self, room: Room, kind: str, event: JsonObject) -> None:
        self._eventsub.publish(kind, room.person.id, event)


def tier_of(number: int) -> str:
    return str(number * 1000)


def without_mentions_and_gifs(message: JsonObject) -> JsonObject:
    """The message with mentions and GIFs as text, because channel.bits.use has no fragments for them."""
    fragments = message["fragments"]
    assert isinstance(fragments, list)
    converted: list[JsonValue] = []
    for piece in fragments:
        assert isinstance(piece, dict)
        shown: JsonObject = {key: value for key, value in piece.items() if key not in {"mention", "gif"}}
        converted.append({**shown, "type": "text"} if piece["type"] in {"mention", "gif"} else shown)
    return {"text": message["text"], "fragments": converted}
