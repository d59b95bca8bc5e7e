"""Points that a command costs: charged with the message that called it, refunded if the command fails.

The charge is part of the transaction that stores the message, the refund follows when the result is known. If the
process ends between the two, the use has no result: the job `refund_unanswered` refunds it.
"""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.economy.ledger import Movement, Reason, lock_accounts, post, refund_note
from greenroom.economy.live import announce_points
from greenroom.economy.models import MAX_REFERENCE_LENGTH, PointAccount, PointEntry
from greenroom.economy.settings import PointSettings
from greenroom.features.commands.matching.compiled import CompiledCommand
from greenroom.features.commands.responding.invocation import Charge, CommandRequest
from greenroom.tenancy.access.rules import Role

CHARGE_PREFIX, REFUND_PREFIX = "command:", "refund:"
# The reference of the refund is the longer one.
MAX_LENGTH = MAX_REFERENCE_LENGTH - len(REFUND_PREFIX)


def charge_reference(connection_id: UUID, message_id: str) -> str:
    """A message is charged once: at most one command answers it."""
    return f"{CHARGE_PREFIX}{connection_id.hex}:{message_id}"[:MAX_LENGTH]


def charge_of(request: CommandRequest, command: CompiledCommand) -> Charge:
    line = request.line
    reference = charge_reference(line.connection_id, line.message_id)
    return Charge((line.provider, request.author.id), command.cost, reference, command.name)


def price_for(command: CompiledCommand, level: int, settings: PointSettings) -> int:
    """Nothing while points are off, and for the owner, whose account earns none."""
    return command.cost if settings.enabled and level < Role.OWNER else 0


async def shortage(session: AsyncSession, channel_id: UUID, charge: Charge, settings: PointSettings) -> str:
    """Why the caller cannot pay; empty if they can. Locks the account, so that this stays true until the charge."""
    accounts = await lock_accounts(session, channel_id, [charge.account])
    balance = accounts.holder(accounts.by_key[charge.account]).balance
    return "" if balance >= charge.cost else f"costs {settings.words(charge.cost)}, has {balance:,}"


async def take_charge(session: AsyncSession, channel_id: UUID, charge: Charge, now: datetime) -> None:
    movement = Movement(charge.account, -charge.cost, Reason.COMMAND, charge.reference, charge.command_name)
    await post(session, channel_id, [movement], now)
    announce_points(session, channel_id)


async def refund(session: AsyncSession, channel_id: UUID, charge: Charge, why: str, now: datetime) -> None:
    """Once, however often it is called."""
    reference = f"{REFUND_PREFIX}{charge.reference}"
    movement = Movement(charge.account, charge.cost, Reason.REFUND, reference, refund_note(charge.command_name, why))
    await post(session, channel_id, [movement], now, is_capped=True)
    announce_points(session, channel_id)


async def find_charge(session: AsyncSession, channel_id: UUID, reference: str) -> Charge | None:
    rows = await session.execute(
        select(PointAccount.provider, PointAccount.viewer_id, PointEntry.delta, PointEntry.note)
        .join(PointAccount, PointAccount.id == PointEntry.source_id)
        .where(PointEntry.channel_id == channel_id, PointEntry.reference == reference)
    )
    found = rows.first()
    return None if found is None else Charge((found[0], found[1]), -found[2], reference, found[3])
