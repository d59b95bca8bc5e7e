"""Event payloads of channels, streams and activity."""

from datetime import datetime
from typing import Protocol

from pydantic import JsonValue

from rehearsal.clock import rfc3339, rfc3339_nanoseconds
from rehearsal.platforms.twitch.eventsub.subscriptions import JsonObject
from rehearsal.simulation.world import Channel, Person, Stream


class Named(Protocol):
    """A person or viewer."""

    @property
    def id(self) -> str: ...
    @property
    def login(self) -> str: ...
    @property
    def display_name(self) -> str: ...


def named(prefix: str, account: Named | None) -> JsonObject:
    """Fields for id, login and name that begin with the prefix; null without an account."""
    return {
        f"{prefix}_id": account.id if account else None,
        f"{prefix}_login": account.login if account else None,
        f"{prefix}_name": account.display_name if account else None,
    }


def broadcaster(account: Named) -> JsonObject:
    return named("broadcaster_user", account)


def user(account: Named | None) -> JsonObject:
    return named("user", account)


def moderator(account: Named) -> JsonObject:
    return named("moderator_user", account)


def online_event(person: Person, stream: Stream) -> JsonObject:
    started_at = rfc3339(stream.started_at)
    return {"id": stream.id, **broadcaster(person), "type": "live", "started_at": started_at}


def offline_event(person: Person, stream: Stream) -> JsonObject:
    """The event of a stream's end; its field `id` is not in Twitch's reference, but clients read it."""
    return {"id": stream.id, **broadcaster(person)}


def ad_event(person: Person, began_at: datetime, seconds: int, *, is_automatic: bool) -> JsonObject:
    """The event of an ad; it names the broadcaster as requester, even of an automatic ad."""
    return {
        "duration_seconds": seconds,
        "started_at": rfc3339(began_at),
        "is_automatic": is_automatic,
        **broadcaster(person),
        **named("requester_user", person),
    }


def update_event(channel: Channel) -> JsonObject:
    return {
        **broadcaster(channel.person),
        "title": channel.title,
        "language": channel.language,
        "category_id": channel.category.id,
        "category_name": channel.category.name,
        "content_classification_labels": list[JsonValue](channel.labels),
    }


def follow_event(person: Person, account: Named, at: datetime) -> JsonObject:
    return {**user(account), **broadcaster(person), "followed_at": rfc3339_nanoseconds(at)}


def subscribe_event(person: Person, account: Named, tier: str, *, is_gift: bool) -> JsonObject:
    return {**user(account), **broadcaster(person), "tier": tier, "is_gift": is_gift}


def gift_event(person: Person, account: Named | None, count: int, tier: str, total: int | None) -> JsonObject:
    return {
        **user(account),
        **broadcaster(person),
        "total": count,
        "tier": tier,
        "cumulative_total": total if account else None,
        "is_anonymous": account is None,
    }


def cheer_event(person: Person, account: Named | None, bits: int, text: str) -> JsonObject:
    return {"is_anonymous": account is None, **user(account), **broadcaster(person), "message": text, "bits": bits}


def bits_event(person: Person, account: Named, bits: int, message: JsonObject) -> JsonObject:
    facts: JsonObject = {"bits": bits, "type": "cheer", "power_up": None, "message": message}
    return {**broadcaster(person), **user(account), **facts}


def custom_power_up_bits_event(person: Person, account: Named, bits: int, title: str) -> JsonObject:
    """The `channel.bits.use` event of a custom power-up, which does not contain the viewer's text."""
    facts: JsonObject = {"bits": bits, "type": "custom_power_up", "power_up": None, "message": None}
    return {**broadcaster(person), **user(account), **facts, "custom_power_up": {"title": title}}


def raid_event(raider: Named, person: Person, viewers: int) -> JsonObject:
    return {**named("from_broadcaster_user", raider), **named("to_broadcaster_user", person), "viewers": viewers}
