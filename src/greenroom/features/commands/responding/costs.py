"""Points that a command costs: charged with the message that called it, refunded if the command fails.

The charge is part of the transaction that stores the message, the refund follows when the result is known. If the
process ends before that, the job `refund_unanswered` refunds the command.
"""

from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Role
from greenroom.features.commands.matching.compiled import CompiledCommand
from greenroom.features.commands.responding.invocation import CommandRequest
from greenroom.features.points.ledger.command_charges import Charge, charge_reference
from greenroom.features.points.ledger.ledger import Movement, Reason, lock_accounts, post
from greenroom.features.points.ledger.live import announce_points
from greenroom.features.points.ledger.settings import PointSettings


def charge_of(request: CommandRequest, command: CompiledCommand) -> Charge:
    line = request.line
    reference = charge_reference(line.connection_id, line.message_id)
    return Charge((line.provider, request.author.id), command.cost, reference, command.name)


def price_for(command: CompiledCommand, level: int, settings: PointSettings) -> int:
    """What the command costs a caller of this level; 0 while points are off, and for Owners, who earn no points."""
    return command.cost if settings.enabled and level < Role.OWNER else 0


async def shortage(session: AsyncSession, channel_id: UUID, charge: Charge, settings: PointSettings) -> str:
    """Why the caller cannot pay, else empty. Locks the caller's points, so that this stays true until the charge."""
    accounts = await lock_accounts(session, channel_id, [charge.account])
    balance = accounts.holder(accounts.by_key[charge.account]).balance
    return "" if balance >= charge.cost else f"costs {settings.amount_text(charge.cost)}, has {balance:,}"


async def take_charge(session: AsyncSession, channel_id: UUID, charge: Charge, now: datetime) -> None:
    movement = Movement(charge.account, -charge.cost, Reason.COMMAND, charge.reference, charge.command_name)
    await post(session, channel_id, [movement], now)
    announce_points(session, channel_id)
