"""Title, category, ads, markers and clips of the channel's streams."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from msgspec import Struct

from greenroom.accounts.channel_providers.service import get_provider
from greenroom.accounts.channel_providers.stream_texts import store_stream_texts
from greenroom.accounts.platforms import Platforms
from greenroom.accounts.topics import channel_topic
from greenroom.chat.protocol.actions import (
    Action,
    ChangeCategory,
    ChangeTitle,
    CreateClip,
    CreateMarker,
    ReadAdSchedule,
    Receipt,
    RunAd,
    SearchCategories,
    SnoozeAd,
)
from greenroom.chat.protocol.capabilities import ActionType, missing_reason
from greenroom.chat.sending.sender import Sender
from greenroom.features.stream_info.rules import title_problem
from greenroom.features.stream_info.schemas import (
    AdOut,
    AdScheduleOut,
    AdStarted,
    CategoriesOut,
    CategoryOut,
    ChangeResult,
    ClipOut,
    MarkerOut,
    StreamChangeIn,
    StreamChangeOut,
)
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import JsonObject, publish
from greenroom.kernel.errors import AppError, Conflict, FieldError
from greenroom.kernel.text import clean_message, web_address

stream_topic = channel_topic("stream")
# Action that is no capability itself → the action whose capability includes it.
CAPABILITIES: dict[ActionType, ActionType] = {
    ReadAdSchedule: RunAd,
    SnoozeAd: RunAd,
    SearchCategories: ChangeCategory,
}


class Refused(Conflict):
    """The platform refused, with its own message."""

    type = "refused"


class NotSupported(Conflict):
    type = "not_supported"


class InvalidTitles(AppError):
    """One error for each platform that would refuse its title; nothing was changed."""

    status = 422
    type = "invalid"
    message = "The title is too long."


class Target(Struct, frozen=True):
    connection_id: UUID
    provider: str
    change: StreamChangeIn
    # Title and category before the change.
    before: JsonObject


class StreamControl(Struct, frozen=True):
    """Performs actions on the channel's streams."""

    kernel: Kernel
    sender: Sender
    platforms: Platforms

    async def dispatch(self, connection_id: UUID, action: Action) -> Receipt:
        """Performs the action as the channel's account; raises Refused if the platform refuses it."""
        receipt = await self.sender.dispatch(connection_id, action)
        if receipt.outcome != "done":
            raise Refused(receipt.detail or "The platform refused.")
        return receipt

    def refuse_unsupported(self, provider: str, action: ActionType) -> None:
        info = self.platforms.info(provider)
        if action not in info.actions:
            raise NotSupported(missing_reason(info.descriptor, CAPABILITIES.get(action, action)))


async def change_streams(
    control: StreamControl, channel_id: UUID, changes: Sequence[StreamChangeIn], by: ChangedBy
) -> list[StreamChangeOut]:
    """Makes the changes concurrently: one that fails does not affect the others. Raises if a title is too long."""
    targets = await _targets(control, channel_id, changes)
    return list(await asyncio.gather(*(_change(control, target, by) for target in targets)))


async def _targets(control: StreamControl, channel_id: UUID, changes: Sequence[StreamChangeIn]) -> list[Target]:
    async with control.kernel.database.read() as session:
        found = [(await get_provider(session, channel_id, each.channel_provider_id)).provider for each in changes]
    targets = [
        Target(row.id, row.provider, change, {"title": row.title, "category": row.category})
        for row, change in zip(found, changes, strict=True)
    ]
    problems = [
        FieldError(field=f"changes.{position}.title", message=problem)
        for position, target in enumerate(targets)
        if (problem := _title_problem(control, target)) is not None
    ]
    if problems:
        raise InvalidTitles(errors=problems)
    return targets


def _title_problem(control: StreamControl, target: Target) -> str | None:
    descriptor = control.platforms.info(target.provider).descriptor
    return title_problem(target.change.title or "", descriptor.streamTitleMaxLength, descriptor.name)


