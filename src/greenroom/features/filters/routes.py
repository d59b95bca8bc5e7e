from collections.abc import Callable, Coroutine
from typing import Annotated, Any
from uuid import UUID

from fastapi import Query, Request, Response
from fastapi.exceptions import RequestValidationError

from greenroom.accounts.access.guards import changed_by, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.stream_platforms import StreamProvider
from greenroom.channel_file.recommended_filters import add_recommended_filters
from greenroom.channel_file.sections import Editor as SectionEditor
from greenroom.channel_file.sections import Sections
from greenroom.features.filters import service
from greenroom.features.filters.backtest.backtests import Backtests
from greenroom.features.filters.fields import ViewerId
from greenroom.features.filters.schemas import (
    BacktestIn,
    BacktestOut,
    EnabledIn,
    FilterTypeOut,
    HitsOut,
    OrderIn,
    PermitIn,
    PermitOut,
    StrikeOut,
    TermsIn,
    TermsOut,
    TermsSaved,
    TestIn,
    TestOut,
)
from greenroom.features.filters.terms import TermChecks
from greenroom.features.filters.types.registry import FILTER_TYPES, FilterIn, FilterOut
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import Cursor, KernelDep, Provided, Reading, Revision, TurnsDep, Writing
from greenroom.kernel.api.guarded_route import GuardedRoute
from greenroom.kernel.context import Kernel
from greenroom.kernel.tasks.parsing import Turns

Reader = Annotated[Access, require(Permission.FILTERS_READ)]
Editor = Annotated[Access, require(Permission.FILTERS_MANAGE)]
Moderator = Annotated[Access, require(Permission.MODERATION_USE)]


