"""Settings, webhook and problems of announcements."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.audit.record import record_change
from greenroom.channel_file.settings_section import ONLY_KEY
from greenroom.features.announcements.models import MAX_PROBLEM_LENGTH, Announcement, AnnouncementSettingsRow
from greenroom.features.announcements.schemas import (
    MAX_RECENT,
    AnnouncementOut,
    AnnouncementPlace,
    AnnouncementsChanged,
    AnnouncementSettings,
    announcements_topic,
)
from greenroom.features.stats.streams.models import StreamPart
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.change_tracking import ChangedBy, ChangedMeanwhile
from greenroom.kernel.db.database import advisory_lock, publish

SECTION, TITLE = "announcements", "Announcements"
NO_UNDO = "The URL of a webhook is a secret: the old one is not kept."
JOB = "Announcements"


class AnnouncementSettingsChanged(ChangedMeanwhile):
    type = "announcements_changed"
    what = "announcement"


async def find_row(session: AsyncSession, channel_id: UUID) -> AnnouncementSettingsRow | None:
    return await session.get(AnnouncementSettingsRow, channel_id, populate_existing=True)


async def lock_row(session: AsyncSession, channel_id: UUID, by: ChangedBy) -> AnnouncementSettingsRow:
    """The channel's row, created if needed; no other transaction can change it until this one ends."""
    await advisory_lock(session, f"announcements:{channel_id}")
    row = await find_row(session, channel_id)
    if row is None:
        row = AnnouncementSettingsRow(
            channel_id=channel_id,
            settings=AnnouncementSettings().model_dump(mode="json"),
            is_enabled=False,
            locked_address="",
            address_end="",
            place="",
            problem="",
            revision=0,
            created_at=by.at,
            updated_at=by.at,
            updated_by=by.signature,
        )
        session.add(row)
    return row


def settings_of(row: AnnouncementSettingsRow | None) -> AnnouncementSettings:
    return AnnouncementSettings.model_validate({} if row is None else row.settings)


async def read_settings(session: AsyncSession, channel_id: UUID) -> AnnouncementSettings:
    return settings_of(await find_row(session, channel_id))


async def save_settings(
    session: AsyncSession, channel_id: UUID, settings: AnnouncementSettings, by: ChangedBy, revision: int | None = None
) -> AnnouncementSettingsRow:
    """Saves the settings; raises AnnouncementSettingsChanged if `revision` is given and outdated."""
    row = await lock_row(session, channel_id, by)
    if revision is not None and revision != row.revision:
        raise AnnouncementSettingsChanged(row)
    record_change(
        session,
        channel_id,
        by,
        section=SECTION,
        item=ONLY_KEY,
        title=TITLE,
        old=settings_of(row).model_dump(mode="json"),
        new=settings.model_dump(mode="json"),
    )
    if settings.enabled and not row.is_enabled:
        row.enabled_at, row.problem, row.problem_at = by.at, "", None
    row.settings, row.is_enabled = settings.model_dump(mode="json"), settings.enabled
    row.sign(by)
    publish_change(session, channel_id)
    return row


async def set_address(
    session: AsyncSession, channel_id: UUID, locked_address: str, place: AnnouncementPlace | None, by: ChangedBy
) -> AnnouncementSettingsRow:
    """Stores the encrypted URL of the webhook, and what staff see of it; `""` and None remove both."""
    row = await lock_row(session, channel_id, by)
    old, new = ({} if each is None else each.model_dump() for each in (place_of(row), place))
    title = "Webhook of announcements"
    record_change(session, channel_id, by, section="integrations", title=title, old=old, new=new, no_undo=NO_UNDO)
    row.locked_address = locked_address
    row.place, row.address_end = (place.name, place.address_end) if place else ("", "")
    row.problem, row.problem_at = "", None
    row.sign(by)
    publish_change(session, channel_id)
    return row


def place_of(row: AnnouncementSettingsRow | None) -> AnnouncementPlace | None:
    if row is None or not row.locked_address:
        return None
    return AnnouncementPlace(name=row.place, address_end=row.address_end)


async def report_problem(
    session: AsyncSession, channel_id: UUID, problem: str, now: datetime, *, switches_off: bool = False
) -> None:
    """Stores a problem for the screen; an empty text clears it. `switches_off` turns announcements off."""
    await advisory_lock(session, f"announcements:{channel_id}")
    row = await find_row(session, channel_id)
    if row is None:
        return
    row.problem, row.problem_at = problem[:MAX_PROBLEM_LENGTH], now if problem else None
    if switches_off and row.is_enabled:
        old, new = row.settings, {**row.settings, "enabled": False}
        by = ChangedBy(JOB, now, kind="job")
        record_change(
            session, channel_id, by, section=SECTION, item=ONLY_KEY, title=TITLE, old=old, new=new, note=problem
        )
        row.is_enabled, row.settings = False, new
        row.sign(by)
    publish_change(session, channel_id)


async def newest_announcements(session: AsyncSession, channel_id: UUID) -> list[AnnouncementOut]:
    found = select(Announcement).where(Announcement.channel_id == channel_id)
    rows = list(await session.scalars(found.order_by(Announcement.created_at.desc()).limit(MAX_RECENT)))
    parts = select(StreamPart.connection_id, StreamPart.provider)
    named = await session.execute(parts.where(StreamPart.stream_id.in_([row.stream_id for row in rows])))
    providers = {str(connection_id): provider for connection_id, provider in named}
    names = [name for name in AnnouncementOut.model_fields if name != "provider"]
    return [
        AnnouncementOut.model_validate(
            {**{name: getattr(row, name) for name in names}, "provider": providers.get(row.subject, "")}
        )
        for row in rows
    ]


def publish_change(session: AsyncSession, channel_id: UUID) -> None:
    publish(session, announcements_topic(channel_id), AnnouncementsChanged())


async def reencrypt_addresses(kernel: Kernel) -> None:
    """Encrypts the URL of every webhook with the newest key of the key file."""
    async with kernel.database.write() as session:
        found = select(AnnouncementSettingsRow).where(AnnouncementSettingsRow.locked_address != "")
        for row in await session.scalars(found):
            row.locked_address = kernel.vault.reencrypt(row.locked_address)


async def delete_all_addresses(kernel: Kernel) -> None:
    """Deletes the URLs of all webhooks after the loss of the key file; staff have to enter them again."""
    async with kernel.database.write() as session:
        await session.execute(update(AnnouncementSettingsRow).values(locked_address="", address_end="", place=""))
