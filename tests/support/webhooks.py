"""A channel with webhooks, and their receiver on a real port."""

import base64
import hashlib
import hmac
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

import httpx

from greenroom.chat.moderation.entries import EntryActor, Outcome, new_entry, record_entry
from greenroom.features.stats.streams.models import Stream
from greenroom.features.webhooks.deliveries import Deliveries
from greenroom.features.webhooks.queue import DeliveryQueue
from greenroom.features.webhooks.scheduler import WebhookScheduler
from greenroom.kernel.http.safe_fetch import SafeFetcher
from greenroom.kernel.ids import new_id
from support.greenroom_server import ApiClient, GreenroomServer, Json
from support.routed_server import Call, RoutedServer

HOOK = "POST /hook"


@dataclass
class WebhookChannel:
    greenroom: GreenroomServer
    owner: ApiClient
    channel_id: str
    receiver: RoutedServer

    @property
    def path(self) -> str:
        return f"/channels/{self.channel_id}/webhooks"

    @property
    def url(self) -> str:
        return f"{self.receiver.url}/hook"

    def body(self, *events: str, **changes: object) -> Json:
        return {"name": "Overlay", "url": self.url, "events": list(events or ("activity.follow",)), **changes}

    async def create(self, *events: str, **changes: object) -> Json:
        """Creates a webhook; returns it with its secret."""
        answer = await self.owner.ask("POST", self.path, json=self.body(*events, **changes))
        assert answer.status_code == 201, answer.text
        created = answer.json()
        return {**created["webhook"], "secret": created["secret"]}

    async def save(self, webhook: Json, **changes: object) -> httpx.Response:
        fields = {name: webhook[name] for name in ("name", "events", "enabled")}
        return await self.owner.ask("PUT", f"{self.path}/{webhook['id']}", json={**fields, **changes})

    async def state(self) -> Json:
        """The only webhook of the channel."""
        (webhook,) = (await self.owner.get(self.path))["records"]
        return webhook

    async def deliveries(self, webhook: Json) -> list[Json]:
        """Deliveries of the webhook, newest first."""
        return (await self.owner.get(f"{self.path}/{webhook['id']}/deliveries"))["records"]

    async def newest(self, webhook: Json) -> Json:
        return (await self.deliveries(webhook))[0]

    async def add_test_activity(self, kind: str = "follow") -> Json:
        """Creates a test activity of this kind on Twitch."""
        path = f"/channels/{self.channel_id}/activities/test"
        answer = await self.owner.ask("POST", path, json={"provider": "twitch", "kind": kind})
        assert answer.status_code == 201, answer.text
        return answer.json()

    async def ban(self, name: str, outcome: Outcome = "done") -> None:
        entry = new_entry(
            channel_id=UUID(self.channel_id),
            connection_id=new_id(),
            provider="twitch",
            viewer_id="77",
            viewer_name=name,
            action="ban",
            actor=EntryActor(kind="filter", name="Banned words"),
            created_at=self.greenroom.kernel.clock(),
            outcome=outcome,
            reason="Selling followers",
        )
        async with self.greenroom.kernel.database.write() as session:
            record_entry(session, entry)

    async def stream(self, title: str, *, hours: float = 0) -> UUID:
        """Stores a stream that starts now and ends after these hours; with 0 hours it is live."""
        started_at = self.greenroom.kernel.clock()
        ended_at = started_at + timedelta(hours=hours) if hours else None
        row = Stream(
            id=new_id(),
            channel_id=UUID(self.channel_id),
            title=title,
            category="Art",
            started_at=started_at,
            ended_at=ended_at,
        )
        async with self.greenroom.kernel.database.write() as session:
            session.add(row)
        return row.id

    def scheduler(self, seconds: float = 10.0) -> WebhookScheduler:
        """A second scheduler on the same database, as in another process; `seconds` limits each call."""
        kernel = self.greenroom.kernel
        http = SafeFetcher("Greenroom/test", seconds=seconds, local_hosts=frozenset({"127.0.0.1"}))
        return WebhookScheduler(DeliveryQueue(kernel), Deliveries(kernel, http, http))

    async def fill_queue(self) -> None:
        """Queues deliveries of the events so far, without sending them."""
        await DeliveryQueue(self.greenroom.kernel).fill()

    async def send(self, seconds: float = 10.0) -> list[Json]:
        """Queues deliveries and sends those that are due; returns the bodies of all calls so far."""
        scheduler = self.scheduler(seconds)
        await scheduler.poll()
        await scheduler.join()
        return [call.json for call in self.calls]

    @property
    def calls(self) -> list[Call]:
        return self.receiver.calls_to(HOOK)


def signature(secret: str, call: Call) -> str:
    """The signature that the specification of Standard Webhooks requires for this call."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{call.headers['webhook-id']}.{call.headers['webhook-timestamp']}.".encode() + call.body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
