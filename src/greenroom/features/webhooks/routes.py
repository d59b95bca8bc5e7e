from typing import Annotated
from uuid import UUID

from fastapi import Query

from greenroom.accounts.access.guards import changed_by, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.channel_file.lists.router import list_router
from greenroom.features.webhooks import history, service
from greenroom.features.webhooks.deliveries import Deliveries
from greenroom.features.webhooks.schemas import (
    DEFAULT_PER_PAGE,
    MAX_PER_PAGE,
    DeliveriesPage,
    DeliveryOut,
    NewWebhook,
    WebhookIn,
    WebhookOut,
    WebhookSecret,
    WebhooksOut,
    WebhookTest,
    WebhookUpdate,
)
from greenroom.features.webhooks.service import WEBHOOKS
from greenroom.kernel.api.dependencies import Cursor, KernelDep, Provided, Reading, Revision, Writing

ADMIN = require(Permission.PLATFORMS_MANAGE, with_api_token=False)
Admin = Annotated[Access, ADMIN]

router = list_router(WEBHOOKS, "delete", editor=ADMIN)


@router.get("")
async def list_webhooks(access: Admin, session: Reading) -> WebhooksOut:
    """The channel's webhooks; of each URL, only the host and the last four characters are returned."""
    return await service.list_webhooks(session, access.channel_id)


@router.post("", status_code=201)
async def create_webhook(
    body: WebhookIn, access: Admin, session: Writing, kernel: KernelDep, deliveries: Provided[Deliveries]
) -> NewWebhook:
    """Creates a webhook; the answer has the secret that signs the calls, which is not shown again."""
    service.check_url(body.url, deliveries.local_hosts)
    by = changed_by(access, kernel)
    return await service.create_webhook(session, kernel.vault, access.channel_id, body, by)


@router.put("/{webhook_id}")
async def save_webhook(
    webhook_id: UUID,
    body: WebhookUpdate,
    access: Admin,
    session: Writing,
    kernel: KernelDep,
    deliveries: Provided[Deliveries],
    revision: Revision = None,
) -> WebhookOut:
    """Saves a webhook; without `url` the URL stays. 409 `webhook_changed` if the `revision` is outdated."""
    if body.url:
        service.check_url(body.url, deliveries.local_hosts)
    by = changed_by(access, kernel)
    return await service.save_webhook(session, kernel.vault, access.channel_id, webhook_id, body, by, revision)


@router.post("/{webhook_id}/secret")
async def replace_webhook_secret(webhook_id: UUID, access: Admin, session: Writing, kernel: KernelDep) -> WebhookSecret:
    """Creates a new secret; the old one is invalid at once."""
    by = changed_by(access, kernel)
    secret = await service.replace_secret(session, kernel.vault, access.channel_id, webhook_id, by)
    return WebhookSecret(secret=secret)


@router.post("/{webhook_id}/test")
async def test_webhook(webhook_id: UUID, access: Admin, deliveries: Provided[Deliveries]) -> WebhookTest:
    """Sends a test event now and waits for the answer, at most ten seconds."""
    return await deliveries.send_test(access.channel_id, webhook_id)


@router.get("/{webhook_id}/deliveries")
async def list_webhook_deliveries(
    webhook_id: UUID,
    access: Admin,
    session: Reading,
    cursor: Cursor = None,
    limit: Annotated[int, Query(ge=1, le=MAX_PER_PAGE)] = DEFAULT_PER_PAGE,
) -> DeliveriesPage:
    """Waiting deliveries, and those that ended in the last seven days; the newest first."""
    webhook = await WEBHOOKS.find(session, access.channel_id, webhook_id)
    return await history.list_deliveries(session, webhook, cursor, limit)


@router.post("/{webhook_id}/deliveries/{delivery_id}/send", status_code=202)
async def send_delivery_again(
    webhook_id: UUID, delivery_id: UUID, access: Admin, session: Writing, kernel: KernelDep
) -> DeliveryOut:
    """Sends the delivery again with the same `webhook-id`: a receiver that got it before can ignore it."""
    webhook = await WEBHOOKS.find_to_change(session, access.channel_id, webhook_id)
    return await history.send_again(session, webhook, delivery_id, kernel)
