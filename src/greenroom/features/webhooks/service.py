"""Webhooks of a channel: create, change, delete."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission
from greenroom.accounts.audit.record import record_change
from greenroom.channel_file.lists.channel_list import ChannelList
from greenroom.channel_file.lists.rows import shown_as
from greenroom.features.webhooks.models import MAX_PROBLEM_LENGTH, Webhook, WebhookDelivery
from greenroom.features.webhooks.new_deliveries import queue_new_events
from greenroom.features.webhooks.rules import new_secret
from greenroom.features.webhooks.schemas import (
    MAX_WEBHOOKS,
    NewWebhook,
    WebhookFields,
    WebhookIn,
    WebhookOut,
    WebhooksOut,
    WebhookUpdate,
)
from greenroom.kernel.context import Kernel
from greenroom.kernel.crypto.vault import Vault
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.errors import Invalid
from greenroom.kernel.http.safe_fetch import NotFetched

SECTION = "webhooks"
JOB = "Webhooks"
NO_UNDO = "The URL and the secret of a webhook are not kept."
# The audit log shows these in place of the old and the new secret.
IN_USE: JsonObject = {"secret": "in use"}
REPLACED: JsonObject = {"secret": "replaced"}
SWITCHED_OFF = "The webhook was switched off before it was sent."
NOT_CHOSEN = "The event was removed from the webhook before it was sent."


async def list_webhooks(session: AsyncSession, channel_id: UUID) -> WebhooksOut:
    return WebhooksOut(records=await _show(session, await WEBHOOKS.all(session, channel_id)), max=MAX_WEBHOOKS)


async def _show(session: AsyncSession, rows: Sequence[Webhook], _: datetime | None = None) -> list[WebhookOut]:
    waiting = await _count_waiting(session, [row.id for row in rows])
    return [shown_as(WebhookOut, row, waiting=waiting[row.id]) for row in rows]


async def _count_waiting(session: AsyncSession, webhook_ids: Iterable[UUID]) -> Counter[UUID]:
    waiting = select(WebhookDelivery.webhook_id, func.count()).where(
        WebhookDelivery.webhook_id.in_(webhook_ids), WebhookDelivery.state == "waiting"
    )
    return Counter(dict([*await session.execute(waiting.group_by(WebhookDelivery.webhook_id))]))


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
    secret = new_secret()
    row = Webhook(locked_secret=vault.encrypt(secret))
    _set_url(row, fields.url, vault)
    await WEBHOOKS.create(session, channel_id, fields, by, row)
    return NewWebhook(webhook=shown_as(WebhookOut, row, waiting=0), secret=secret)


async def save_webhook(
    session: AsyncSession,
    vault: Vault,
    channel_id: UUID,
    webhook_id: UUID,
    fields: WebhookUpdate,
    by: ChangedBy,
    revision: int | None = None,
) -> WebhookOut:
    """With a revision, saves only if the webhook has not changed since; without a URL the URL stays."""
    row = await WEBHOOKS.find_to_change(session, channel_id, webhook_id)
    WEBHOOKS.check_revision(row, revision)
    if fields.url:
        old = _address_of(row)
        _set_url(row, fields.url, vault)
        new, title = _address_of(row), f"URL of {row.name}"
        record_change(session, channel_id, by, section=SECTION, title=title, old=old, new=new, no_undo=NO_UNDO)
    (shown,) = await _show(session, [await WEBHOOKS.save(session, channel_id, webhook_id, fields, by)])
    return shown


async def _begin(_: AsyncSession, row: Webhook, by: ChangedBy) -> None:
    row.read_until = by.at


async def _apply(session: AsyncSession, row: Webhook, fields: WebhookFields, by: ChangedBy) -> None:
    if row.enabled and fields.enabled:
        # Events that happened before this change are queued by the previous choice of events.
        await queue_new_events(session, row, by.at)
    if fields.enabled and not row.enabled:
        row.problem, row.problem_at = "", None
    if fields.enabled and (not row.enabled or set(fields.events) - set(row.events)):
        row.enabled_at = row.read_until = by.at
    if not fields.enabled:
        row.enabled_at = None
        await _give_up_waiting(session, row, SWITCHED_OFF, by.at)
    row.name, row.events, row.enabled = fields.name, list(fields.events), fields.enabled
    await _give_up_waiting(session, row, NOT_CHOSEN, by.at, WebhookDelivery.event.not_in(row.events))


WEBHOOKS = ChannelList(
    Webhook,
    WebhookFields,
    WebhookOut,
    one="webhook",
    many=SECTION,
    limit=MAX_WEBHOOKS,
    read=Permission.PLATFORMS_MANAGE,
    manage=Permission.PLATFORMS_MANAGE,
    no_undo=NO_UNDO,
    begin=_begin,
    apply=_apply,
    show=_show,
)


async def replace_secret(session: AsyncSession, vault: Vault, channel_id: UUID, webhook_id: UUID, by: ChangedBy) -> str:
    """Creates a new secret and returns it; the old one is invalid at once."""
    row = await WEBHOOKS.find_to_change(session, channel_id, webhook_id)
    secret = new_secret()
    row.locked_secret = vault.encrypt(secret)
    row.sign(by)
    title = f"Secret of {row.name}"
    record_change(session, channel_id, by, section=SECTION, title=title, old=IN_USE, new=REPLACED, no_undo=NO_UNDO)
    WEBHOOKS.announce(session, channel_id)
    return secret


async def report_result(session: AsyncSession, row: Webhook, problem: str, now: datetime, *, is_off: bool) -> None:
    """Stores the result of a delivery; a problem is shown until the next success. `is_off` switches the webhook off.

    The caller holds the lock of the list.
    """
    row.problem, row.problem_at = problem[:MAX_PROBLEM_LENGTH], now if problem else None
    if not problem:
        row.last_success_at = now
    if is_off and row.enabled:
        old, by = WEBHOOKS.entry_of(row), ChangedBy(JOB, now, kind="job")
        row.enabled, row.enabled_at = False, None
        row.sign(by)
        await _give_up_waiting(session, row, SWITCHED_OFF, now)
        new, channel_id = WEBHOOKS.entry_of(row), row.channel_id
        record_change(
            session, channel_id, by, section=SECTION, item=row.name, title=row.name, old=old, new=new, note=problem
        )
    WEBHOOKS.announce(session, row.channel_id)


async def _give_up_waiting(
    session: AsyncSession, row: Webhook, problem: str, now: datetime, *which: ColumnElement[bool]
) -> None:
    waiting = (WebhookDelivery.webhook_id == row.id, WebhookDelivery.state == "waiting", *which)
    given_up = {"state": "failed", "problem": problem, "next_try_at": None, "claimed_until": None, "ended_at": now}
    await session.execute(update(WebhookDelivery).where(*waiting).values(given_up))


def _set_url(row: Webhook, url: str, vault: Vault) -> None:
    from greenroom.kernel.http.safe_fetch_calls import host_of  # noqa: PLC0415  # as in `check_url`

    row.locked_url, row.url_host, row.url_end = vault.encrypt(url), host_of(url), url[-4:]


def _address_of(row: Webhook) -> JsonObject:
    return {"url_host": row.url_host, "url_end": row.url_end}


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
