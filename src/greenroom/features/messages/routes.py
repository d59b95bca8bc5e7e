from collections.abc import Callable, Coroutine
from typing import Annotated, Any
from uuid import UUID

import msgspec
from fastapi import Depends, Path, Query, Response
from fastapi.responses import StreamingResponse
from starlette.requests import Request

from greenroom.accounts.access.guards import PUBLIC_IN_CHANNEL, authorize_in_channel, changed_by, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.chat.messages.line import LineRef
from greenroom.chat.pipeline.explain import Explainers
from greenroom.features.messages import service
from greenroom.features.messages.export import MEDIA_TYPES, export_lines
from greenroom.features.messages.rules import LinePosition, LineQuery, file_name, words_of
from greenroom.features.messages.schemas import (
    DEFAULT_PER_PAGE,
    MAX_PER_PAGE,
    MAX_SEARCH_LENGTH,
    ChatSettings,
    ChatSettingsChange,
    ExportFormat,
)
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import Cursor, KernelDep, Provided, Reading, Writing
from greenroom.kernel.api.guarded_route import GuardedRoute
from greenroom.kernel.context import kernel_of
from greenroom.kernel.ids import uuid_of
from greenroom.kernel.text import StorableText
from greenroom.kernel.timestamps import Timestamp


class DefaultPageRoute(GuardedRoute):
    """Skips FastAPI's parameter parsing for requests without options, which every chat screen sends first."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        with_options = super().get_route_handler()

        async def respond(request: Request) -> Response:
            channel_id = uuid_of(request.path_params["channel_id"])
            if channel_id is None or request.scope["query_string"]:
                return await with_options(request)
            await authorize_in_channel(request, channel_id, Permission.CHAT_READ)
            database = kernel_of(request).database
            return as_json(await service.list_lines(database, LineQuery(channel_id), DEFAULT_PER_PAGE))

        return respond


pages_router = ApiRouter(prefix="/channels/{channel_id}", tags=["chat"], route_class=DefaultPageRoute)
router = ApiRouter(prefix="/channels/{channel_id}", tags=["chat"])
public_router = ApiRouter(tags=["public chat"])

Reader = Annotated[Access, require(Permission.CHAT_READ)]
Moderator = Annotated[Access, require(Permission.MODERATION_USE)]
Admin = Annotated[Access, require(Permission.PLATFORMS_MANAGE)]

encode = msgspec.json.Encoder().encode


def response_schema(component: str) -> dict[int | str, dict[str, Any]]:
    """Names the schema in `openapi.json` for a route that sends lines as stored, without a response model."""
    schema = {"$ref": f"#/components/schemas/{component}"}
    return {200: {"content": {"application/json": {"schema": schema}}}}


def as_json(content: object) -> Response:
    return Response(encode(content), media_type="application/json")


async def read_line_query(
    channel_id: UUID,
    provider: Annotated[StorableText, Query(max_length=20)] = "",
    viewer_id: Annotated[StorableText, Query(max_length=100)] = "",
    q: Annotated[StorableText, Query(max_length=MAX_SEARCH_LENGTH)] = "",
    since: Annotated[Timestamp | None, Query()] = None,
    until: Annotated[Timestamp | None, Query()] = None,
    cursor: Cursor = None,
    with_linked: Annotated[bool, Query(description="Also lines of the accounts linked to the viewer's.")] = False,
) -> LineQuery:
    before = LinePosition.of_cursor(cursor) if cursor else None
    return LineQuery(channel_id, provider, viewer_id, words_of(q), since, until, before, with_linked)


Filtered = Annotated[LineQuery, Depends(read_line_query)]


@pages_router.get("/chat-messages", response_class=Response, responses=response_schema("ChatPage"))
async def list_chat_messages(
    _: Reader,
    line_query: Filtered,
    kernel: KernelDep,
    limit: Annotated[int, Query(ge=1, le=MAX_PER_PAGE)] = DEFAULT_PER_PAGE,
) -> Response:
    """Stored lines, newest first (in a search: last stored first); `cursor` leads to older lines.

    All words of `q` must match; the last matches as a prefix if it has at least four characters.
    """
    return as_json(await service.list_lines(kernel.database, line_query, limit))


@router.get("/chat-messages/export", response_class=StreamingResponse)
async def export_chat_messages(
    access: Moderator,
    line_query: Filtered,
    kernel: KernelDep,
    file_format: Annotated[ExportFormat, Query(alias="format")] = "csv",
) -> StreamingResponse:
    """Stored lines as a file, with the same filters as the list; removed lines say who removed them and why."""
    async with kernel.database.read() as session:
        name = await service.channel_name(session, access.channel_id)
    name = file_name(name, kernel.clock().date(), file_format)
    pieces = export_lines(kernel.database, line_query, file_format)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(pieces, media_type=MEDIA_TYPES[file_format], headers=headers)


@router.get(
    "/chat-messages/{connection_id}/{message_id:path}/why", response_class=Response, responses=response_schema("Why")
)
async def explain_chat_message(
    access: Reader,
    connection_id: UUID,
    message_id: Annotated[StorableText, Path(max_length=200)],
    explainers: Provided[Explainers],
    kernel: KernelDep,
) -> Response:
    """A message with every rule that considered it (a filter, a command, a giveaway …) and each verdict's reason."""
    ref = LineRef(connection_id, message_id)
    return as_json(await service.explain_line(kernel.database, access.channel_id, ref, explainers, kernel.clock()))


@router.get("/chat-settings")
async def get_chat_settings(access: Reader, session: Reading) -> ChatSettings:
    return await service.get_settings(session, access.channel_id)


@router.patch("/chat-settings")
async def change_chat_settings(
    access: Admin, body: ChatSettingsChange, session: Writing, kernel: KernelDep
) -> ChatSettings:
    return await service.change_settings(session, access.channel_id, body, changed_by(access, kernel))


@public_router.get(
    "/channels/{channel_id}/public-chat",
    dependencies=[PUBLIC_IN_CHANNEL],
    response_class=Response,
    responses=response_schema("PublicChat"),
)
async def get_public_chat(channel_id: UUID, session: Reading) -> Response:
    """The latest lines of a public chat, without removed ones."""
    return as_json(await service.get_public_chat(session, channel_id))
