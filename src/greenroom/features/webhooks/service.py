"""Webhooks of a channel: create, change, delete."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.webhooks.models import MAX_PROBLEM_LENGTH, Webhook, WebhookDelivery
from greenroom.features.webhooks.new_deliveries import queue_new_events
from greenroom.features.webhooks.rules import new_secret
from greenroom.features.webhooks.schemas import (
    MAX_WEBHOOKS,
    NewWebhook,
    WebhookFields,
    WebhookIn,
    WebhookOut,
    WebhooksChanged,
    WebhooksOut,
    WebhookUpdate,
    webhooks_topic,
)
from greenroom.kernel.context import Kernel
from greenroom.kernel.crypto.vault import Vault
from greenroom.kernel.db.change_tracking import ChangedBy, ChangedMeanwhile
from greenroom.kernel.db.database import JsonObject, advisory_lock, publish
from greenroom.kernel.errors import Conflict, Invalid, NameTaken, NotFound
from greenroom.kernel.http.safe_fetch import NotFetched
from greenroom.kernel.ids import new_id
from greenroom.kernel.text import name_key
from greenroom.tenancy.audit.record import record_change

SECTION = "webhooks"
JOB = "Webhooks"
NO_UNDO = "The URL and the secret of a webhook are not kept."
# The audit log shows these in place of the old and the new secret.
IN_USE: JsonObject = {"secret": "in use"}
REPLACED: JsonObject = {"secret": "replaced"}
SWITCHED_OFF = "The webhook was switched off before it was sent."
NOT_CHOSEN = "The event was removed from the webhook before it was sent."


class WebhookNotFound(NotFound):
    type = "webhook_not_found"
    message = "Webhook not found."


class TooManyWebhooks(Conflict):
    type = "too_many_webhooks"
    message = f"A channel can have up to {MAX_WEBHOOKS} webhooks. Delete one first."


class WebhookChanged(ChangedMeanwhile):
    type = "webhook_changed"
    what = "webhook"


async def all_webhooks(session: AsyncSession, channel_id: UUID) -> list[Webhook]:
    rows = await session.scalars(select(Webhook).where(Webhook.channel_id == channel_id))
    # Sorted here, because databases differ in collation.
    return sorted(rows, key=lambda row: (row.name_key, row.id))


async def list_webhooks(session: AsyncSession, channel_id: UUID) -> WebhooksOut:
    rows = await all_webhooks(session, channel_id)
    waiting = await _count_waiting(session, [row.id for row in rows])
    return WebhooksOut(records=[webhook_out(row, waiting[row.id]) for row in rows], max=MAX_WEBHOOKS)


async def _count_waiting(session: AsyncSession, webhook_ids: Iterable[UUID]) -> Counter[UUID]:
    waiting = select(WebhookDelivery.webhook_id, func.count()).where(
        WebhookDelivery.webhook_id.in_(webhook_ids), WebhookDelivery.state == "waiting"
    )
    return Counter(dict([*await session.execute(waiting.group_by(WebhookDelivery.webhook_id))]))


def webhook_out(row: Webhook, waiting: int = 0) -> WebhookOut:
    return WebhookOut.model_validate(
        {
            "id": row.id,
            **fields_of(row),
            "url_host": row.url_host,
            "url_end": row.url_end,
            "problem": row.problem,
            "problem_at": row.problem_at,
            "last_success_at": row.last_success_at,
            "waiting": waiting,
            "revision": row.revision,
            "created_at": row.created_at,
            "updated_at": row.updated_at,
            "updated_by": row.updated_by,
        }
    )


def fields_of(row: Webhook) -> JsonObject:
    return {"name": row.name, "events": list(row.events), "enabled": row.is_enabled}


async def show_webhook(session: AsyncSession, row: Webhook) -> WebhookOut:
    return webhook_out(row, (await _count_waiting(session, [row.id]))[row.id])


async def lock_webhooks(session: AsyncSession, channel_id: UUID) -> None:
    await advisory_lock(session, f"webhooks:{channel_id}")


async def find_webhook(
    session: AsyncSession, channel_id: UUID, webhook_id: UUID, *, is_locking: bool = False
) -> Webhook:
    found = select(Webhook).where(Webhook.id == webhook_id, Webhook.channel_id == channel_id)
    found = found.with_for_update() if is_locking else found
    row = await session.scalar(found.execution_options(populate_existing=True))
    if row is None:
        raise WebhookNotFound
    return row


async def find_by_name(session: AsyncSession, channel_id: UUID, name: str) -> Webhook | None:
    found = select(Webhook).where(Webhook.channel_id == channel_id, Webhook.name_key == name_key(name))
    return await session.scalar(found)


def check_url(url: str, local_hosts: frozenset[str]) -> None:
    """Checks the syntax of the URL; the address of its host is checked at each call."""
    # Imported late, because the import takes a tenth of a second.
    from greenroom.kernel.http.safe_fetch_calls import parse_post_url  # noqa: PLC0415

    try:
        parse_post_url(url, local_hosts)
    except NotFetched as error:
        raise Invalid("url", f"{error}.") from error


async def create_webhook(
    session: AsyncSession, vault: Vault, channel_id: UUID, fields: WebhookIn, by: ChangedBy
) -> NewWebhook:
    await lock_webhooks(session, channel_id)
    rows = await all_webhooks(session, channel_id)
    if len(rows) >= MAX_WEBHOOKS:
        raise TooManyWebhooks
    await _check_name(session, channel_id, fields.name, None)
    secret = new_secret()
    row = Webhook(
        id=new_id(),
        channel_id=channel_id,
        events=[],
        is_enabled=False,
        enabled_at=None,
        locked_secret=vault.encrypt(secret),
        read_until=by.at,
        problem="",
        problem_at=None,
        last_success_at=None,
        revision=0,
        created_at=by.at,
    )
    _set_url(row, fields.url, vault)
    _apply(row, fields, by)
    session.add(row)
    await session.flush()
    record_change(session, channel_id, by, section=SECTION, item=row.name, title=row.name, new=fields_of(row))
    publish_change(session, channel_id)
    return NewWebhook(webhook=webhook_out(row), secret=secret)


async def save_webhook(
    session: AsyncSession,
    vault: Vault | None,
    channel_id: UUID,
    webhook_id: UUID,
    fields: WebhookFields,
    by: ChangedBy,
    revision: int | None = None,
) -> Webhook:
    """With a revision, saves only if the webhook has not changed since; without a vault the URL stays."""
    await lock_webhooks(session, channel_id)
    row = await find_webhook(session, channel_id, webhook_id, is_locking=True)
    if revision is not None and revision != row.revision:
        raise WebhookChanged(row)
    await _check_name(session, channel_id, fields.name, row.id)
    if vault is not None and isinstance(fields, WebhookUpdate) and fields.url:
        old = _address_of(row)
        _set_url(row, fields.url, vault)
        new, title = _address_of(row), f"URL of {row.name}"
        record_change(session, channel_id, by, section=SECTION, title=title, old=old, new=new, no_undo=NO_UNDO)
    if row.is_enabled and fields.enabled:
        # Events that happened before this change are queued by the previous choice of events.
        await queue_new_events(session, row, by.at)
    old = fields_of(row)
    _apply(row, fields, by)
    await session.flush()
    if not row.is_enabled:
        await _give_up_waiting(session, row, SWITCHED_OFF, by.at)
    await _give_up_waiting(session, row, NOT_CHOSEN, by.at, WebhookDelivery.event.not_in(row.events))
    new = fields_of(row)
    record_change(session, channel_id, by, section=SECTION, item=row.name, title=row.name, old=old, new=new)
    publish_change(session, channel_id)
    return row


async def delete_webhook(session: AsyncSession, channel_id: UUID, webhook_id: UUID, by: ChangedBy) -> None:
    await lock_webhooks(session, channel_id)
    row = await find_webhook(session, channel_id, webhook_id)
    await session.delete(row)
    await session.flush()
    old = fields_of(row)
    record_change(session, channel_id, by, section=SECTION, item=row.name, title=row.name, old=old, no_undo=NO_UNDO)
    publish_change(session, channel_id)


async def replace_secret(session: AsyncSession, vault: Vault, channel_id: UUID, webhook_id: UUID, by: ChangedBy) -> str:
    """Creates a new secret and returns it; the old one is invalid at once."""
    await lock_webhooks(session, channel_id)
    row = await find_webhook(session, channel_id, webhook_id)
    secret = new_secret()
    row.locked_secret = vault.encrypt(secret)
    row.sign(by)
    title = f"Secret of {row.name}"
    record_change(session, channel_id, by, section=SECTION, title=title, old=IN_USE, new=REPLACED, no_undo=NO_UNDO)
    publish_change(session, channel_id)
    return secret


async def report_result(session: AsyncSession, row: Webhook, problem: str, now: datetime, *, is_off: bool) -> None:
    """Stores the result of a delivery; a problem is shown until the next success. `is_off` switches the webhook off.

    The caller holds `lock_webhooks`.
    """
    row.problem, row.problem_at = problem[:MAX_PROBLEM_LENGTH], now if problem else None
    if not problem:
        row.last_success_at = now
    if is_off and row.is_enabled:
        old, by = fields_of(row), ChangedBy(JOB, now, kind="job")
        row.is_enabled, row.enabled_at = False, None
        row.sign(by)
        await _give_up_waiting(session, row, SWITCHED_OFF, now)
        new, channel_id = fields_of(row), row.channel_id
        record_change(
            session, channel_id, by, section=SECTION, item=row.name, title=row.name, old=old, new=new, note=problem
        )
    publish_change(session, row.channel_id)


async def _give_up_waiting(
    session: AsyncSession, row: Webhook, problem: str, now: datetime, *which: ColumnElement[bool]
) -> None:
    waiting = (WebhookDelivery.webhook_id == row.id, WebhookDelivery.state == "waiting", *which)
    given_up = {"state": "failed", "problem": problem, "next_try_at": None, "claimed_until": None, "ended_at": now}
    await session.execute(update(WebhookDelivery).where(*waiting).values(given_up))


async def _check_name(session: AsyncSession, channel_id: UUID, name: str, own_id: UUID | None) -> None:
    taken = await find_by_name(session, channel_id, name)
    if taken is not None and taken.id != own_id:
        raise NameTaken(name)


def _apply(row: Webhook, fields: WebhookFields, by: ChangedBy) -> None:
    if fields.enabled and not row.is_enabled:
        row.problem, row.problem_at = "", None
    if fields.enabled and (not row.is_enabled or set(fields.events) - set(row.events)):
        row.enabled_at = row.read_until = by.at
    if not fields.enabled:
        row.enabled_at = None
    row.name, row.name_key = fields.name, name_key(fields.name)
    row.events, row.is_enabled = list(fields.events), fields.enabled
    row.sign(by)


def _set_url(row: Webhook, url: str, vault: Vault) -> None:
    from greenroom.kernel.http.safe_fetch_calls import host_of  # noqa: PLC0415  # as in `check_url`

    row.locked_url, row.url_host, row.url_end = vault.encrypt(url), host_of(url), url[-4:]


def _address_of(row: Webhook) -> JsonObject:
    return {"url_host": row.url_host, "url_end": row.url_end}


def publish_change(session: AsyncSession, channel_id: UUID) -> None:
    publish(session, webhooks_topic(channel_id), WebhooksChanged())


async def reencrypt_webhooks(kernel: Kernel) -> None:
    """Encrypts every URL and secret with the newest key of the key file."""
    async with kernel.database.write() as session:
        for row in await session.scalars(select(Webhook).with_for_update()):
            row.locked_url = kernel.vault.reencrypt(row.locked_url)
            row.locked_secret = kernel.vault.reencrypt(row.locked_secret)


async def delete_webhooks(kernel: Kernel) -> None:
    """Deletes all webhooks of all channels, when the key that encrypted their URLs is lost."""
    async with kernel.database.write() as session:
        await session.execute(delete(Webhook))
