"""Stores a message, sends it, and stores the receipts."""

from uuid import UUID

from greenroom.accounts.access.service import Access
from greenroom.accounts.platforms import Platforms
from greenroom.chat.sending.queues import Outcome
from greenroom.chat.sending.sender import Sender
from greenroom.features.sending import confirmation, service
from greenroom.features.sending.rules import to_delivery_result
from greenroom.features.sending.schemas import SendIn, SentOut
from greenroom.features.sending.service import Delivery
from greenroom.kernel.context import Kernel


async def send_message(kernel: Kernel, platforms: Platforms, sender: Sender, access: Access, body: SendIn) -> SentOut:
    async with kernel.database.write() as session:
        sent, deliveries = await service.record_message(
            session, platforms, sender.retry_policy, access, body, kernel.clock()
        )
    for delivery in deliveries:
        _submit(kernel, platforms, sender, delivery)
    return sent


async def send_again(
    kernel: Kernel, platforms: Platforms, sender: Sender, access: Access, sent_id: UUID, connection_id: UUID
) -> SentOut:
    async with kernel.database.write() as session:
        # In its own transaction, so that the confirmation is stored even if the retry is refused.
        await confirmation.confirm(session, platforms, (access.channel_id, sent_id, connection_id))
    async with kernel.database.write() as session:
        sent, delivery = await service.retry(
            session, platforms, sender.retry_policy, access, sent_id, connection_id, kernel.clock()
        )
    _submit(kernel, platforms, sender, delivery)
    return sent


def _submit(kernel: Kernel, platforms: Platforms, sender: Sender, delivery: Delivery) -> None:
    async def report(outcome: Outcome) -> None:
        async with kernel.database.write() as session:
            result = to_delivery_result(outcome, delivery.platform)
            await service.record_result(session, delivery, result, kernel.clock())
            if result.awaits_echo:
                # The message may have appeared in chat before this result.
                await confirmation.confirm(session, platforms, delivery.key)

    as_bot = delivery.as_user is None and not delivery.as_channel
    sender.submit(delivery.connection_id, delivery.message, report, as_user=delivery.as_user, as_bot=as_bot)
