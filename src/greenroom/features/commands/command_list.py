"""Paged lists of a channel's commands, for editors and for the public page."""

from collections.abc import Sequence
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement, SQLColumnExpression, String, case, func, literal, select, tuple_, type_coerce
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import open_channel
from greenroom.features.commands.matching.responses import without_variables
from greenroom.features.commands.models import Command
from greenroom.features.commands.rows import command_out
from greenroom.features.commands.rules import fold
from greenroom.features.commands.schemas import CommandsPage, PublicCommand, PublicCommands
from greenroom.kernel.db.pages import decode_cursor, encode_cursor
from greenroom.kernel.errors import Invalid


class CommandQuery(Struct, frozen=True):
    channel_id: UUID
    q: str = ""
    group: str = ""
    cursor: str | None = None
    limit: int = 100


async def list_commands(session: AsyncSession, query: CommandQuery) -> CommandsPage:
    rows, cursor, total = await _page(session, query, _conditions(query), is_grouped=False)
    named = select(Command.group_name).where(Command.channel_id == query.channel_id, Command.group_name != "")
    groups = await session.scalars(named.distinct())
    return CommandsPage(
        records=[command_out(row) for row in rows], cursor=cursor, total=total, groups=sorted(groups, key=fold)
    )


async def list_public(session: AsyncSession, query: CommandQuery) -> PublicCommands:
    channel = await open_channel(session, query.channel_id)
    # Only the fields on the page are searched: otherwise other texts could be guessed letter by letter.
    shown = [Command.channel_id == query.channel_id, Command.is_enabled.is_(True), Command.is_public.is_(True)]
    if query.q:
        shown.append(Command.public_text.contains(fold(query.q), autoescape=True))
    if query.group:
        shown.append(Command.group_name == query.group)
    rows, cursor, total = await _page(session, query, shown, is_grouped=True)
    return PublicCommands(
        channel_name=channel.display_name, records=[_public(row) for row in rows], cursor=cursor, total=total
    )


def _public(row: Command) -> PublicCommand:
    return PublicCommand.model_validate(
        {
            "cmds": row.cmds,
            "text": row.description or without_variables(str(row.responses[0]["text"])),
            "access_level": row.access_level,
            "group": row.group_name,
            "providers": row.providers,
            "global_cooldown": row.global_cooldown,
            "chatter_cooldown": row.chatter_cooldown,
            "cost": row.cost,
        }
    )


def _conditions(query: CommandQuery) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [Command.channel_id == query.channel_id]
    if query.q:
        conditions.append(Command.search_text.contains(fold(query.q), autoescape=True))
    if query.group:
        conditions.append(Command.group_name == query.group)
    return conditions


async def _page(
    session: AsyncSession, query: CommandQuery, conditions: Sequence[ColumnElement[bool]], *, is_grouped: bool
) -> tuple[list[Command], str | None, int]:
    total = await session.scalar(select(func.count()).select_from(Command).where(*conditions))
    order = (*(_group_order(Command.group_name) if is_grouped else ()), Command.sort_name, Command.id)
    rows_query = select(Command).where(*conditions).order_by(*order).limit(query.limit + 1)
    if query.cursor:
        rows_query = rows_query.where(tuple_(*order) > tuple_(*_cursor_position(query.cursor, is_grouped=is_grouped)))
    rows = list(await session.scalars(rows_query))
    shown = rows[: query.limit]
    has_more = len(rows) > query.limit
    return shown, _cursor_of(shown[-1], is_grouped=is_grouped) if has_more else None, total or 0


def _group_order(group: SQLColumnExpression[str]) -> tuple[ColumnElement[object], ...]:
    """Sorts by group; commands without a group come last."""
    return case((group == "", 1), else_=0), func.lower(group), type_coerce(group, String)


def _cursor_of(row: Command, *, is_grouped: bool) -> str:
    return encode_cursor(*([row.group_name] if is_grouped else []), row.sort_name, str(row.id))


def _cursor_position(cursor: str, *, is_grouped: bool) -> tuple[object, ...]:
    *group, name, command_id = decode_cursor(cursor, 3 if is_grouped else 2)
    try:
        row_id = UUID(command_id)
    except ValueError as error:
        raise Invalid("cursor", "is not a valid cursor") from error
    return *(part for one in group for part in _group_order(literal(one))), name, row_id
