"""Channel point rewards and custom power-ups, and the events of their redemption."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from rehearsal.clock import rfc3339_nanoseconds
from rehearsal.platforms.twitch.eventsub.payloads import broadcaster, user
from rehearsal.platforms.twitch.eventsub.subscriptions import JsonObject
from rehearsal.simulation.viewers import Viewer
from rehearsal.simulation.world import Person


@dataclass(frozen=True, slots=True)
class Reward:
    id: str
    title: str
    cost: int


@dataclass(frozen=True, slots=True)
class CustomPowerUp:
    """Like a reward, but paid with bits."""

    title: str
    bits: int


def power_up_redemption_event(
    person: Person, viewer: Viewer, power_up: CustomPowerUp, user_input: str, at: datetime
) -> JsonObject:
    return {
        **broadcaster(person),
        "id": str(uuid.uuid4()),
        **user(viewer),
        "custom_power_up": {"id": str(uuid.uuid4()), "title": power_up.title, "bits": power_up.bits, "prompt": ""},
        "user_input": user_input,
        "status": "unfulfilled",
        "redeemed_at": rfc3339_nanoseconds(at),
    }


def redemption_event(
    person: Person, viewer: Viewer, reward: Reward, redemption_id: str, user_input: str, at: datetime
) -> JsonObject:
    return {
        **broadcaster(person),
        "id": redemption_id,
        **user(viewer),
        "reward": {"id": reward.id, "title": reward.title, "prompt": "", "cost": reward.cost},
        "user_input": user_input,
        "status": "unfulfilled",
        "redeemed_at": rfc3339_nanoseconds(at),
    }
