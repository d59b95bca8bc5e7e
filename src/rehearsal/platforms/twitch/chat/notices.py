"""Events of chat notices; each has a field for every notice type, of which one is set."""

import uuid

from pydantic import JsonValue

from rehearsal.platforms.twitch.chat.rooms import Room
from rehearsal.platforms.twitch.eventsub.payloads import named
from rehearsal.platforms.twitch.eventsub.subscriptions import JsonObject
from rehearsal.simulation.viewers import Viewer

BASE_KINDS = (
    "sub",
    "resub",
    "sub_gift",
    "community_sub_gift",
    "gift_paid_upgrade",
    "prime_paid_upgrade",
    "pay_it_forward",
    "raid",
    "unraid",
    "announcement",
    "bits_badge_tier",
    "charity_donation",
    "watch_streak",
    # Not in Twitch's reference, but clients handle it.
    "modiversary",
)
SHARED_KINDS = tuple(
    f"shared_chat_{kind}"
    for kind in (
        "sub",
        "resub",
        "sub_gift",
        "community_sub_gift",
        "gift_paid_upgrade",
        "prime_paid_upgrade",
        "pay_it_forward",
        "raid",
        "announcement",
        "modiversary",
    )
)
KINDS = (*BASE_KINDS, *SHARED_KINDS)

# Fields of shared chat, which are always null: no chat of the rehearsal is shared.
NO_SOURCE: JsonObject = {
    "source_broadcaster_user_id": None,
    "source_broadcaster_user_login": None,
    "source_broadcaster_user_name": None,
    "source_message_id": None,
    "source_badges": None,
    "is_source_only": None,
}
NO_FACTS: JsonObject = dict.fromkeys(KINDS)


def notice_event(
    room: Room, viewer: Viewer | None, kind: str, system_text: str, facts: JsonObject, message: JsonObject, colour: str
) -> JsonObject:
    """The event of a notice; without a viewer it is anonymous."""
    chatter = viewer or ANONYMOUS
    return {
        **room.broadcaster_fields,
        **named("chatter_user", chatter),
        "chatter_is_anonymous": viewer is None,
        "color": colour,
        "badges": list[JsonValue](room.badges(chatter)),
        "system_message": system_text,
        "message_id": str(uuid.uuid4()),
        "message": message,
        "notice_type": kind,
        **NO_FACTS,
        kind: facts,
        **NO_SOURCE,
    }


# Twitch's account for anonymous gifts.
ANONYMOUS = Viewer("274598607", "ananonymousgifter", "AnAnonymousGifter", "", "en")


def sub_facts(tier: str, *, is_prime: bool = False) -> JsonObject:
    return {"sub_tier": tier, "is_prime": is_prime, "duration_months": 1}


def resub_facts(tier: str, months: int) -> JsonObject:
    return {
        "cumulative_months": months,
        "duration_months": 1,
        "streak_months": None,
        "sub_tier": tier,
        "is_prime": False,
        "is_gift": False,
        "gifter_is_anonymous": None,
        **named("gifter_user", None),
    }


def sub_gift_facts(tier: str, recipient: Viewer, community_gift_id: str | None, total: int | None) -> JsonObject:
    return {
        "duration_months": 1,
        "cumulative_total": total,
        **named("recipient_user", recipient),
        "sub_tier": tier,
        "community_gift_id": community_gift_id,
    }


def community_gift_facts(gift_id: str, count: int, tier: str, total: int | None) -> JsonObject:
    return {"id": gift_id, "total": count, "sub_tier": tier, "cumulative_total": total}


def raid_facts(raider: Viewer, viewers: int, picture_url: str) -> JsonObject:
    return {**named("user", raider), "viewer_count": viewers, "profile_image_url": picture_url}


def sample_facts(kind: str, counterpart: Viewer, picture_url: str) -> JsonObject:
    """Sample facts for the control call `notice`; `counterpart` is the gifter, recipient or raider."""
    gifter: JsonObject = {"gifter_is_anonymous": False, **named("gifter_user", counterpart)}
    samples: dict[str, JsonObject] = {
        "sub": sub_facts("1000"),
        "resub": resub_facts("1000", 7),
        "sub_gift": sub_gift_facts("1000", counterpart, None, 3),
        "community_sub_gift": community_gift_facts(str(uuid.uuid4()), 5, "1000", 20),
        "gift_paid_upgrade": gifter,
        "prime_paid_upgrade": {"sub_tier": "1000"},
        "pay_it_forward": gifter,
        "raid": raid_facts(counterpart, 42, picture_url),
        "unraid": {},
        "announcement": {"color": "PRIMARY"},
        "bits_badge_tier": {"tier": 1000},
        "charity_donation": {
            "charity_name": "Lanterns for Lighthouses",
            "amount": {"value": 1050, "decimal_place": 2, "currency": "EUR"},
        },
        "modiversary": {"months": 12},
        "watch_streak": {"streak_count": 5, "channel_points_awarded": 450},
    }
    return samples[kind.removeprefix("shared_chat_")]
