"""Keeps a channel's webhook subscriptions at Kick complete and without duplicates."""

from collections.abc import Iterable

from msgspec import Struct

from greenroom.accounts.platforms import PlatformUnavailable
from greenroom.kernel.logs import get_logger
from greenroom.platforms.kick.api.client import KickApi, Subscription
from greenroom.platforms.kick.webhooks.normalize import CHAT, EVENTS

log = get_logger(__name__)


class Difference(Struct, frozen=True):
    missing: tuple[str, ...]
    # Ids of additional subscriptions to the same event.
    duplicates: tuple[str, ...]


def compare(existing: Iterable[Subscription]) -> Difference:
    found, duplicates = set[str](), list[str]()
    for one in existing:
        if one.method != "webhook" or one.version != 1 or one.event not in EVENTS:
            continue
        if one.event in found:
            duplicates.append(one.id)
        found.add(one.event)
    return Difference(tuple(name for name in EVENTS if name not in found), tuple(duplicates))


async def reconcile(api: KickApi, broadcaster_id: str, *, needs_chat: bool) -> None:
    """Removes duplicate and adds missing subscriptions; with `needs_chat`, raises if Kick refuses the one for chat."""
    difference = compare(await api.subscriptions(broadcaster_id))
    if difference.duplicates:
        await api.unsubscribe(difference.duplicates)
    if not difference.missing:
        return
    failed = {
        one.name: one.error or "no reason given"
        for one in await api.subscribe(broadcaster_id, difference.missing)
        if one.error or not one.subscription_id
    }
    for name, reason in failed.items():
        log.warning("kick_subscription_refused", channel=broadcaster_id, type=name, reason=reason[:200])
    # Other refused subscriptions are retried at the next reconciliation.
    if needs_chat and CHAT in failed:
        raise PlatformUnavailable(f"Kick refused the chat subscription: {failed[CHAT][:200]}")
