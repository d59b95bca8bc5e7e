"""Who subscribed to what, and what leaves for them."""

from dataclasses import dataclass, field, replace

from rehearsal.clock import rfc3339
from rehearsal.platforms.deliveries import Deliveries
from rehearsal.platforms.kick.ids import ulid
from rehearsal.platforms.kick.limits import Limits
from rehearsal.platforms.kick.webhooks.sender import Sender
from rehearsal.platforms.kick.webhooks.subscriptions import CHAT, Delivery, Subscription
from rehearsal.state import RehearsalState


@dataclass(slots=True)
class Hooks:
    """All subscriptions of the one app there is."""

    rehearsal: RehearsalState
    limits: Limits
    deliveries: Deliveries
    sender: Sender
    app_id: str
    _by_topic: dict[tuple[str, str], Subscription] = field(default_factory=dict[tuple[str, str], Subscription])

    def all(self) -> list[Subscription]:
        return list(self._by_topic.values())

    def subscribe(self, person_id: str, event: str, made_by: str | None) -> Subscription | str:
        """The subscription, or why there is none; who asks again gets the one that stands."""
        known = self._by_topic.get((event, person_id))
        if known is not None:
            return known
        most = self.limits.chat_subscriptions if event == CHAT else self.limits.subscriptions_per_event
        if sum(topic[0] == event for topic in self._by_topic) >= most:
            return "subscription limit reached"
        now = self.rehearsal.clock.now()
        made = Subscription(ulid(now), self.app_id, person_id, event, now, made_by)
        self._by_topic[event, person_id] = made
        self._tell("subscription_created", made)
        return made

    def remove(self, subscription: Subscription, happening: str = "subscription_deleted") -> None:
        subscription.is_over = True
        self._by_topic.pop((subscription.event, subscription.person_id), None)
        self._tell(happening, subscription)

    def publish(self, event: str, person_id: str, body: bytes) -> None:
        subscription = self._by_topic.get((event, person_id))
        if subscription is None or self.rehearsal.kick_webhook_url is None:
            return
        now = self.rehearsal.clock.now()
        delivery = Delivery(ulid(now), subscription, rfc3339(now), body)
        self.deliveries.send(delivery, self.sender.put)

    def send_anything(self, event: str, person_id: str, body: bytes) -> bool:
        """A webhook of any type with any body, well signed; it needs some subscription to travel on."""
        standing = [each for each in self.all() if each.person_id == person_id]
        if not standing:
            return False
        now = self.rehearsal.clock.now()
        carrier = replace(next((each for each in standing if each.event == event), standing[0]), event=event)
        self.deliveries.send(Delivery(ulid(now), carrier, rfc3339(now), body), self.sender.put)
        return True

    def has(self, event: str, person_id: str) -> bool:
        return (event, person_id) in self._by_topic

    def _tell(self, happening: str, subscription: Subscription) -> None:
        person = self.rehearsal.world.find(person_id=subscription.person_id)
        self.rehearsal.events.record(
            happening,
            platform="kick",
            login=person.login if person else None,
            subscription_id=subscription.id,
            type=subscription.event,
        )
