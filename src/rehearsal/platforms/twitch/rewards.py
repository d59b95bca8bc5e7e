"""Channel point rewards, and the event of a redemption."""

from dataclasses import dataclass
from datetime import datetime

from rehearsal.clock import rfc3339_nanoseconds
from rehearsal.crowd import Viewer
from rehearsal.platforms.twitch.events import broadcaster, user
from rehearsal.platforms.twitch.subscriptions import JsonObject
from rehearsal.world import Person


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
