"""Settings and rows of song requests."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import case, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.audit.record import record_change
from greenroom.channel_file.settings_section import ONLY_KEY
from greenroom.chat.messages.linked_accounts import linked_accounts
from greenroom.chat.protocol.actions import Song
from greenroom.features.music.requests.models import MAX_PROBLEM_LENGTH, SongRequest, SongRequestSettingsRow
from greenroom.features.music.requests.rules import ACTIVE
from greenroom.features.music.requests.schemas import (
    MAX_RECENT,
    SongRequestOut,
    SongRequestsChanged,
    SongRequestSettings,
    SongRequestsOut,
    song_requests_topic,
)
from greenroom.features.points.ledger.command_charges import charge_reference, find_charge, refund
from greenroom.kernel.db.change_tracking import ChangedBy, ChangedMeanwhile
from greenroom.kernel.db.database import advisory_lock, publish
from greenroom.kernel.errors import NotFound
from greenroom.kernel.ids import new_id

SECTION, TITLE = "song_requests", "Song requests"
STATE_ORDER = case({"playing": 0, "queued": 1}, value=SongRequest.state, else_=2)


class SongRequestSettingsChanged(ChangedMeanwhile):
    type = "song_requests_changed"
    what = "list of rules"


class SongRequestNotFound(NotFound):
    type = "song_request_not_found"
    message = "This song is no longer on the list."


class Requester(Struct, frozen=True):
    provider: str
    viewer_id: str
    name: str
    # Connection id and message id, joined by a colon; None without a chat message.
    message_ref: str | None


async def lock_requests(session: AsyncSession, channel_id: UUID) -> None:
    await advisory_lock(session, f"song requests:{channel_id}")


async def find_settings(session: AsyncSession, channel_id: UUID) -> SongRequestSettingsRow | None:
    return await session.get(SongRequestSettingsRow, channel_id, populate_existing=True)


def settings_of(row: SongRequestSettingsRow | None) -> SongRequestSettings:
    return SongRequestSettings.model_validate({} if row is None else row.settings)


async def read_settings(session: AsyncSession, channel_id: UUID) -> SongRequestSettings:
    return settings_of(await find_settings(session, channel_id))


async def save_settings(
    session: AsyncSession, channel_id: UUID, settings: SongRequestSettings, by: ChangedBy, revision: int | None = None
) -> SongRequestSettingsRow:
    """With a revision, saves only if the settings have not changed since."""
    await lock_requests(session, channel_id)
    row = await find_settings(session, channel_id)
    if row is None:
        row = SongRequestSettingsRow(channel_id=channel_id, settings={}, problem="", revision=0, created_at=by.at)
        session.add(row)
    elif revision is not None and revision != row.revision:
        raise SongRequestSettingsChanged(row)
    old, new = settings_of(row).model_dump(mode="json"), settings.model_dump(mode="json")
    record_change(session, channel_id, by, section=SECTION, item=ONLY_KEY, title=TITLE, old=old, new=new)
    row.settings, row.problem = new, ""
    row.sign(by)
    publish_change(session, channel_id)
    return row


async def report_problem(session: AsyncSession, channel_id: UUID, problem: str) -> None:
    row = await find_settings(session, channel_id)
    if row is not None and row.problem != problem[:MAX_PROBLEM_LENGTH]:
        row.problem = problem[:MAX_PROBLEM_LENGTH]
        publish_change(session, channel_id)


async def active_requests(session: AsyncSession, channel_id: UUID) -> list[SongRequest]:
    """Requests that are playing, queued or waiting, in the order in which they play."""
    found = select(SongRequest).where(SongRequest.channel_id == channel_id, SongRequest.state.in_(ACTIVE))
    return list(await session.scalars(found.order_by(STATE_ORDER, SongRequest.id)))


async def count_of_viewer(
    session: AsyncSession, channel_id: UUID, account: tuple[str, str], rows: Sequence[SongRequest]
) -> int:
    """How many of these requests count for the limit of the viewer, who may have made some on linked accounts."""
    accounts = set(await linked_accounts(session, channel_id, account))
    return sum((row.provider, row.viewer_id) in accounts for row in counted_requests(rows))


def counted_requests(rows: Sequence[SongRequest]) -> list[SongRequest]:
    """Requests that count for the limits: not the playing one, nor one that is skipped as soon as it plays."""
    return [row for row in rows if row.state != "playing" and not row.is_unwanted]


async def show(session: AsyncSession, channel_id: UUID, row: SongRequestSettingsRow | None = None) -> SongRequestsOut:
    row = row or await find_settings(session, channel_id)
    finished = select(SongRequest).where(SongRequest.channel_id == channel_id, SongRequest.finished_at.is_not(None))
    recent = await session.scalars(finished.order_by(SongRequest.finished_at.desc()).limit(MAX_RECENT))
    return SongRequestsOut(
        settings=settings_of(row),
        records=[request_out(each) for each in await active_requests(session, channel_id)],
        recent=[request_out(each) for each in recent],
        problem="" if row is None else row.problem,
        revision=0 if row is None else row.revision,
        updated_at=None if row is None else row.updated_at,
        updated_by="" if row is None else row.updated_by,
    )


def request_out(row: SongRequest) -> SongRequestOut:
    return SongRequestOut.model_validate({name: getattr(row, name) for name in SongRequestOut.model_fields})


def add_request(
    session: AsyncSession, channel_id: UUID, requester: Requester, song: Song, now: datetime
) -> SongRequest:
    row = SongRequest(
        id=new_id(),
        channel_id=channel_id,
        provider=requester.provider,
        viewer_id=requester.viewer_id,
        name=requester.name[:100],
        song_id=song.id[:200],
        title=song.title[:300],
        artists=", ".join(song.artists)[:300],
        url=song.url,
        picture_url=song.picture_url,
        duration_ms=song.duration_ms,
        state="waiting",
        is_unwanted=False,
        queued_behind="",
        message_ref=requester.message_ref,
        created_at=now,
    )
    session.add(row)
    publish_change(session, channel_id)
    return row


def finish(session: AsyncSession, row: SongRequest, state: str, now: datetime) -> None:
    row.state, row.finished_at = state, now
    publish_change(session, row.channel_id)


async def remove_request(session: AsyncSession, channel_id: UUID, request_id: UUID, now: datetime) -> None:
    await lock_requests(session, channel_id)
    rows = [row for row in await active_requests(session, channel_id) if row.id == request_id]
    if not rows or rows[0].state == "playing":
        raise SongRequestNotFound
    await _remove(session, rows[0], now)


async def clear_requests(session: AsyncSession, channel_id: UUID, now: datetime) -> None:
    """Removes all requests that are not playing yet."""
    await lock_requests(session, channel_id)
    for row in await active_requests(session, channel_id):
        if row.state != "playing":
            await _remove(session, row, now)


async def _remove(session: AsyncSession, row: SongRequest, now: datetime) -> None:
    await refund_request(session, row, "song removed", now)
    if row.state == "queued":
        row.is_unwanted = True
        publish_change(session, row.channel_id)
    else:
        finish(session, row, "removed", now)


async def refund_request(session: AsyncSession, row: SongRequest, why: str, now: datetime) -> None:
    """Pays back the cost of the command by which the viewer requested the song."""
    if row.message_ref is None:
        return
    connection_id, _, message_id = row.message_ref.partition(":")
    charge = await find_charge(session, row.channel_id, charge_reference(UUID(connection_id), message_id))
    if charge is not None:
        await refund(session, row.channel_id, charge, why, now)


def publish_change(session: AsyncSession, channel_id: UUID) -> None:
    publish(session, song_requests_topic(channel_id), SongRequestsChanged())
