"""Channel point rewards, and the event of a redemption."""

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
