from typing import Annotated

from fastapi import Query

from greenroom.kernel.context import Reading
from greenroom.kernel.db.pages import MAX_CURSOR_LENGTH, MAX_PER_PAGE, Page
from greenroom.kernel.text import SearchText
from greenroom.kernel.web.api_router import ApiRouter
from greenroom.tenancy.access.guards import Operator
from greenroom.tenancy.admin import service
from greenroom.tenancy.admin.schemas import AdminChannelOut
from greenroom.tenancy.channels.rules import ChannelQuery

router = ApiRouter(prefix="/admin", tags=["admin"])


@router.get("/channels")
async def list_all_channels(
    person: Operator,
    session: Reading,
    name: Annotated[SearchText, Query(max_length=100)] = "",
    cursor: Annotated[str | None, Query(max_length=MAX_CURSOR_LENGTH)] = None,
    per_page: Annotated[int, Query(ge=1, le=MAX_PER_PAGE)] = 50,
) -> Page[AdminChannelOut]:
    query = ChannelQuery(name=name, cursor=cursor, per_page=per_page)
    records, next_cursor, total = await service.list_all_channels(session, person.user_id, query)
    return Page(records=records, cursor=next_cursor, total=total)
