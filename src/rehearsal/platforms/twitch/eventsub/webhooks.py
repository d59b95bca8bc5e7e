"""Posts signed messages to callbacks in order, and retries failed notifications."""

import asyncio
import hashlib
import hmac
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import httpx
from starlette.datastructures import Headers

from rehearsal.clock import rfc3339_nanoseconds
from rehearsal.network.certificates import ssl_context
from rehearsal.network.contract_check import Sent
from rehearsal.network.loopback import is_loopback_url
from rehearsal.platforms.twitch.eventsub.tasks import Tasks
from rehearsal.platforms.twitch.limits import Limits
from rehearsal.state import RehearsalState

# Idle time after which the queue of a callback ends and its connections are closed.
LINGER_SECONDS = 1.0

OnResult = Callable[[bool], None]


@dataclass(frozen=True, slots=True)
class CallbackRequest:
    callback: str
    secret: str = field(repr=False)
    kind: str
    type: str
    version: str
    message_id: str
    stamp: str
    body: str
    # Called at most once; the argument says whether the callback accepted the request.
    on_result: OnResult
    # The required response text; None when any 2xx is enough.
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
    """The signature of a message: an HMAC over its id, time and body."""
    message = f"{message_id}{stamp}{body}".encode()
    return f"sha256={hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()}"


class WebhookSender:
    """One queue for each callback; only loopback callbacks are called."""

    def __init__(self, rehearsal: RehearsalState, limits: Limits) -> None:
        self._rehearsal = rehearsal
        self._limits = limits
        self._queues: dict[str, deque[CallbackRequest]] = {}
        self._wakeups: dict[str, asyncio.Event] = {}
        self._tasks = Tasks()
        # Set by the control call `forge-signatures`: signatures are wrong.
        self.forges_signatures = False

    def send(self, request: CallbackRequest) -> None:
        if not is_loopback_url(request.callback):
            self._rehearsal.events.record("webhook_not_sent", platform="twitch", kind=request.kind)
            request.on_result(False)
            return
        queue = self._queues.get(request.callback)
        if queue is None:
            queue = self._queues[request.callback] = deque()
            self._wakeups[request.callback] = asyncio.Event()
            self._tasks.start(self._run_queue(request.callback))
        if len(queue) >= self._limits.outbox_frames:
            request.on_result(False)
            return
        queue.append(request)
        self._wakeups[request.callback].set()

    async def close(self) -> None:
        await self._tasks.close()

    def stop(self) -> None:
        self._tasks.stop()
        self._queues.clear()
        self._wakeups.clear()

    async def _run_queue(self, callback: str) -> None:
        queue, wakeup = self._queues[callback], self._wakeups[callback]
        timeout = self._limits.webhook_timeout_seconds
        async with httpx.AsyncClient(verify=ssl_context(), trust_env=False, timeout=timeout) as client:
            while True:
                while queue:
                    await self._deliver_request(client, queue.popleft())
                wakeup.clear()
                try:
                    async with asyncio.timeout(LINGER_SECONDS):
                        await wakeup.wait()
                except TimeoutError:
                    if not queue:
                        # Closing the client takes a while: requests that arrive meanwhile start a new queue.
                        self._queues.pop(callback, None)
                        self._wakeups.pop(callback, None)
                        return

    async def _deliver_request(self, client: httpx.AsyncClient, request: CallbackRequest) -> None:
        status = await self._post(client, request)
        was_accepted = status is not None
        facts = {"kind": request.kind, "type": request.type, "retry": request.retry, "was_taken": was_accepted}
        self._rehearsal.events.record("webhook_sent", platform="twitch", **facts)
        if was_accepted or request.kind != "notification" or request.retry >= self._limits.webhook_retries:
            request.on_result(was_accepted)
            return
        self._tasks.start(self._retry(replace(request, retry=request.retry + 1)))

    async def _retry(self, request: CallbackRequest) -> None:
        await self._rehearsal.clock.sleep_until(self._rehearsal.clock.after(self._limits.webhook_retry_seconds))
        self.send(request)

    async def _post(self, client: httpx.AsyncClient, request: CallbackRequest) -> int | None:
        """The status when the callback accepted the request, else None."""
        headers = self._headers(request)
        if self._rehearsal.contract_check is not None:
            self._rehearsal.contract_check.on_sent(Sent("twitch", Headers(headers), request.body.encode()))
        try:
            response = await client.post(request.callback, content=request.body.encode(), headers=headers)
        except httpx.HTTPError:
            return None
        is_accepted = response.is_success and (request.expected is None or response.text == request.expected)
        return response.status_code if is_accepted else None

    def _headers(self, request: CallbackRequest) -> Mapping[str, str]:
        headers = request.headers()
        if self.forges_signatures:
            headers["Twitch-Eventsub-Message-Signature"] = f"sha256={'0' * 64}"
        return headers

    def stamp(self) -> str:
        return rfc3339_nanoseconds(self._rehearsal.clock.now())
