from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import open_channel
from greenroom.accounts.audit.record import record_change
from greenroom.accounts.channels.rules import sort_name
from greenroom.accounts.channels.service import notify_members
from greenroom.accounts.models.channels import Channel
from greenroom.features.channel_settings.schemas import ChannelSettings, ChannelSettingsChange, PortableChannelSettings
from greenroom.kernel.db.change_tracking import ChangedBy

SECTION = "channel_settings"
TITLE = "Channel settings"


async def get_settings(session: AsyncSession, channel_id: UUID) -> ChannelSettings:
    return _settings(await open_channel(session, channel_id))


async def change_settings(
    session: AsyncSession, channel_id: UUID, change: ChannelSettingsChange, by: ChangedBy
) -> ChannelSettings:
    channel = await open_channel(session, channel_id)
    name, entry = channel.display_name, _entry(channel)
    await _apply(session, channel, change)
    record_change(
        session,
        channel_id,
        by,
        section="channel",
        title="Channel name",
        old={"display_name": name},
        new={"display_name": channel.display_name},
        no_undo="Change the name back in Channel Settings.",
    )
    old, new = entry.model_dump(mode="json"), _entry(channel).model_dump(mode="json")
    record_change(session, channel_id, by, section=SECTION, title=TITLE, item="settings", old=old, new=new)
    return _settings(channel)


async def read_entry(session: AsyncSession, channel_id: UUID) -> PortableChannelSettings:
    return _entry(await open_channel(session, channel_id))


async def write_entry(session: AsyncSession, channel_id: UUID, entry: PortableChannelSettings, by: ChangedBy) -> None:
    change = ChannelSettingsChange(time_zone=entry.time_zone, language=entry.language)
    await change_settings(session, channel_id, change, by)


async def _apply(session: AsyncSession, channel: Channel, change: ChannelSettingsChange) -> None:
    if change.display_name is not None:
        channel.display_name, channel.sort_name = change.display_name, sort_name(change.display_name)
    channel.time_zone = change.time_zone or channel.time_zone
    channel.language = change.language or channel.language
    if session.is_modified(channel):
        await notify_members(session, channel.id)


def _settings(channel: Channel) -> ChannelSettings:
    return ChannelSettings(display_name=channel.display_name, time_zone=channel.time_zone, language=channel.language)


def _entry(channel: Channel) -> PortableChannelSettings:
    return PortableChannelSettings(time_zone=channel.time_zone, language=channel.language)
