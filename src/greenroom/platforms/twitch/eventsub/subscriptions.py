"""Creates, lists and deletes EventSub subscriptions."""

from collections.abc import Mapping, Sequence

import msgspec

from greenroom.accounts.platforms import AuthExpired, PlatformFailure, PlatformUnavailable
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.groups import until_one_fails
from greenroom.platforms.twitch.api.answers import error_message, read
from greenroom.platforms.twitch.api.helix import Helix, Listed
from greenroom.platforms.twitch.eventsub.topics import Topic

log = get_logger(__name__)

SUBSCRIPTIONS = "/eventsub/subscriptions"
ALREADY_SUBSCRIBED = 409
# Number of parallel calls; fewer would be slow, and Twitch closes a socket without subscriptions after 10 s.
MAX_PARALLEL = 4
# Pages have up to 100 entries; the limit also ends a list whose cursors repeat.
MAX_PAGES = 100

# Path of this installation to which Twitch delivers events.
WEBHOOK_PATH = "/webhooks/twitch"

Transport = Mapping[str, str]


class Created(msgspec.Struct):
    id: str
    status: str = ""


class Subscriber:
    """Subscribes one channel to topics over one transport."""

    def __init__(self, helix: Helix, channel_id: str, transport: Transport) -> None:
        self._helix = helix.for_many_calls()
        self._channel_id = channel_id
        self._transport = transport
        self.created: list[Created] = []
        self._refusals: list[PlatformFailure] = []

    async def subscribe(self, topics: Sequence[Topic], existing_count: int = 0) -> None:
        """Subscribes to topics, skipping refused ones; raises if all are refused and no subscription existed before."""
        waiting = iter(topics)

        async def worker() -> None:
            for topic in waiting:
                await self._subscribe_to(topic)

        await until_one_fails(*(worker() for _ in range(MAX_PARALLEL)))
        if self._refusals and len(self._refusals) == len(topics) + existing_count:
            raise self._refusals[0]

    async def _subscribe_to(self, topic: Topic) -> None:
        answer = await self._helix.request("POST", SUBSCRIPTIONS, json=self._body(topic))
        if answer.status_code == ALREADY_SUBSCRIBED:
            return
        message = error_message(answer)
        # A response without Twitch's message comes from a proxy, which must not end the authorization.
        if answer.status_code in {400, 403} and message:
            log.warning("twitch_subscription_failed", channel=self._channel_id, type=topic.type, message=message[:200])
            self._refusals.append(_to_platform_failure(answer.status_code, message))
            return
        self._helix.raise_for_status(answer)
        self.created += read(answer, Listed[Created]).data

    def _body(self, topic: Topic) -> dict[str, object]:
        return {
            "type": topic.type,
            "version": topic.version,
            "condition": topic.condition(self._channel_id),
            "transport": self._transport,
        }


def _to_platform_failure(status: int, text: str) -> PlatformFailure:
    """AuthExpired for status 403, which means a missing scope in EventSub; else PlatformUnavailable."""
    return AuthExpired(text) if status == 403 else PlatformUnavailable(f"Twitch refused all subscriptions ({text})")


class ExistingSubscription(msgspec.Struct):
    id: str
    status: str
    type: str
    version: str
    condition: dict[str, str | None]
    transport: dict[str, str | int | None]

    def is_for(self, topic: Topic, channel_id: str) -> bool:
        # Twitch lists omitted parts of a condition as empty strings.
        condition = {name: value for name, value in self.condition.items() if value}
        return (self.type, self.version, condition) == (topic.type, topic.version, topic.condition(channel_id))

    def uses_transport(self, transport: Transport) -> bool:
        """Whether it has this transport, apart from the secret, which Twitch never returns."""
        return all(self.transport.get(name) == value for name, value in transport.items() if name != "secret")


async def existing_subscriptions(helix: Helix, channel_id: str) -> list[ExistingSubscription]:
    """All subscriptions of the channel, on every transport."""
    found: list[ExistingSubscription] = []
    cursor = ""
    for _ in range(MAX_PAGES):
        after = [("after", cursor)] if cursor else []
        answer = await helix.call("GET", SUBSCRIPTIONS, params=[("user_id", channel_id), *after])
        page = read(answer, Listed[ExistingSubscription])
        found += page.data
        cursor = page.cursor
        if not cursor:
            return found
    raise PlatformUnavailable("Twitch returned too many pages of subscriptions")


async def unsubscribe(helix: Helix, subscription_id: str) -> None:
    answer = await helix.request("DELETE", SUBSCRIPTIONS, params=[("id", subscription_id)])
    if answer.status_code != 404:
        helix.raise_for_status(answer)
