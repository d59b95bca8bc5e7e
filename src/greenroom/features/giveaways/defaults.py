"""The rules that a new giveaway begins with: settings of the channel, and a section of its file."""

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.giveaways.models import GiveawayDefaults
from greenroom.features.giveaways.schemas import GiveawayRules
from greenroom.kernel.db.database import insert_into
from greenroom.portable.settings_section import SettingsSection


async def get_defaults(session: AsyncSession, channel_id: UUID) -> GiveawayRules:
    rules = await session.scalar(select(GiveawayDefaults.rules).where(GiveawayDefaults.channel_id == channel_id))
    return GiveawayRules.model_validate(rules or {})


async def save_defaults(session: AsyncSession, channel_id: UUID, rules: GiveawayRules) -> GiveawayRules:
    values = {"rules": rules.model_dump(mode="json")}
    new = insert_into(GiveawayDefaults, session).values(channel_id=channel_id, **values)
    await session.execute(new.on_conflict_do_update(index_elements=[GiveawayDefaults.channel_id], set_=values))
    return rules


def defaults_section() -> SettingsSection[GiveawayRules]:
    return SettingsSection("giveaway_defaults", "Giveaway defaults", GiveawayRules, get_defaults, save_defaults)
