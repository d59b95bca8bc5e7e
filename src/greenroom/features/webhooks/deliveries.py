"""Sends deliveries; every step is its own transaction, so that no delivery is lost if the process is killed."""

import time
from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import open_channel
from greenroom.features.webhooks import service
from greenroom.features.webhooks.events import body_of, sample_event
from greenroom.features.webhooks.models import IS_WAITING, MAX_PROBLEM_LENGTH, Webhook, WebhookDelivery
from greenroom.features.webhooks.queue import ENABLED
from greenroom.features.webhooks.rules import CLAIM_TIME, GONE, RETRY_WAITS, Answer, headers_of, retry_after, wait_after
from greenroom.features.webhooks.schemas import WebhookTest
from greenroom.kernel.context import Kernel
from greenroom.kernel.http.safe_fetch import NotFetched, SafeFetcher
from greenroom.kernel.ids import new_id

IS_GONE = f"The receiver answered {GONE}: it does not want this webhook any more, so it was switched off."
INTERRUPTED = "The server stopped during each try."
NEVER_DELIVERED = "Deliveries have failed for almost a day, so the webhook was switched off: {problem}"


class Claimed(Struct, frozen=True):
    """A delivery that this process sends."""

    delivery_id: UUID
    webhook_id: UUID
    channel_id: UUID
    url: str
    secret: str
    body: str
    claimed_until: datetime


class Deliveries:
    def __init__(self, kernel: Kernel, http: SafeFetcher, test_http: SafeFetcher) -> None:
        """`test_http` sends the test events, so that many tests at once do not delay deliveries."""
        self._kernel = kernel
        self._http = http
        self._test_http = test_http

    @property
    def local_hosts(self) -> frozenset[str]:
        return self._http.local_hosts

    async def send_test(self, channel_id: UUID, webhook_id: UUID) -> WebhookTest:
        """Sends a test event once and waits for the answer; it is not in the list of deliveries."""
        kernel = self._kernel
        async with kernel.database.read() as session:
            row = await service.WEBHOOKS.find(session, channel_id, webhook_id)
            channel = await open_channel(session, channel_id)
        body = body_of(sample_event(kernel.clock(), channel.display_name), channel_id)
        url, secret = kernel.vault.decrypt(row.locked_url), kernel.vault.decrypt(row.locked_secret)
        answer = await self._call(self._test_http, url, secret, str(new_id()), body)
        return WebhookTest(
            is_delivered=answer.result == "delivered",
            status=answer.status,
            took_ms=answer.took_ms,
            problem=answer.problem,
        )

    async def webhooks_with_due(self) -> list[UUID]:
        """Ids of enabled webhooks with deliveries that are due."""
        of_enabled = WebhookDelivery.webhook_id.in_(ENABLED.with_only_columns(Webhook.id))
        due = select(WebhookDelivery.webhook_id).where(of_enabled, *_is_due(self._kernel.clock()))
        async with self._kernel.database.read() as session:
            return list(await session.scalars(due.distinct()))

    async def send_next(self, webhook_id: UUID) -> bool:
        """Sends the oldest due delivery of a webhook; returns whether it was delivered, so that another may follow."""
        claimed = await self._claim(webhook_id)
        if claimed is None:
            return False
        answer = await self._call(self._http, claimed.url, claimed.secret, str(claimed.delivery_id), claimed.body)
        await self._store_answer(claimed, answer)
        return answer.result == "delivered"

    async def _claim(self, webhook_id: UUID) -> Claimed | None:
        """Claims the oldest due delivery; None if there is none, if its tries are used up, or if one is being sent."""
        now, decrypt = self._kernel.clock(), self._kernel.vault.decrypt
        of_webhook = WebhookDelivery.webhook_id == webhook_id
        async with self._kernel.database.write() as session:
            webhook = await session.scalar(ENABLED.where(Webhook.id == webhook_id).with_for_update(of=Webhook))
            is_claimed = WebhookDelivery.claimed_until.between(now, now + CLAIM_TIME)
            sending = select(WebhookDelivery.id).where(of_webhook, IS_WAITING, is_claimed)
            if webhook is None or await session.scalar(sending.limit(1)) is not None:
                return None
            due = select(WebhookDelivery).where(of_webhook, *_is_due(now)).order_by(WebhookDelivery.id)
            row = await session.scalar(due.limit(1).with_for_update())
            if row is None:
                return None
            if row.tries > len(RETRY_WAITS):
                row.state, row.problem, row.ended_at = "failed", INTERRUPTED, now
                return None
            until = now + CLAIM_TIME
            row.claimed_until, row.tries = until, row.tries + 1
            url, secret = decrypt(webhook.locked_url), decrypt(webhook.locked_secret)
            return Claimed(row.id, webhook_id, webhook.channel_id, url, secret, row.body, until)

    async def _call(self, http: SafeFetcher, url: str, secret: str, message_id: str, body: str) -> Answer:
        content, began = body.encode(), time.monotonic()
        headers = headers_of(secret, f"msg_{message_id}", content, self._kernel.clock())
        try:
            reply = await http.post(url, content, headers)
        except NotFetched as error:
            return Answer(_milliseconds(began), problem=f"{error}.")
        problem = "" if 200 <= reply.status < 300 else f"The receiver answered with status {reply.status}."
        asked_for = retry_after(reply.retry_after, self._kernel.clock())
        return Answer(_milliseconds(began), reply.status, problem, asked_for)

    async def _store_answer(self, claimed: Claimed, answer: Answer) -> None:
        now = self._kernel.clock()
        async with self._kernel.database.write() as session:
            await service.WEBHOOKS.lock(session, claimed.channel_id)
            # Locks the rows in the same order as `_claim`, so that the two methods cannot deadlock.
            webhook = await session.get(Webhook, claimed.webhook_id, populate_existing=True, with_for_update=True)
            row = await session.get(WebhookDelivery, claimed.delivery_id, populate_existing=True, with_for_update=True)
            if row is None or webhook is None:
                return
            # During the call the delivery was given up, because the webhook was switched off, or another try began.
            is_late = row.state != "waiting" or row.claimed_until != claimed.claimed_until
            if is_late and answer.result != "delivered":
                return
            if answer.result == "gone" and self._kernel.vault.decrypt(webhook.locked_url) != claimed.url:
                # The URL was changed during the call: the next poll sends the delivery to the new one.
                row.claimed_until = None
                return
            _apply_answer(row, answer, now)
            problem, is_off = await _verdict(session, row, answer)
            await service.report_result(session, webhook, problem, now, is_off=is_off)


