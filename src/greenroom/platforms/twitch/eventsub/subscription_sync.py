"""Synchronises the webhook subscriptions at Twitch with the wanted topics."""

from collections.abc import Sequence

from greenroom.chat.protocol.adapter_state import AdapterState
from greenroom.kernel.crypto.tokens import token_hash
from greenroom.platforms.twitch.api.helix import Helix
from greenroom.platforms.twitch.eventsub.subscriptions import (
    ExistingSubscription,
    Subscriber,
    Transport,
    existing_subscriptions,
    unsubscribe,
)
from greenroom.platforms.twitch.eventsub.topics import Topic

PENDING = "webhook_callback_verification_pending"
# Key in the adapter state.
FINGERPRINT = "webhook_fingerprint"


async def sync_subscriptions(helix: Helix, channel_id: str, topics: Sequence[Topic], transport: Transport) -> set[str]:
    """Cancels unwanted and inactive subscriptions, creates missing ones; returns ids that Twitch has yet to verify."""
    existing = [one for one in await existing_subscriptions(helix, channel_id) if one.uses_transport(transport)]
    valid = [one for one in existing if one.status == "enabled" and _is_wanted(one, channel_id, topics)]
    for one in existing:
        if one not in valid:
            await unsubscribe(helix, one.id)
    subscriber = Subscriber(helix, channel_id, transport)
    missing = [topic for topic in topics if not any(one.is_for(topic, channel_id) for one in valid)]
    await subscriber.subscribe(missing, existing_count=len(valid))
    return {one.id for one in subscriber.created if one.status == PENDING}


async def cancel_subscriptions(helix: Helix, channel_id: str, transport: Transport) -> None:
    for one in await existing_subscriptions(helix, channel_id):
        if one.uses_transport(transport):
            await unsubscribe(helix, one.id)


def _is_wanted(subscription: ExistingSubscription, channel_id: str, topics: Sequence[Topic]) -> bool:
    return any(subscription.is_for(topic, channel_id) for topic in topics)


async def is_known_secret(adapter_state: AdapterState, secret: str) -> bool:
    """Whether we last gave Twitch this secret, by its stored hash: Twitch never returns the secret."""
    return await adapter_state.get(FINGERPRINT) == _fingerprint(secret)


async def remember_secret(adapter_state: AdapterState, secret: str) -> None:
    await adapter_state.put(FINGERPRINT, _fingerprint(secret))


def _fingerprint(secret: str) -> str:
    return token_hash(secret)[:16]
