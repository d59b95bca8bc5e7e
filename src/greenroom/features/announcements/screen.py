"""The screen of announcements: settings, webhook, preview and test."""

from datetime import datetime, timedelta
from uuid import UUID

from msgspec.structs import asdict, replace
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.platforms import Gone, PlatformBusy, PlatformDown, PlatformFailure, Platforms, RateLimited
from greenroom.chat.protocol.announcements import AnnouncementMessage, BadAddress, NotConfirmed, Rejected
from greenroom.features.announcements import service
from greenroom.features.announcements.announcer import Announcer, gone_text
from greenroom.features.announcements.models import AnnouncementSettingsRow
from greenroom.features.announcements.rules import VARIABLES, AnnouncedStream
from greenroom.features.announcements.schemas import (
    AnnouncementMessageOut,
    AnnouncementPlace,
    AnnouncementPreviewOut,
    AnnouncementSettings,
    AnnouncementsOut,
    AnnouncementVariable,
    EmbedFieldOut,
    EmbedLinkOut,
)
from greenroom.features.announcements.stream_state import sample_stream
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.errors import AppError, Conflict, Invalid
from greenroom.kernel.text import tidy_line

SAMPLE_DURATION = timedelta(hours=3, minutes=12)
SAMPLE_PEAK_VIEWERS = 4_623
MENTIONS = {"here": "@here", "everyone": "@everyone", "role": "@role"}
TEST_TEXT = "Test: announcements will look like this. $(channel) is not live."


class NoAddress(Conflict):
    type = "no_announcement_address"
    message = "Paste the URL of a webhook first."


class AddressGone(Conflict):
    type = "announcement_address_gone"


class NoAnswer(AppError):
    status = 502
    type = "not_confirmed"


class AnnouncementRefused(AppError):
    status = 502
    type = "announcement_refused"


async def show(
    session: AsyncSession, announcer: Announcer, channel_id: UUID, row: AnnouncementSettingsRow | None = None
) -> AnnouncementsOut:
    row = row or await service.find_row(session, channel_id)
    poster = announcer.poster
    return AnnouncementsOut(
        provider=poster.provider,
        service=poster.name,
        address_example=poster.target.example,
        settings=service.settings_of(row),
        place=service.place_of(row),
        problem="" if row is None else row.problem,
        problem_at=None if row is None else row.problem_at,
        recent=await service.newest_announcements(session, channel_id),
        variables=[AnnouncementVariable(name=each.name, summary=each.summary, shows=each.shows) for each in VARIABLES],
        revision=0 if row is None else row.revision,
        updated_at=None if row is None else row.updated_at,
        updated_by="" if row is None else row.updated_by,
    )


async def save_address(kernel: Kernel, announcer: Announcer, channel_id: UUID, url: str, by: ChangedBy) -> None:
    """Stores the URL of a webhook, once the service has confirmed that the webhook exists."""
    poster = announcer.poster
    try:
        address = poster.target.address_of(url)
        name = await poster.target.look_up(address)
    except BadAddress as error:
        raise Invalid("url", str(error)) from error
    except Gone as error:
        raise Invalid("url", f"{poster.name} does not know this webhook. Copy its URL again.") from error
    except PlatformFailure as failure:
        raise _app_error(poster.name, failure) from failure
    place = AnnouncementPlace(name=tidy_line(name, 100, poster.name), address_end=address[-4:])
    async with kernel.database.write() as session:
        await service.set_address(session, channel_id, kernel.vault.encrypt(address), place, by)


async def post_test(kernel: Kernel, platforms: Platforms, announcer: Announcer, channel_id: UUID) -> None:
    """Posts a sample without notifications; turns announcements off if the webhook was deleted."""
    async with kernel.database.read() as session:
        row = await service.find_row(session, channel_id)
        stream = await sample_stream(session, platforms, channel_id, kernel.clock())
    if row is None or not row.locked_address:
        raise NoAddress
    settings = AnnouncementSettings(text=TEST_TEXT)
    message = announcer.message(settings, stream, await announcer.text_of(channel_id, settings, stream))
    poster = announcer.poster
    try:
        await poster.target.post(kernel.vault.decrypt(row.locked_address), message)
    except Gone as error:
        async with kernel.database.write() as session:
            await service.report_problem(session, channel_id, gone_text(poster.name), kernel.clock(), switches_off=True)
        raise AddressGone(gone_text(poster.name)) from error
    except PlatformFailure as failure:
        raise _app_error(poster.name, failure) from failure


def _app_error(name: str, failure: PlatformFailure) -> AppError:
    match failure:
        case RateLimited(after_seconds=seconds):
            return PlatformBusy(name, seconds)
        case NotConfirmed():
            return NoAnswer(f"{name} did not answer in time. Look there before you try again.")
        case Rejected():
            return AnnouncementRefused(f"{name} refused the message: {failure}.")
        case _:
            return PlatformDown(name)


async def preview(
    kernel: Kernel, platforms: Platforms, announcer: Announcer, channel_id: UUID, settings: AnnouncementSettings
) -> AnnouncementPreviewOut:
    announcer.texts.check(settings)
    now = kernel.clock()
    async with kernel.database.read() as session:
        live = await sample_stream(session, platforms, channel_id, now)
    ended = ended_sample(live, now)
    return AnnouncementPreviewOut(
        live=await _message_out(announcer, channel_id, settings, live),
        ended=await _message_out(announcer, channel_id, settings, ended),
    )


def ended_sample(live: AnnouncedStream, now: datetime) -> AnnouncedStream:
    parts = tuple(replace(part, started_at=now - SAMPLE_DURATION, ended_at=now) for part in live.parts)
    return AnnouncedStream(live.channel, now - SAMPLE_DURATION, now, parts, SAMPLE_PEAK_VIEWERS)


async def _message_out(
    announcer: Announcer, channel_id: UUID, settings: AnnouncementSettings, stream: AnnouncedStream
) -> AnnouncementMessageOut:
    text = await announcer.text_of(channel_id, settings, stream, is_escaped=False)
    message: AnnouncementMessage = announcer.message(settings, stream, text)
    embed = message.embed
    shown = {name: getattr(embed, name) for name in ("author", "title", "url", "colour", "links_name", "at")}
    return AnnouncementMessageOut.model_validate(
        {
            **shown,
            "mention": "" if stream.ended_at is not None else MENTIONS.get(settings.mention, ""),
            "text": text,
            "fields": [EmbedFieldOut.model_validate(asdict(one)) for one in embed.fields],
            "links": [EmbedLinkOut.model_validate(asdict(one)) for one in embed.links],
        }
    )
