"""The usual calls of a channel's list; only modules of routes import this one, because it loads FastAPI."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal, get_args
from uuid import UUID

from fastapi import Path
from fastapi.params import Depends
from pydantic import BaseModel

from greenroom.accounts.access.guards import changed_by, require
from greenroom.accounts.access.service import Access
from greenroom.channel_file.lists.models import Switch, page, switch
from greenroom.channel_file.lists.row_list import In, Out, Row, RowList
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Reading, Revision, ServicesDep, Writing

Call = Literal["list", "create", "switch", "get", "save", "delete"]
ALL_CALLS: tuple[Call, ...] = get_args(Call)
Endpoint = Callable[..., Any]


class ListRouter(ApiRouter):
    """Puts the paths of one row behind those with a fixed text in its place, such as `/timers/enabled`."""

    def add_api_route(self, path: str, endpoint: Endpoint, **settings: Any) -> None:  # noqa: ANN401  # as FastAPI
        super().add_api_route(path, endpoint, **settings)
        self.routes.sort(key=lambda route: getattr(route, "path", "").removeprefix(self.prefix).startswith("/{"))


def list_router(
    of: RowList[Row, In, Out],
    *calls: Call,
    reader: Depends | None = None,
    editor: Depends | None = None,
    texts: Mapping[Call, str] = MappingProxyType({}),
) -> ListRouter:
    """A router with these calls, or all that the list can have; `texts` says in the API what is special about them."""
    one, many = of.one, of.many
    may_read = Annotated[Access, reader or require(of.read)]
    may_edit = Annotated[Access, editor or require(of.manage)]
    row_id, of_row = Annotated[UUID, Path(alias=f"{one}_id")], f"/{{{one}_id}}"
    saved = f"Saves a {one}; 409 `{one}_changed` if the `revision` is outdated. Without a revision the last save wins."
    router = ListRouter(prefix=f"/channels/{{channel_id}}/{many}", tags=[many])

    def add(call: Call, method: str, path: str, endpoint: Endpoint, status: int = 200, text: str | None = None) -> None:
        name = f"{call}_{many if call in {'list', 'switch'} else one}"
        text = texts.get(call, text)
        router.add_api_route(path, endpoint, methods=[method], name=name, status_code=status, description=text)

    for call in calls or _calls_of(of):
        match call:
            case "list":
                add(call, "GET", "", _typed(_list(of), access=may_read, returns=_page(of)))
            case "create":
                add(call, "POST", "", _typed(_create(of), access=may_edit, body=of.given, returns=of.shown), 201)
            case "switch":
                add(call, "PUT", "/enabled", _typed(_switch(of), access=may_edit, body=switch(of.many, of.limit)), 204)
            case "get":
                add(call, "GET", of_row, _typed(_get(of), access=may_read, row_id=row_id, returns=of.shown))
            case "save":
                typed = _typed(_save(of), access=may_edit, row_id=row_id, body=of.given, returns=of.shown)
                add(call, "PUT", of_row, typed, text=saved)
            case "delete":
                add(call, "DELETE", of_row, _typed(_delete(of), access=may_edit, row_id=row_id), 204)
    return router


def _calls_of(of: RowList[Row, In, Out]) -> tuple[Call, ...]:
    return tuple(one for one in ALL_CALLS if one != "switch" or "enabled" in of.given.model_fields)


def _page(of: RowList[Row, In, Out]) -> type[BaseModel]:
    order = of.order.text.format(many=of.many).capitalize()
    return page(of.many, of.shown, f"{order}; a channel has at most {of.limit}.")


def _typed(endpoint: Endpoint, **types: Any) -> Endpoint:  # noqa: ANN401  # types of any kind
    """The function with the list's own types, which FastAPI reads."""
    types["return"] = types.pop("returns", None)
    endpoint.__annotations__ |= types
    return endpoint


def _list(of: RowList[Row, In, Out]) -> Endpoint:
    async def list_rows(access: Access, session: Reading, kernel: KernelDep) -> dict[str, object]:
        rows = await of.all(session, access.channel_id)
        return {"records": await of.show_all(session, rows, kernel.clock())}

    return list_rows


def _create(of: RowList[Row, In, Out]) -> Endpoint:
    async def create(body: In, access: Access, session: Writing, kernel: KernelDep, services: ServicesDep) -> Out:
        of.check(body, services)
        by = changed_by(access, kernel)
        return await of.show_one(session, await of.create(session, access.channel_id, body, by), by.at)

    return create


def _switch(of: RowList[Row, In, Out]) -> Endpoint:
    async def switch_rows(body: Switch, access: Access, session: Writing, kernel: KernelDep) -> None:
        by = changed_by(access, kernel)
        await of.switch(session, access.channel_id, body.ids, by, is_enabled=body.enabled)

    return switch_rows


def _get(of: RowList[Row, In, Out]) -> Endpoint:
    async def get(row_id: UUID, access: Access, session: Reading, kernel: KernelDep) -> Out:
        return await of.show_one(session, await of.find(session, access.channel_id, row_id), kernel.clock())

    return get


def _save(of: RowList[Row, In, Out]) -> Endpoint:
    async def save(
        row_id: UUID,
        body: In,
        access: Access,
        session: Writing,
        kernel: KernelDep,
        services: ServicesDep,
        revision: Revision = None,
    ) -> Out:
        of.check(body, services)
        by = changed_by(access, kernel)
        row = await of.save(session, access.channel_id, row_id, body, by, revision)
        return await of.show_one(session, row, by.at)

    return save


def _delete(of: RowList[Row, In, Out]) -> Endpoint:
    async def delete(row_id: UUID, access: Access, session: Writing, kernel: KernelDep) -> None:
        await of.delete(session, access.channel_id, row_id, changed_by(access, kernel))

    return delete
