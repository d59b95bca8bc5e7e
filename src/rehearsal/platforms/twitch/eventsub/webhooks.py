"""Carries notifications to web addresses: signed, in order, and again with the same id when nobody took them."""

import asyncio
import hashlib
import hmac
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import httpx
from starlette.datastructures import Headers

from rehearsal.clock import rfc3339_nanoseconds
from rehearsal.network.certificates import certificates
from rehearsal.network.contract_check import Sent
from rehearsal.network.loopback import is_loopback_url
from rehearsal.platforms.twitch.eventsub.tasks import Tasks
from rehearsal.platforms.twitch.limits import Limits
from rehearsal.state import RehearsalState

# A connection is kept for this long after the last parcel.
LINGER_SECONDS = 1.0

Done = Callable[[bool], None]


@dataclass(frozen=True, slots=True)
class Parcel:
    """One request to a callback."""

    callback: str
    secret: str = field(repr=False)
    kind: str
    type: str
    version: str
    message_id: str
    stamp: str
    body: str
    # Told once: whether it was taken in the end.
    done: Done
    # What the answer has to say word for word; None when any 2xx will do.
    expected: str | None = None
    retry: int = 0

    def headers(self) -> dict[str, str]:
        return {
            "Content-Type": "application/json",
            "Twitch-Eventsub-Message-Id": self.message_id,
            "Twitch-Eventsub-Message-Retry": str(self.retry),
            "Twitch-Eventsub-Message-Type": self.kind,
            "Twitch-Eventsub-Message-Signature": signature(self.secret, self.message_id, self.stamp, self.body),
            "Twitch-Eventsub-Message-Timestamp": self.stamp,
            "Twitch-Eventsub-Subscription-Type": self.type,
            "Twitch-Eventsub-Subscription-Version": self.version,
        }


def signature(secret: str, message_id: str, stamp: str, body: str) -> str:
    """Over id, time and body without anything between them."""
    message = f"{message_id}{stamp}{body}".encode()
    return f"sha256={hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()}"


class Courier:
    """One queue for each callback; a callback elsewhere than on this machine is never called."""

    def __init__(self, rehearsal: RehearsalState, limits: Limits) -> None:
        self._rehearsal = rehearsal
        self._limits = limits
        self._queues: dict[str, deque[Parcel]] = {}
        self._news: dict[str, asyncio.Event] = {}
        self._tasks = Tasks()
        # Spoils every signature, for those who want to see it refused.
        self.forges_signatures = False

    def send(self, parcel: Parcel) -> None:
        if not is_loopback_url(parcel.callback):
            self._rehearsal.events.record("webhook_not_sent", platform="twitch", kind=parcel.kind)
            parcel.done(False)
            return
        queue = self._queues.get(parcel.callback)
        if queue is None:
            queue = self._queues[parcel.callback] = deque()
            self._news[parcel.callback] = asyncio.Event()
            self._tasks.start(self._carry(parcel.callback))
        if len(queue) >= self._limits.outbox_frames:
            parcel.done(False)
            return
        queue.append(parcel)
        self._news[parcel.callback].set()

    async def close(self) -> None:
        await self._tasks.close()

    def stop(self) -> None:
        self._tasks.stop()
        self._queues.clear()
        self._news.clear()

    async def _carry(self, callback: str) -> None:
        queue, news = self._queues[callback], self._news[callback]
        timeout = self._limits.webhook_timeout_seconds
        async with httpx.AsyncClient(verify=certificates(), trust_env=False, timeout=timeout) as client:
            while True:
                while queue:
                    await self._hand_over(client, queue.popleft())
                news.clear()
                try:
                    async with asyncio.timeout(LINGER_SECONDS):
                        await news.wait()
                except TimeoutError:
                    break
        # Nothing is awaited between the last look into the queue and this, so nothing is left behind.
        self._queues.pop(callback, None)
        self._news.pop(callback, None)

    async def _hand_over(self, client: httpx.AsyncClient, parcel: Parcel) -> None:
        status = await self._post(client, parcel)
        was_taken = status is not None
        facts = {"kind": parcel.kind, "type": parcel.type, "retry": parcel.retry, "was_taken": was_taken}
        self._rehearsal.events.record("webhook_sent", platform="twitch", **facts)
        if was_taken or parcel.kind != "notification" or parcel.retry >= self._limits.webhook_retries:
            parcel.done(was_taken)
            return
        self._tasks.start(self._try_again(replace(parcel, retry=parcel.retry + 1)))

    async def _try_again(self, parcel: Parcel) -> None:
        await self._rehearsal.clock.sleep_until(self._rehearsal.clock.after(self._limits.webhook_retry_seconds))
        self.send(parcel)

    async def _post(self, client: httpx.AsyncClient, parcel: Parcel) -> int | None:
        """The status when it was taken, else None."""
        headers = self._headers(parcel)
        if self._rehearsal.contract_check is not None:
            self._rehearsal.contract_check.heard(Sent("twitch", Headers(headers), parcel.body.encode()))
        try:
            answer = await client.post(parcel.callback, content=parcel.body.encode(), headers=headers)
        except httpx.HTTPError:
            return None
        is_right = answer.is_success and (parcel.expected is None or answer.text == parcel.expected)
        return answer.status_code if is_right else None

    def _headers(self, parcel: Parcel) -> Mapping[str, str]:
        headers = parcel.headers()
        if self.forges_signatures:
            headers["Twitch-Eventsub-Message-Signature"] = f"sha256={'0' * 64}"
        return headers

    def stamp(self) -> str:
        return rfc3339_nanoseconds(self._rehearsal.clock.now())
