"""Channel point rewards and who redeemed them."""

from dataclasses import dataclass, field
from datetime import datetime

from pydantic import JsonValue

from rehearsal.clock import rfc3339, rfc3339_nanoseconds
from rehearsal.crowd import Viewer
from rehearsal.platforms.twitch.events import broadcaster, named, user
from rehearsal.platforms.twitch.subscriptions import JsonObject
from rehearsal.world import Person


@dataclass(slots=True)
class Reward:
    """Something viewers may have for points; only the program that made it may change it."""

    id: str
    title: str
    cost: int
    # Empty for one made on the platform's own site.
    client_id: str = ""
    prompt: str = ""
    background_color: str = "#00E5CB"
    is_enabled: bool = True
    is_paused: bool = False
    is_user_input_required: bool = False
    should_redemptions_skip_request_queue: bool = False
    is_max_per_stream_enabled: bool = False
    max_per_stream: int = 0
    is_max_per_user_per_stream_enabled: bool = False
    max_per_user_per_stream: int = 0
    is_global_cooldown_enabled: bool = False
    global_cooldown_seconds: int = 0

    def short(self) -> JsonObject:
        return {"id": self.id, "title": self.title, "prompt": self.prompt, "cost": self.cost}

    def in_answer(self, person: Person, base_url: str) -> JsonObject:
        return {
            **named("broadcaster", person),
            **self._common(),
            "image": None,
            "default_image": images(base_url),
            "max_per_stream_setting": {
                "is_enabled": self.is_max_per_stream_enabled,
                "max_per_stream": self.max_per_stream,
            },
            "max_per_user_per_stream_setting": {
                "is_enabled": self.is_max_per_user_per_stream_enabled,
                "max_per_user_per_stream": self.max_per_user_per_stream,
            },
            "global_cooldown_setting": {
                "is_enabled": self.is_global_cooldown_enabled,
                "global_cooldown_seconds": self.global_cooldown_seconds,
            },
        }

    def event(self, person: Person, base_url: str) -> JsonObject:
        return {
            **broadcaster(person),
            **self._common(),
            "image": None,
            "default_image": images(base_url),
            "max_per_stream": {"is_enabled": self.is_max_per_stream_enabled, "value": self.max_per_stream},
            "max_per_user_per_stream": {
                "is_enabled": self.is_max_per_user_per_stream_enabled,
                "value": self.max_per_user_per_stream,
            },
            "global_cooldown": {
                "is_enabled": self.is_global_cooldown_enabled,
                "seconds": self.global_cooldown_seconds,
            },
        }

    def _common(self) -> JsonObject:
        return {
            **self.short(),
            "background_color": self.background_color,
            "is_enabled": self.is_enabled,
            "is_user_input_required": self.is_user_input_required,
            "is_paused": self.is_paused,
            "is_in_stock": True,
            "should_redemptions_skip_request_queue": self.should_redemptions_skip_request_queue,
            "redemptions_redeemed_current_stream": None,
            "cooldown_expires_at": None,
        }


def images(base_url: str) -> JsonObject:
    return {f"url_{size}x": f"{base_url}/twitch/rewards/default-{size}.svg" for size in (1, 2, 4)}


@dataclass(slots=True)
class Redemption:
    id: str
    reward: Reward
    viewer: Viewer
    user_input: str
    redeemed_at: datetime
    # Upper case in Helix, lower case in events.
    status: str = "UNFULFILLED"

    def in_answer(self, person: Person) -> JsonObject:
        return {**named("broadcaster", person), **self._common(), "redeemed_at": rfc3339(self.redeemed_at)}

    def event(self, person: Person) -> JsonObject:
        facts: JsonObject = {"status": self.status.lower(), "redeemed_at": rfc3339_nanoseconds(self.redeemed_at)}
        return {**broadcaster(person), **self._common(), **facts}

    def _common(self) -> JsonObject:
        status: JsonValue = self.status
        return {
            "id": self.id,
            **user(self.viewer),
            "reward": self.reward.short(),
            "user_input": self.user_input,
            "status": status,
        }


@dataclass(slots=True)
class Points:
    rewards: dict[str, Reward] = field(default_factory=dict[str, Reward])
    redemptions: dict[str, Redemption] = field(default_factory=dict[str, Redemption])

    def by_title(self, title: str) -> Reward | None:
        return next((each for each in self.rewards.values() if each.title == title), None)

    def keep(self, redemption: Redemption, kept: int) -> None:
        self.redemptions[redemption.id] = redemption
        while len(self.redemptions) > kept:
            del self.redemptions[next(iter(self.redemptions))]
