"""Polls every two seconds for new events and for deliveries that are due."""

import asyncio
from uuid import UUID

from greenroom.features.webhooks.deliveries import Deliveries
from greenroom.features.webhooks.queue import DeliveryQueue
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import BackgroundTasks
from greenroom.kernel.tasks.poll_loop import PollLoop

log = get_logger(__name__)

POLL_SECONDS = 2.0
STOP_SECONDS = 3.0
# Deliveries that are sent at the same time; other webhooks wait before they claim one.
MAX_AT_ONCE = 20


class WebhookScheduler:
    """Runs in every worker process; claims in the rows of deliveries decide which process sends."""

    def __init__(self, queue: DeliveryQueue, deliveries: Deliveries) -> None:
        self._queue = queue
        self._deliveries = deliveries
        self._loop = PollLoop("webhooks", self.poll, POLL_SECONDS)
        self._tasks = BackgroundTasks()
        # Webhooks that this process sends to now.
        self._running: set[UUID] = set()
        self._slots = asyncio.Semaphore(MAX_AT_ONCE)

    def start(self) -> None:
        self._loop.start()

    async def stop(self) -> None:
        await self._loop.stop()
        # Waits for calls to end, because another process would repeat them.
        await self._tasks.stop(STOP_SECONDS)

    async def poll(self) -> None:
        """Queues new events and starts to send due deliveries; does not wait for slow receivers."""
        try:
            if not await self._queue.fill():
                return
        except Exception:
            # Deliveries that are queued already are still sent.
            log.exception("webhook_events_not_read")
        for webhook_id in await self._deliveries.webhooks_with_due():
            if webhook_id not in self._running:
                self._running.add(webhook_id)
                self._tasks.start(self._send(webhook_id), name=f"webhook:{webhook_id}")

    async def join(self) -> None:
        """Waits until all deliveries that were started have ended."""
        await self._tasks.join()

    async def _send(self, webhook_id: UUID) -> None:
        try:
            is_delivered = True
            while is_delivered:
                # A slot for each delivery, so that a webhook with many of them does not block others.
                async with self._slots:
                    is_delivered = await self._deliveries.send_next(webhook_id)
        finally:
            self._running.discard(webhook_id)
