"""The rules that a new giveaway begins with: settings of the channel, and a section of its file."""

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission
from greenroom.channel_file.settings_section import SettingsSection, record_settings
from greenroom.features.giveaways.models import GiveawayDefaults
from greenroom.features.giveaways.schemas import GiveawayDefaultsChanged, GiveawayRules, giveaways_topic
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import insert_into, publish

# Key and title in the channel's file.
SECTION = ("giveaway_defaults", "Giveaway defaults")


async def get_defaults(session: AsyncSession, channel_id: UUID) -> GiveawayRules:
    rules = await session.scalar(select(GiveawayDefaults.rules).where(GiveawayDefaults.channel_id == channel_id))
    return GiveawayRules.model_validate(rules or {})


async def save_defaults(session: AsyncSession, channel_id: UUID, rules: GiveawayRules, by: ChangedBy) -> GiveawayRules:
    record_settings(session, channel_id, by, SECTION, await get_defaults(session, channel_id), rules)
    values = {"rules": rules.model_dump(mode="json")}
    new = insert_into(GiveawayDefaults, session).values(channel_id=channel_id, **values)
    await session.execute(new.on_conflict_do_update(index_elements=[GiveawayDefaults.channel_id], set_=values))
    publish(session, giveaways_topic(channel_id), GiveawayDefaultsChanged())
    return rules


def defaults_section() -> SettingsSection[GiveawayRules]:
    settings = (*SECTION, GiveawayRules, get_defaults, save_defaults)
    return SettingsSection(*settings, permission=Permission.GIVEAWAYS_MANAGE, read_permission=Permission.GIVEAWAYS_READ)