def _milliseconds(began: float) -> int:
    return round((time.monotonic() - began) * 1000)


def _is_due(now: datetime) -> tuple[ColumnElement[bool], ...]:
    # If a claim ends later than a new one would, it was stored before the clock was set back.
    is_free = or_(
        WebhookDelivery.claimed_until.is_(None),
        WebhookDelivery.claimed_until < now,
        WebhookDelivery.claimed_until > now + CLAIM_TIME,
    )
    return IS_WAITING, WebhookDelivery.next_try_at <= now, is_free


def _apply_answer(row: WebhookDelivery, answer: Answer, now: datetime) -> None:
    row.status, row.took_ms, row.problem = answer.status, answer.took_ms, answer.problem[:MAX_PROBLEM_LENGTH]
    row.claimed_until = row.next_try_at = None
    wait = wait_after(row.tries, answer.retry_after) if answer.result == "failed" else None
    if answer.result == "delivered":
        row.state, row.ended_at = "delivered", now
    elif wait is None:
        row.state, row.ended_at = "failed", now
    else:
        row.next_try_at = now + wait


async def _verdict(session: AsyncSession, row: WebhookDelivery, answer: Answer) -> tuple[str, bool]:
    """The problem that the screen shows for the webhook, and whether the webhook has to be switched off."""
    if answer.result == "gone":
        return IS_GONE, True
    if row.state != "failed":
        return answer.problem, False
    later_success = select(WebhookDelivery.id).where(
        WebhookDelivery.webhook_id == row.webhook_id,
        WebhookDelivery.state == "delivered",
        WebhookDelivery.ended_at >= row.created_at,
    )
    if await session.scalar(later_success.limit(1)) is not None:
        return answer.problem, False
    return NEVER_DELIVERED.format(problem=answer.problem), True
