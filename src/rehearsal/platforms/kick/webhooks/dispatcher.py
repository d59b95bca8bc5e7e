"""Webhook subscriptions and the events that are sent to them."""

from dataclasses import dataclass, field, replace

from rehearsal.clock import rfc3339
from rehearsal.platforms.deliveries import Deliveries
from rehearsal.platforms.kick.ids import ulid
from rehearsal.platforms.kick.limits import Limits
from rehearsal.platforms.kick.webhooks.sender import Sender
from rehearsal.platforms.kick.webhooks.subscriptions import CHAT, Delivery, Subscription
from rehearsal.state import RehearsalState


@dataclass(slots=True)
class WebhookDispatcher:
    """Holds the app's subscriptions and sends each event to the subscription for it."""

    rehearsal: RehearsalState
    limits: Limits
    deliveries: Deliveries
    sender: Sender
    app_id: str
    _by_topic: dict[tuple[str, str], Subscription] = field(default_factory=dict[tuple[str, str], Subscription])

    def all(self) -> list[Subscription]:
        return list(self._by_topic.values())

    def subscribe(self, person_id: str, event: str, created_by: str | None) -> Subscription | str:
        """The new or existing subscription, or the reason of a refusal."""
        existing = self._by_topic.get((event, person_id))
        if existing is not None:
            return existing
        limit = self.limits.chat_subscriptions if event == CHAT else self.limits.subscriptions_per_event
        if sum(topic[0] == event for topic in self._by_topic) >= limit:
            return "subscription limit reached"
        now = self.rehearsal.clock.now()
        subscription = Subscription(ulid(now), self.app_id, person_id, event, now, created_by)
        self._by_topic[event, person_id] = subscription
        self._record("subscription_created", subscription)
        return subscription

    def remove(self, subscription: Subscription, event: str = "subscription_deleted") -> None:
        subscription.is_deleted = True
        self._by_topic.pop((subscription.event, subscription.person_id), None)
        self._record(event, subscription)

    def publish(self, event: str, person_id: str, body: bytes) -> bool:
        """Sends the event to the subscription for it; False if nothing is sent."""
        subscription = self._by_topic.get((event, person_id))
        if subscription is None or self.rehearsal.kick_webhook_url is None:
            return False
        now = self.rehearsal.clock.now()
        delivery = Delivery(ulid(now), subscription, rfc3339(now), body)
        return self.deliveries.send(delivery, self.sender.put)

    def send_raw(self, event: str, person_id: str, body: bytes) -> bool:
        """Sends a webhook of any type and body; the account needs at least one subscription."""
        subscriptions = [each for each in self.all() if each.person_id == person_id]
        if not subscriptions:
            return False
        now = self.rehearsal.clock.now()
        carrier = replace(next((each for each in subscriptions if each.event == event), subscriptions[0]), event=event)
        self.deliveries.send(Delivery(ulid(now), carrier, rfc3339(now), body), self.sender.put)
        return True

    def has(self, event: str, person_id: str) -> bool:
        return (event, person_id) in self._by_topic

    def _record(self, event: str, subscription: Subscription) -> None:
        person = self.rehearsal.world.find(person_id=subscription.person_id)
        self.rehearsal.events.record(
            event,
            platform="kick",
            login=person.login if person else None,
            subscription_id=subscription.id,
            type=subscription.event,
        )
