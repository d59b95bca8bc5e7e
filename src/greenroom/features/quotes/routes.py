from typing import Annotated
from uuid import UUID

from fastapi import Query

from greenroom.features.quotes import service
from greenroom.features.quotes.schemas import (
    DEFAULT_PER_PAGE,
    MAX_PER_PAGE,
    MAX_SEARCH_LENGTH,
    PublicQuotes,
    QuoteIn,
    QuoteOut,
    QuoteSettings,
    QuotesOut,
)
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Reading, Revision, Writing
from greenroom.kernel.db.pages import MAX_CURSOR_LENGTH
from greenroom.kernel.text import StorableText
from greenroom.tenancy.access.guards import PUBLIC_IN_CHANNEL, changed_by, require
from greenroom.tenancy.access.rules import Permission
from greenroom.tenancy.access.service import Access

Reader = Annotated[Access, require(Permission.QUOTES_READ)]
Editor = Annotated[Access, require(Permission.QUOTES_MANAGE)]
Searched = Annotated[StorableText, Query(max_length=MAX_SEARCH_LENGTH)]
Cursor = Annotated[str | None, Query(max_length=MAX_CURSOR_LENGTH)]
PageSize = Annotated[int, Query(ge=1, le=MAX_PER_PAGE)]

router = ApiRouter(prefix="/channels/{channel_id}", tags=["quotes"])


@router.get("/quotes")
async def list_quotes(
    access: Reader, session: Reading, q: Searched = "", cursor: Cursor = None, limit: PageSize = DEFAULT_PER_PAGE
) -> QuotesOut:
    """Highest number first. Quotes must contain all words of `q`, ignoring case; `#12` finds the quote by number."""
    return await service.list_quotes(session, access.channel_id, q, cursor, limit)


@router.post("/quotes", status_code=201)
async def add_quote(body: QuoteIn, access: Editor, session: Writing, kernel: KernelDep) -> QuoteOut:
    return service.quote_out(await service.add_quote(session, access.channel_id, body, changed_by(access, kernel)))


@router.get("/quotes/{quote_id}")
async def get_quote(quote_id: UUID, access: Reader, session: Reading) -> QuoteOut:
    return await service.get_quote(session, access.channel_id, quote_id)


@router.put("/quotes/{quote_id}")
async def save_quote(
    quote_id: UUID, body: QuoteIn, access: Editor, session: Writing, kernel: KernelDep, revision: Revision = None
) -> QuoteOut:
    """Saves a quote; 409 `quote_changed` if the `revision` is outdated. Without a revision the last save wins."""
    return await service.save_quote(session, access.channel_id, quote_id, body, changed_by(access, kernel), revision)


@router.delete("/quotes/{quote_id}", status_code=204)
async def delete_quote(quote_id: UUID, access: Editor, session: Writing, kernel: KernelDep) -> None:
    """Deletes the quote; its number is never reused."""
    await service.delete_quote(session, access.channel_id, quote_id, changed_by(access, kernel))


@router.get("/quote-settings")
async def get_quote_settings(access: Reader, session: Reading) -> QuoteSettings:
    return await service.get_settings(session, access.channel_id)


@router.put("/quote-settings")
async def change_quote_settings(
    body: QuoteSettings, access: Editor, session: Writing, kernel: KernelDep
) -> QuoteSettings:
    return await service.change_settings(session, access.channel_id, body, changed_by(access, kernel))


@router.get("/public-quotes", dependencies=[PUBLIC_IN_CHANNEL])
async def list_quotes_in_public(
    channel_id: UUID, session: Reading, q: Searched = "", cursor: Cursor = None, limit: PageSize = DEFAULT_PER_PAGE
) -> PublicQuotes:
    """Quotes without sign-in, while the channel's quotes are public."""
    return await service.list_public(session, channel_id, q, cursor, limit)