async def _change(control: StreamControl, target: Target, by: ChangedBy) -> StreamChangeOut:
    """Changes the title, then the category, not both at once: on some platforms each change replaces both."""
    title, category = target.change.title, target.change.category
    title_result = None if title is None else await _try(control, target, ChangeTitle(title))
    category_result = None if category is None else await _try(control, target, ChangeCategory(category.id))
    await _store(
        control,
        target,
        by,
        title=title if title and title_result and title_result.outcome == "done" else "",
        category=category.name if category and category_result and category_result.outcome == "done" else "",
    )
    return StreamChangeOut(
        channel_provider_id=target.connection_id,
        provider=target.provider,
        title=title_result,
        category=category_result,
    )


async def _try(control: StreamControl, target: Target, action: ChangeTitle | ChangeCategory) -> ChangeResult:
    try:
        control.refuse_unsupported(target.provider, type(action))
        receipt = await control.dispatch(target.connection_id, action)
    except (Refused, NotSupported) as error:
        return ChangeResult(outcome="refused", detail=error.message)
    except AppError as error:
        return ChangeResult(outcome="failed", detail=error.message)
    return ChangeResult(outcome="done", detail=receipt.detail)


async def _store(control: StreamControl, target: Target, by: ChangedBy, *, title: str, category: str) -> None:
    if title or category:
        changed = (control.platforms, target.connection_id, by, target.before)
        async with control.kernel.database.write() as session:
            await store_stream_texts(session, *changed, title=title, category=category)


async def check_supported(control: StreamControl, channel_id: UUID, connection_id: UUID, action: ActionType) -> None:
    """Raises an error unless the connection belongs to the channel and its platform supports the action."""
    async with control.kernel.database.read() as session:
        loaded = await get_provider(session, channel_id, connection_id)
    control.refuse_unsupported(loaded.provider.provider, action)


async def search_categories(control: StreamControl, channel_id: UUID, connection_id: UUID, query: str) -> CategoriesOut:
    await check_supported(control, channel_id, connection_id, SearchCategories)
    receipt = await control.dispatch(connection_id, SearchCategories(query))
    records = [
        CategoryOut(id=one.id, name=one.name, image_url=web_address(one.image_url)) for one in receipt.categories
    ]
    return CategoriesOut(records=records, detail=receipt.detail)


async def run_ad(control: StreamControl, channel_id: UUID, connection_id: UUID, seconds: int) -> AdOut:
    await check_supported(control, channel_id, connection_id, RunAd)
    receipt = await control.dispatch(connection_id, RunAd(seconds))
    now = control.kernel.clock()
    ad = AdOut(
        started_at=now,
        ends_at=now + timedelta(seconds=receipt.ad_seconds or seconds),
        next_possible_at=now + timedelta(seconds=receipt.next_ad_seconds),
        detail=receipt.detail,
    )
    async with control.kernel.database.write() as session:
        publish(session, stream_topic(channel_id), AdStarted(connection_id=connection_id, ad=ad))
    return ad


async def read_ads(control: StreamControl, channel_id: UUID, connection_id: UUID) -> AdScheduleOut:
    await check_supported(control, channel_id, connection_id, ReadAdSchedule)
    return _schedule(await control.dispatch(connection_id, ReadAdSchedule()))


async def snooze_ad(control: StreamControl, channel_id: UUID, connection_id: UUID) -> AdScheduleOut:
    await check_supported(control, channel_id, connection_id, SnoozeAd)
    return _schedule(await control.dispatch(connection_id, SnoozeAd()))


def _schedule(receipt: Receipt) -> AdScheduleOut:
    ads = receipt.ad_schedule
    assert ads is not None, "every adapter that reads the schedule returns it"
    return AdScheduleOut(
        next_ad_at=ads.next_ad_at, last_ad_at=ads.last_ad_at, seconds=ads.seconds, snoozes_left=ads.snoozes_left
    )


async def create_marker(control: StreamControl, channel_id: UUID, connection_id: UUID, description: str) -> MarkerOut:
    await check_supported(control, channel_id, connection_id, CreateMarker)
    cleaned = clean_message(description, len(description)) if description.strip() else ""
    receipt = await control.dispatch(connection_id, CreateMarker(cleaned))
    return MarkerOut(position_seconds=receipt.marker_seconds)


async def create_clip(control: StreamControl, channel_id: UUID, connection_id: UUID) -> ClipOut:
    await check_supported(control, channel_id, connection_id, CreateClip)
    receipt = await control.dispatch(connection_id, CreateClip())
    return ClipOut(url=web_address(receipt.url))
