"""Records changes of giveaways in the audit log."""

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.audit.record import record_change
from greenroom.features.giveaways.models import Giveaway
from greenroom.features.giveaways.schemas import GiveawayIn
from greenroom.kernel.db.change_tracking import ChangedBy

NO_UNDO = "Giveaways are created and deleted on their own screen: what happened in them cannot go back."


def record_giveaway(
    session: AsyncSession, row: Giveaway, by: ChangedBy, old: GiveawayIn | None, new: GiveawayIn | None
) -> None:
    before, after = (None if fields is None else fields.model_dump(mode="json") for fields in (old, new))
    record_change(
        session,
        row.channel_id,
        by,
        section="giveaways",
        item=str(row.id),
        title=str(row.settings["title"]),
        old=before,
        new=after,
        no_undo="" if old and new else NO_UNDO,
    )
