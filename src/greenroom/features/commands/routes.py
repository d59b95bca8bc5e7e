from typing import Annotated
from uuid import UUID

from fastapi import Depends, Query

from greenroom.accounts.access.guards import PUBLIC_IN_CHANNEL, changed_by, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.features.commands import command_list, service
from greenroom.features.commands.command_list import CommandQuery
from greenroom.features.commands.editing import starter_set
from greenroom.features.commands.editing.pattern_checks import PatternChecks
from greenroom.features.commands.fields import MAX_NAME_LENGTH
from greenroom.features.commands.matching.responses import ResponseCompiler
from greenroom.features.commands.schemas import (
    CommandIds,
    CommandIn,
    CommandOut,
    CommandsCounted,
    CommandsEnabled,
    CommandSettingsIn,
    CommandSettingsOut,
    CommandsPage,
    NameCheck,
    PublicCommands,
)
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import Cursor, KernelDep, Provided, Reading, Revision, TurnsDep, Writing
from greenroom.kernel.context import Kernel
from greenroom.kernel.tasks.parsing import Turns
from greenroom.kernel.text import StorableText

Reader = Annotated[Access, require(Permission.COMMANDS_READ)]
Editor = Annotated[Access, require(Permission.COMMANDS_MANAGE)]

MAX_SEARCH_LENGTH = 200

router = ApiRouter(prefix="/channels/{channel_id}", tags=["commands"])


async def command_query(
    channel_id: UUID,
    q: Annotated[StorableText, Query(max_length=MAX_SEARCH_LENGTH)] = "",
    group: Annotated[StorableText, Query(max_length=50)] = "",
    cursor: Cursor = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> CommandQuery:
    return CommandQuery(channel_id, q.strip(), group, cursor, limit)


CommandQueryDep = Annotated[CommandQuery, Depends(command_query)]


def _checks(access: Access, kernel: Kernel, turns: Turns) -> PatternChecks:
    return PatternChecks(kernel, turns, access.person.user_id, access.channel_id)


@router.get("/commands")
async def list_commands(_: Reader, query: CommandQueryDep, session: Reading) -> CommandsPage:
    """Sorted by name; `q` searches names, groups, descriptions, patterns and responses."""
    return await command_list.list_commands(session, query)


@router.post("/commands", status_code=201)
async def create_command(
    body: CommandIn, access: Editor, compiler: Provided[ResponseCompiler], kernel: KernelDep, turns: TurnsDep
) -> CommandOut:
    compiler.check(body)
    checks = _checks(access, kernel, turns)
    stored = await checks.check(body, None)
    async with kernel.database.write() as session:
        await checks.check_again(session, body, None, stored)
        return await service.create_command(session, access.channel_id, body, changed_by(access, kernel))


@router.get("/commands/name-check")
async def check_name(
    name: Annotated[StorableText, Query(min_length=1, max_length=MAX_NAME_LENGTH)], access: Reader, session: Reading
) -> NameCheck:
    return await service.check_name(session, access.channel_id, name.strip())


@router.put("/commands/enabled")
async def switch_commands(
    body: CommandsEnabled, access: Editor, session: Writing, kernel: KernelDep
) -> CommandsCounted:
    """Enables or disables commands; returns how many were changed."""
    by = changed_by(access, kernel)
    count = await service.switch_commands(session, access.channel_id, body.ids, is_enabled=body.enabled, by=by)
    return CommandsCounted(count=count)


@router.post("/commands/delete")
async def delete_commands(body: CommandIds, access: Editor, session: Writing, kernel: KernelDep) -> CommandsCounted:
    """Deletes commands; returns how many were deleted."""
    by = changed_by(access, kernel)
    return CommandsCounted(count=await service.delete_commands(session, access.channel_id, body.ids, by))


@router.get("/commands/{command_id}")
async def get_command(command_id: UUID, access: Reader, session: Reading) -> CommandOut:
    return await service.get_command(session, access.channel_id, command_id)


@router.put("/commands/{command_id}")
async def save_command(
    command_id: UUID,
    body: CommandIn,
    access: Editor,
    compiler: Provided[ResponseCompiler],
    kernel: KernelDep,
    turns: TurnsDep,
    revision: Revision = None,
) -> CommandOut:
    """Saves the command. An outdated `revision` gives 409 `command_changed`; without it the last save wins."""
    compiler.check(body)
    checks, by = _checks(access, kernel, turns), changed_by(access, kernel)
    stored = await checks.check(body, command_id)
    async with kernel.database.write() as session:
        await checks.check_again(session, body, command_id, stored)
        return await service.save_command(session, access.channel_id, command_id, body, by, revision=revision)


@router.delete("/commands/{command_id}", status_code=204)
async def delete_command(command_id: UUID, access: Editor, session: Writing, kernel: KernelDep) -> None:
    await service.delete_command(session, access.channel_id, command_id, changed_by(access, kernel))


@router.post("/starter-commands")
async def add_starters(access: Editor, session: Writing, kernel: KernelDep) -> CommandsCounted:
    """Adds the default commands whose names are free."""
    return CommandsCounted(count=await starter_set.add_starters(session, access.channel_id, changed_by(access, kernel)))


@router.delete("/starter-commands")
async def delete_starters(
    access: Editor, session: Writing, kernel: KernelDep, unchanged: bool = False
) -> CommandsCounted:
    """Deletes the default commands; with `unchanged` only those that were never edited, enabled or disabled."""
    by = changed_by(access, kernel)
    count = await service.delete_starters(session, access.channel_id, by, only_unchanged=unchanged)
    return CommandsCounted(count=count)


@router.get("/command-settings")
async def get_settings(access: Reader, session: Reading) -> CommandSettingsOut:
    return await service.get_settings(session, access.channel_id)


@router.put("/command-settings")
async def save_settings(
    body: CommandSettingsIn, access: Editor, session: Writing, kernel: KernelDep
) -> CommandSettingsOut:
    return await service.save_settings(session, access.channel_id, body, changed_by(access, kernel))


@router.get("/public-commands", dependencies=[PUBLIC_IN_CHANNEL])
async def list_public_commands(query: CommandQueryDep, session: Reading) -> PublicCommands:
    """Enabled public commands by group, those without a group last."""
    return await command_list.list_public(session, query)
