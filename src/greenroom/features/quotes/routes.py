from typing import Annotated
from uuid import UUID

from fastapi import Query

from greenroom.accounts.access.guards import PUBLIC_IN_CHANNEL, changed_by, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.channel_file.lists.router import list_router
from greenroom.channel_file.lists.rows import shown_as
from greenroom.features.quotes import service
from greenroom.features.quotes.schemas import (
    DEFAULT_PER_PAGE,
    MAX_SEARCH_LENGTH,
    PublicQuotes,
    QuoteIn,
    QuoteOut,
    QuoteSettings,
    QuotesOut,
)
from greenroom.features.quotes.service import QUOTES
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import Cursor, KernelDep, PageSize, Reading, Writing
from greenroom.kernel.text import StorableText

Reader = Annotated[Access, require(Permission.QUOTES_READ)]
Editor = Annotated[Access, require(Permission.QUOTES_MANAGE)]
Searched = Annotated[StorableText, Query(max_length=MAX_SEARCH_LENGTH)]

DELETE = "Deletes the quote; its number is never reused."
router = list_router(QUOTES, "get", "save", "delete", texts={"delete": DELETE})
others = ApiRouter(prefix="/channels/{channel_id}", tags=["quotes"])


@router.get("")
async def list_quotes(
    access: Reader, session: Reading, q: Searched = "", cursor: Cursor = None, limit: PageSize = DEFAULT_PER_PAGE
) -> QuotesOut:
    """Highest number first. Quotes must contain all words of `q`, ignoring case; `#12` finds the quote by number."""
    return await service.list_quotes(session, access.channel_id, q, cursor, limit)


@router.post("", status_code=201)
async def add_quote(body: QuoteIn, access: Editor, session: Writing, kernel: KernelDep) -> QuoteOut:
    row = await service.add_quote(session, access.channel_id, body, changed_by(access, kernel))
    return shown_as(QuoteOut, row)


@others.get("/quote-settings")
async def get_quote_settings(access: Reader, session: Reading) -> QuoteSettings:
    return await service.get_settings(session, access.channel_id)


@others.put("/quote-settings")
async def change_quote_settings(
    body: QuoteSettings, access: Editor, session: Writing, kernel: KernelDep
) -> QuoteSettings:
    return await service.change_settings(session, access.channel_id, body, changed_by(access, kernel))


@others.get("/public-quotes", dependencies=[PUBLIC_IN_CHANNEL])
async def list_quotes_in_public(
    channel_id: UUID, session: Reading, q: Searched = "", cursor: Cursor = None, limit: PageSize = DEFAULT_PER_PAGE
) -> PublicQuotes:
    """Quotes without sign-in, while the channel's quotes are public."""
    return await service.list_public(session, channel_id, q, cursor, limit)