class FilterRoute(GuardedRoute):
    """Removes the name of the filter type from field paths in validation errors."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_errors(request: Request) -> Response:
            try:
                return await handle(request)
            except RequestValidationError as error:
                raise RequestValidationError([_without_type(item) for item in error.errors()]) from error

        return handle_errors


def _without_type(item: dict[str, Any]) -> dict[str, Any]:
    return {**item, "loc": tuple(part for part in item["loc"] if part not in FILTER_TYPES)}


router = ApiRouter(prefix="/channels/{channel_id}", tags=["filters"], route_class=FilterRoute)


def _checks(access: Access, kernel: Kernel, turns: Turns) -> TermChecks:
    return TermChecks(kernel, turns, access.person.user_id, access.channel_id)


@router.get("/filters")
async def list_filters(access: Reader, session: Reading, kernel: KernelDep) -> list[FilterOut]:
    return await service.list_filters(session, access.channel_id, kernel.clock())


@router.post("/filters", status_code=201)
async def create_filter(body: FilterIn, access: Editor, kernel: KernelDep, turns: TurnsDep) -> FilterOut:
    checks = _checks(access, kernel, turns)
    # Checked before the transaction because it is slow; again inside it, because another filter may have been saved.
    checked = await checks.check_filter(body, None)
    async with kernel.database.write() as session:
        await checks.check_again(session, checked, None)
        return await service.create_filter(session, access.channel_id, body, checked, changed_by(access, kernel))


@router.post("/filters/recommended", status_code=201)
async def add_recommended(access: Editor, kernel: KernelDep, sections: Provided[Sections]) -> list[FilterOut]:
    """Adds the recommended filters that the channel does not have yet; returns all filters."""
    editor = SectionEditor.of(access, kernel.clock())
    await add_recommended_filters(kernel.database, sections, editor)
    async with kernel.database.read() as session:
        return await service.list_filters(session, access.channel_id, kernel.clock())


@router.get("/filters/types")
async def list_types(access: Reader) -> list[FilterTypeOut]:
    return service.list_types()


@router.put("/filters/order", status_code=204)
async def order_filters(body: OrderIn, access: Editor, session: Writing, kernel: KernelDep) -> None:
    await service.order_filters(session, access.channel_id, body.filter_ids, changed_by(access, kernel))


@router.post("/filters/test")
async def test_message(body: TestIn, access: Reader, kernel: KernelDep, turns: TurnsDep) -> TestOut:
    """Dry run on one message; nothing is stored and no one is affected."""
    return await service.test_message(_checks(access, kernel, turns), body)


@router.post("/filters/backtests", status_code=202)
async def start_backtest(
    body: BacktestIn, access: Reader, kernel: KernelDep, backtests: Provided[Backtests], turns: TurnsDep
) -> BacktestOut:
    """Dry run of a saved or unsaved filter over the stored chat; no one is affected."""
    return await backtests.start(_checks(access, kernel, turns), body)


@router.get("/filters/backtests/{backtest_id}")
async def get_backtest(backtest_id: UUID, access: Reader, backtests: Provided[Backtests]) -> BacktestOut:
    return await backtests.get(access.channel_id, backtest_id)


@router.delete("/filters/backtests/{backtest_id}", status_code=204)
async def cancel_backtest(backtest_id: UUID, access: Reader, backtests: Provided[Backtests]) -> None:
    await backtests.cancel(access.channel_id, backtest_id)


@router.get("/filters/{filter_id}")
async def get_filter(filter_id: UUID, access: Reader, session: Reading, kernel: KernelDep) -> FilterOut:
    return await service.get_filter(session, access.channel_id, filter_id, kernel.clock())


@router.put("/filters/{filter_id}")
async def save_filter(
    filter_id: UUID, body: FilterIn, access: Editor, kernel: KernelDep, turns: TurnsDep, revision: Revision = None
) -> FilterOut:
    """Saves the filter. An outdated `revision` gives 409 `filter_changed`; without it the last save wins."""
    checks, by = _checks(access, kernel, turns), changed_by(access, kernel)
    checked = await checks.check_filter(body, filter_id)
    async with kernel.database.write() as session:
        await checks.check_again(session, checked, filter_id)
        return await service.save_filter(session, access.channel_id, filter_id, body, checked, by, revision=revision)


@router.delete("/filters/{filter_id}", status_code=204)
async def delete_filter(filter_id: UUID, access: Editor, session: Writing, kernel: KernelDep) -> None:
    await service.delete_filter(session, access.channel_id, filter_id, changed_by(access, kernel))


@router.put("/filters/{filter_id}/enabled")
async def switch_filter(
    filter_id: UUID, body: EnabledIn, access: Editor, session: Writing, kernel: KernelDep
) -> FilterOut:
    by = changed_by(access, kernel)
    return await service.switch_filter(session, access.channel_id, filter_id, is_enabled=body.enabled, by=by)


@router.get("/filters/{filter_id}/terms")
async def list_terms(filter_id: UUID, access: Reader, session: Reading) -> TermsOut:
    return await service.list_terms(session, access.channel_id, filter_id)


@router.put("/filters/{filter_id}/terms")
async def save_terms(filter_id: UUID, body: TermsIn, access: Editor, kernel: KernelDep, turns: TurnsDep) -> TermsSaved:
    """Replaces all terms; duplicates are merged."""
    checks = _checks(access, kernel, turns)
    checked = await checks.check(body.terms, "terms", filter_id)
    async with kernel.database.write() as session:
        await checks.check_again(session, checked, filter_id)
        return await service.save_terms(session, access.channel_id, filter_id, checked, changed_by(access, kernel))


@router.get("/filters/{filter_id}/hits")
async def list_hits(
    filter_id: UUID,
    access: Reader,
    session: Reading,
    cursor: Cursor = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> HitsOut:
    """Newest first."""
    return await service.list_hits(session, access.channel_id, filter_id, cursor, limit)


@router.post("/permits", status_code=201)
async def permit(body: PermitIn, access: Moderator, session: Writing, kernel: KernelDep) -> PermitOut:
    return await service.permit(session, access.channel_id, body, kernel.clock())


@router.get("/filter-strikes")
async def list_strikes(
    provider: StreamProvider,
    provider_viewer_id: Annotated[ViewerId, Query()],
    access: Reader,
    session: Reading,
    kernel: KernelDep,
) -> list[StrikeOut]:
    return await service.list_strikes(session, access.channel_id, provider, provider_viewer_id, kernel.clock())
