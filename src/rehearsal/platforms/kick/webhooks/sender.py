"""Posts signed webhooks to the app and retries them."""

import asyncio
import base64
import contextlib
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import timedelta
from typing import Literal

import httpx
from starlette.datastructures import Headers

from rehearsal.clock import rfc3339
from rehearsal.network.certificates import ssl_context
from rehearsal.network.contract_check import Sent
from rehearsal.platforms.kick.limits import Limits
from rehearsal.platforms.kick.webhooks.signatures import PROCESS_KEY, SigningKey
from rehearsal.platforms.kick.webhooks.subscriptions import CHAT, VERSION, Delivery, Subscription
from rehearsal.state import RehearsalState

MAX_QUEUED = 20_000
MAX_PENDING_RETRIES = 2_000
# Webhooks are sent one after the other, but AT_ONCE at a time while more than BACKLOG are waiting.
BACKLOG = 32
AT_ONCE = 8
# Servers close idle connections after 5 seconds; a webhook sent just then would fail and wait for its retry.
CONNECTION_LIMITS = httpx.Limits(keepalive_expiry=1.0)

Signatures = Literal["good", "wrong", "missing"]


class Sender:
    """One queue for each channel, so that slow webhooks of a channel do not delay other channels."""

    def __init__(self, rehearsal: RehearsalState, give_up: Callable[[Subscription], None]) -> None:
        self._rehearsal = rehearsal
        self._give_up = give_up
        self._queues: dict[str, deque[Delivery]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._client: httpx.AsyncClient | None = None
        self.reset_to(Limits())

    def reset_to(self, limits: Limits) -> None:
        self.stop()
        self._limits = limits
        self.key: SigningKey = PROCESS_KEY
        self.signatures: Signatures = "good"
        # Age of the timestamps of webhooks, whose signatures stay valid.
        self.age_seconds = 0

    def put(self, delivery: Delivery) -> None:
        person_id = delivery.subscription.person_id
        queue = self._queues.get(person_id)
        if queue is not None:
            queue.append(delivery)
            return
        self._queues[person_id] = deque([delivery], maxlen=MAX_QUEUED)
        self._start(self._drain(person_id))

    def stop(self) -> None:
        """Discards all pending webhooks."""
        for task in self._tasks:
            task.cancel()
        self._queues.clear()
        self._pending_retries = 0

    async def close(self) -> None:
        tasks = list(self._tasks)
        self.stop()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._client is not None:
            await self._client.aclose()

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _drain(self, person_id: str) -> None:
        queue = self._queues[person_id]
        while queue:
            count = AT_ONCE if len(queue) > BACKLOG else 1
            await asyncio.gather(*(self._deliver(queue.popleft()) for _ in range(count)))
        if self._queues.get(person_id) is queue:
            del self._queues[person_id]

    async def _deliver(self, delivery: Delivery) -> None:
        subscription = delivery.subscription
        url = self._rehearsal.kick_webhook_url
        if subscription.is_deleted or url is None:
            return
        status = await self._post(url, delivery)
        if status is not None and 200 <= status < 300:
            subscription.failing_since = None
            if subscription.event != CHAT:
                self._record("webhook_taken", delivery, status)
            return
        self._record("webhook_refused", delivery, status)
        self._schedule_retry(delivery)

    async def _post(self, url: str, delivery: Delivery) -> int | None:
        headers = self._headers(delivery)
        if self._rehearsal.contract_check is not None:
            self._rehearsal.contract_check.on_sent(Sent("kick", Headers(headers), delivery.body))
        with contextlib.suppress(httpx.HTTPError):
            seconds = self._limits.answer_seconds
            response = await self._http().post(url, content=delivery.body, headers=headers, timeout=seconds)
            return response.status_code
        return None

    def _http(self) -> httpx.AsyncClient:
        if self._client is None:
            self._client = httpx.AsyncClient(verify=ssl_context(), trust_env=False, limits=CONNECTION_LIMITS)
        return self._client

    def _headers(self, delivery: Delivery) -> dict[str, str]:
        timestamp = self._timestamp(delivery)
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "kick-webhooks (rehearsal)",
            "Kick-Event-Message-Id": delivery.message_id,
            "Kick-Event-Subscription-Id": delivery.subscription.id,
            "Kick-Event-Signature": self._signature(delivery, timestamp),
            "Kick-Event-Message-Timestamp": timestamp,
            "Kick-Event-Type": delivery.subscription.event,
            "Kick-Event-Version": str(VERSION),
        }
        if self.signatures == "missing":
            del headers["Kick-Event-Signature"]
        return headers

    def _timestamp(self, delivery: Delivery) -> str:
        if not self.age_seconds:
            return delivery.timestamp
        return rfc3339(self._rehearsal.clock.now() - timedelta(seconds=self.age_seconds))

    def _signature(self, delivery: Delivery, timestamp: str) -> str:
        if self.signatures == "wrong":
            return base64.b64encode(bytes(256)).decode()
        return self.key.sign(delivery.message_id, timestamp, delivery.body)

    def _schedule_retry(self, delivery: Delivery) -> None:
        now, subscription = self._rehearsal.clock.now(), delivery.subscription
        subscription.failing_since = subscription.failing_since or now
        if now - subscription.failing_since >= timedelta(seconds=self._limits.unsubscribe_after_seconds):
            self._give_up(subscription)
        elif self._pending_retries < MAX_PENDING_RETRIES:
            self._pending_retries += 1
            self._start(self._retry_later(delivery))

    async def _retry_later(self, delivery: Delivery) -> None:
        max_seconds = self._limits.retry_max_seconds
        seconds = min(self._limits.retry_first_seconds * 2 ** min(delivery.attempt, 20), max_seconds)
        await self._rehearsal.clock.sleep_until(self._rehearsal.clock.after(seconds))
        self._pending_retries -= 1
        self.put(replace(delivery, attempt=delivery.attempt + 1))

    def _record(self, event: str, delivery: Delivery, status: int | None) -> None:
        person = self._rehearsal.world.find(person_id=delivery.subscription.person_id)
        self._rehearsal.events.record(
            event,
            platform="kick",
            login=person.login if person else None,
            type=delivery.subscription.event,
            message_id=delivery.message_id,
            attempt=delivery.attempt,
            status=status,
        )
