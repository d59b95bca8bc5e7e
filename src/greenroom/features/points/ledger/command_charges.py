"""Points that a viewer paid for a command, and their refund if it fails or the requested song is removed or skipped."""

from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.points.ledger.account_keys import AccountKey
from greenroom.features.points.ledger.ledger import Movement, Reason, post, refund_note
from greenroom.features.points.ledger.live import announce_points
from greenroom.features.points.ledger.models import MAX_REFERENCE_LENGTH, PointAccount, PointEntry

CHARGE_PREFIX, REFUND_PREFIX = "command:", "refund:"
# Leaves room for the prefix of the refund's reference.
MAX_CHARGE_REFERENCE_LENGTH = MAX_REFERENCE_LENGTH - len(REFUND_PREFIX)


class Charge(Struct, frozen=True):
    """Points that a caller pays for a command."""

    account: AccountKey
    cost: int
    reference: str
    command_name: str


def charge_reference(connection_id: UUID, message_id: str) -> str:
    """Reference of the charge for the command in this message; a message is charged once."""
    return f"{CHARGE_PREFIX}{connection_id.hex}:{message_id}"[:MAX_CHARGE_REFERENCE_LENGTH]


async def refund(session: AsyncSession, channel_id: UUID, charge: Charge, why: str, now: datetime) -> None:
    """Pays the charge back; a second call changes no balance."""
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
    # The note of a charge is the name of the command.
    return None if found is None else Charge((found[0], found[1]), -found[2], reference, found[3])
