from collections.abc import Sequence
from typing import cast
from uuid import UUID

from sqlalchemy import ColumnElement, case, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.audit.record import MAX_ENTRIES, record_change, record_many
from greenroom.accounts.channels.service import notify_members
from greenroom.accounts.topics import notify_processes
from greenroom.channel_file.command_names import bare
from greenroom.channel_file.settings_section import record_settings
from greenroom.chat.moderation.expected_texts import announce_expected_texts
from greenroom.features.commands.fields import MAX_COMMANDS, MAX_STEPS, ChatManagement, CommandFields
from greenroom.features.commands.matching.prefix import rename_prefix
from greenroom.features.commands.models import Command, CommandName, CommandSettings
from greenroom.features.commands.rows import (
    COLUMNS,
    KEPT_COLUMNS,
    apply_fields,
    command_out,
    kept_of,
    sort_name,
    stored_fields,
    with_names,
)
from greenroom.features.commands.rules import fold
from greenroom.features.commands.schemas import (
    CommandOut,
    CommandsChanged,
    CommandSettingsIn,
    CommandSettingsOut,
    NameCheck,
    commands_topic,
    prefix_topic,
)
from greenroom.kernel.db.change_tracking import ChangedBy, ChangedMeanwhile
from greenroom.kernel.db.database import JsonObject, advisory_lock, insert_into, publish
from greenroom.kernel.errors import Conflict, FieldError, Invalid, NotFound
from greenroom.kernel.ids import new_id

# Up to this many changed commands are announced by id; beyond that caches reload all commands.
MAX_ANNOUNCED_IDS = 50
# Key in `session.info`: the channel whose full reload this transaction has announced.
ANNOUNCED = "commands_announced"
# Topic between processes. Payload: the channel's id, and the ids of the commands if they are few.
COMMANDS_CHANGED = "internal:commands_changed"
# Announced in place of command ids when the settings have changed.
SETTINGS = "settings"
FIRST_REVISION = 1
MAX_NAMED_CLASHES = 5
# Key and title of a section in the channel's file.
SETTINGS_SECTION = ("command_settings", "Command settings")


class CommandNotFound(NotFound):
    message = "Command not found."


class TooManyCommands(Conflict):
    type = "too_many_commands"
    message = f"A channel can have up to {MAX_COMMANDS:,} commands. Delete one first."


class CommandChanged(ChangedMeanwhile):
    type = "command_changed"
    what = "command"


class NameTaken(Conflict):
    type = "name_taken"

    def __init__(self, taken: Sequence[tuple[int, str, str]]) -> None:
        """`taken`: for each taken name its index, the name, and the first name of the command that has it."""
        errors = [
            FieldError(field=f"cmds.{at}", message=f"{name} already exists" + (f" ({owner})" if owner != name else ""))
            for at, name, owner in taken
        ]
        super().__init__("; ".join(error.message for error in errors) + ".", errors)


async def find_command(session: AsyncSession, channel_id: UUID, command_id: UUID) -> Command:
    row = await session.get(Command, command_id)
    if row is None or row.channel_id != channel_id:
        raise CommandNotFound
    return row


async def get_command(session: AsyncSession, channel_id: UUID, command_id: UUID) -> CommandOut:
    return command_out(await find_command(session, channel_id, command_id))


async def find_by_name(session: AsyncSession, channel_id: UUID, name: str) -> Command | None:
    return await session.scalar(
        select(Command)
        .join(CommandName, CommandName.command_id == Command.id)
        .where(CommandName.channel_id == channel_id, CommandName.name == fold(bare(name)))
    )


async def check_name(session: AsyncSession, channel_id: UUID, name: str) -> NameCheck:
    row = await find_by_name(session, channel_id, name)
    return NameCheck(taken_by=row.id, name=row.cmds[0]) if row else NameCheck(taken_by=None, name="")


async def create_command(session: AsyncSession, channel_id: UUID, fields: CommandFields, by: ChangedBy) -> CommandOut:
    await advisory_lock(session, f"commands:{channel_id}")
    await _refuse_taken_names(session, channel_id, fields, None)
    await _refuse_over_limit(session, channel_id, fields, None)
    complete = await with_default_cooldowns(session, channel_id, fields)
    (row,) = await add_commands(session, channel_id, [complete], by)
    record_command(session, channel_id, by, None, stored_fields(row))
    return command_out(row)


async def add_commands(
    session: AsyncSession,
    channel_id: UUID,
    commands: Sequence[CommandFields],
    by: ChangedBy,
    *,
    is_starter: bool = False,
) -> list[Command]:
    """Adds commands; the caller has checked their names and their number."""
    rows = [_new_row(channel_id, fields, by, is_starter=is_starter) for fields in commands]
    if rows:
        session.add_all(rows)
        await session.flush()
        await add_names(session, rows)
        announce_change(session, channel_id, [row.id for row in rows])
    return rows


def record_command(
    session: AsyncSession,
    channel_id: UUID,
    by: ChangedBy,
    old: JsonObject | None,
    new: JsonObject | None,
    kept: JsonObject | None = None,
) -> None:
    """Records the change in the audit log; `kept` has the values, besides the fields, that a restore needs."""
    name = _first_name(new or old)
    record_change(session, channel_id, by, section="commands", item=name, title=name, old=old, new=new, kept=kept)


def _first_name(entry: JsonObject | None) -> str:
    return cast("list[str]", (entry or {})["cmds"])[0]


def _new_row(channel_id: UUID, fields: CommandFields, by: ChangedBy, *, is_starter: bool) -> Command:
    row = Command(id=new_id(), channel_id=channel_id, use_count=0, last_used_at=None, is_starter=is_starter, revision=0)
    apply_fields(row, fields)
    row.created_at, row.created_by = by.at, by.signature
    row.author_level = by.level
    row.sign(by)
    return row


async def save_command(
    session: AsyncSession,
    channel_id: UUID,
    command_id: UUID,
    fields: CommandFields,
    by: ChangedBy,
    *,
    revision: int | None = None,
) -> CommandOut:
    """Saves the command; raises CommandChanged if `revision` is given and outdated."""
    await advisory_lock(session, f"commands:{channel_id}")
    row = await find_command(session, channel_id, command_id)
    # Another process may have changed the row while this one waited for the lock.
    await session.refresh(row)
    if revision is not None and revision != row.revision:
        raise CommandChanged(row)
    await _refuse_taken_names(session, channel_id, fields, row.id)
    await _refuse_over_limit(session, channel_id, fields, row.id)
    has_other_names = list(map(fold, row.cmds)) != list(map(fold, fields.cmds))
    before, kept = stored_fields(row), kept_of(row)
    apply_fields(row, fields)
    record_command(session, channel_id, by, before, stored_fields(row), kept)
    row.author_level = by.level
    row.sign(by)
    await session.flush()
    if has_other_names:
        await session.execute(delete(CommandName).where(CommandName.command_id == row.id))
        await add_names(session, [row])
    announce_change(session, channel_id, [row.id])
    return command_out(row)


async def switch_commands(
    session: AsyncSession, channel_id: UUID, ids: Sequence[UUID], *, is_enabled: bool, by: ChangedBy
) -> int:
    """Enables or disables commands; returns how many changed. Enabling lowers the author's level to that of `by`."""
    await advisory_lock(session, f"commands:{channel_id}")
    values: dict[str, object] = {"is_enabled": is_enabled, "updated_at": by.at, "updated_by": by.signature}
    if is_enabled:
        values["author_level"] = case((Command.author_level > by.level, by.level), else_=Command.author_level)
    changed = await session.execute(
        update(Command)
        .where(_is_one_of(channel_id, ids), Command.is_enabled != is_enabled)
        .values(**values, revision=Command.revision + 1)
        .returning(Command.id, Command.cmds)
    )
    rows = list(changed)
    if len(rows) > MAX_ENTRIES:
        what = f"commands {'enabled' if is_enabled else 'disabled'}"
        record_many(session, channel_id, by, section="commands", what=what, count=len(rows))
    else:
        for row in rows:
            names: JsonObject = {"cmds": row.cmds}
            record_command(
                session, channel_id, by, {**names, "enabled": not is_enabled}, {**names, "enabled": is_enabled}
            )
    return _announce_and_count(session, channel_id, [row.id for row in rows])


async def delete_command(session: AsyncSession, channel_id: UUID, command_id: UUID, by: ChangedBy) -> None:
    await find_command(session, channel_id, command_id)
    await delete_commands(session, channel_id, [command_id], by)


async def delete_commands(session: AsyncSession, channel_id: UUID, ids: Sequence[UUID], by: ChangedBy) -> int:
    return await _delete(session, channel_id, _is_one_of(channel_id, ids), by)


async def delete_starters(session: AsyncSession, channel_id: UUID, by: ChangedBy, *, only_unchanged: bool) -> int:
    which = (Command.channel_id == channel_id) & Command.is_starter
    if only_unchanged:
        # Every edit increments the revision; a new prefix of the channel does not.
        which &= Command.revision == FIRST_REVISION
    return await _delete(session, channel_id, which, by)


async def _delete(session: AsyncSession, channel_id: UUID, which: ColumnElement[bool], by: ChangedBy) -> int:
    await advisory_lock(session, f"commands:{channel_id}")
    deleted = list(await session.execute(delete(Command).where(which).returning(*COLUMNS, *KEPT_COLUMNS)))
    if len(deleted) > MAX_ENTRIES:
        record_many(session, channel_id, by, section="commands", what="commands deleted", count=len(deleted))
    else:
        for row in deleted:
            record_command(session, channel_id, by, stored_fields(row), None, kept_of(row))
    return _announce_and_count(session, channel_id, [row.id for row in deleted])


def _is_one_of(channel_id: UUID, ids: Sequence[UUID]) -> ColumnElement[bool]:
    return (Command.channel_id == channel_id) & Command.id.in_(ids)


def _announce_and_count(session: AsyncSession, channel_id: UUID, ids: Sequence[UUID]) -> int:
    if ids:
        announce_change(session, channel_id, ids)
    return len(ids)


def announce_change(session: AsyncSession, channel_id: UUID, ids: Sequence[UUID]) -> None:
    """Announces changed commands: processes reload them, browsers refetch the list."""
    if len(ids) > MAX_ANNOUNCED_IDS and session.info.get(ANNOUNCED) == channel_id:
        # One full reload per transaction is enough.
        return
    subject = f"{channel_id} {' '.join(map(str, ids))}" if len(ids) <= MAX_ANNOUNCED_IDS else str(channel_id)
    if len(ids) > MAX_ANNOUNCED_IDS:
        session.info[ANNOUNCED] = channel_id
    notify_processes(session, COMMANDS_CHANGED, subject)
    announce_expected_texts(session, channel_id)
    publish(session, commands_topic(channel_id), CommandsChanged())


async def commands_by_name(session: AsyncSession, channel_id: UUID, names: Sequence[str]) -> dict[str, Command]:
    """The commands that use these names, by folded name."""
    rows = await session.execute(
        select(CommandName.name, Command)
        .join(Command, Command.id == CommandName.command_id)
        .where(CommandName.channel_id == channel_id, CommandName.name.in_([fold(name) for name in names]))
    )
    return {row[0]: row[1] for row in rows}


async def _refuse_taken_names(
    session: AsyncSession, channel_id: UUID, fields: CommandFields, own_id: UUID | None
) -> None:
    found = await commands_by_name(session, channel_id, fields.cmds)
    taken = [
        (at, name, found[fold(name)].cmds[0])
        for at, name in enumerate(fields.cmds)
        if fold(name) in found and found[fold(name)].id != own_id
    ]
    if taken:
        raise NameTaken(taken)


async def _refuse_over_limit(
    session: AsyncSession, channel_id: UUID, fields: CommandFields, own_id: UUID | None
) -> None:
    """Checks the limits on commands and on the total matching cost of patterns."""
    others = select(func.count(), func.coalesce(func.sum(Command.pattern_steps), 0)).where(
        Command.channel_id == channel_id
    )
    if own_id is not None:
        others = others.where(Command.id != own_id)
    count, steps = (await session.execute(others)).one()
    if count >= MAX_COMMANDS:
        raise TooManyCommands
    if fields.patterns and steps + sum(pattern.steps() for pattern in fields.patterns) > MAX_STEPS:
        raise Invalid("patterns", "Too many patterns in this channel. Remove or simplify some.")


async def refuse_too_many(session: AsyncSession, channel_id: UUID, more: int) -> None:
    count = await session.scalar(select(func.count()).select_from(Command).where(Command.channel_id == channel_id)) or 0
    if count + more > MAX_COMMANDS:
        raise TooManyCommands


async def add_names(session: AsyncSession, rows: Sequence[Command]) -> None:
    names = [
        {"channel_id": row.channel_id, "name": fold(name), "command_id": row.id} for row in rows for name in row.cmds
    ]
    await session.execute(insert(CommandName), names)


async def get_settings(session: AsyncSession, channel_id: UUID) -> CommandSettingsOut:
    stored = await session.get(CommandSettings, channel_id)
    fields = CommandSettingsIn() if stored is None else stored
    management: ChatManagement = "mods" if fields.chat_management == "mods" else "editors"
    return CommandSettingsOut(
        chat_management=management,
        answer_within=fields.answer_within,
        prefix=fields.prefix,
        default_global_cooldown=fields.default_global_cooldown,
        default_chatter_cooldown=fields.default_chatter_cooldown,
    )


async def save_settings(
    session: AsyncSession, channel_id: UUID, fields: CommandSettingsIn, by: ChangedBy, *, keeps_taken: bool = False
) -> CommandSettingsOut:
    """Saves the settings; another prefix renames the commands that have the old one.

    If the new name of a command is taken, the change is refused; with `keeps_taken` the command keeps its old names.
    """
    await advisory_lock(session, f"command_settings:{channel_id}")
    before = await get_settings(session, channel_id)
    if fields.prefix != before.prefix:
        await _change_prefix(session, channel_id, before.prefix, fields.prefix, keeps_taken=keeps_taken)
        publish(session, prefix_topic(channel_id), b"{}")
    values = fields.model_dump()
    record_settings(session, channel_id, by, SETTINGS_SECTION, before, fields)
    statement = insert_into(CommandSettings, session).values(channel_id=channel_id, **values)
    await session.execute(statement.on_conflict_do_update(index_elements=[CommandSettings.channel_id], set_=values))
    publish(session, commands_topic(channel_id), CommandsChanged())
    await notify_members(session, channel_id)
    notify_processes(session, COMMANDS_CHANGED, f"{channel_id} {SETTINGS}")
    return CommandSettingsOut(**values)


async def _change_prefix(session: AsyncSession, channel_id: UUID, old: str, new: str, *, keeps_taken: bool) -> None:
    await advisory_lock(session, f"commands:{channel_id}")
    columns = select(Command.id, Command.cmds, Command.search_text, Command.public_text)
    rows = {row.id: row for row in await session.execute(columns.where(Command.channel_id == channel_id))}
    changed, clashes = rename_prefix({row.id: row.cmds for row in rows.values()}, old, new)
    if clashes and not keeps_taken:
        names = ", ".join(name for _, name in clashes[:MAX_NAMED_CLASHES])
        raise Invalid("prefix", f"cannot be used: {names} already exists. Rename or delete it first.")
    clashing = {fold(name) for name, _ in clashes}
    changed = {key: names for key, names in changed.items() if clashing.isdisjoint(map(fold, rows[key].cmds))}
    values = [
        {
            "id": key,
            "cmds": names,
            "sort_name": sort_name(names[0]),
            "search_text": with_names(rows[key].search_text, names),
            "public_text": with_names(rows[key].public_text, names),
        }
        for key, names in changed.items()
    ]
    if not values:
        return
    await session.execute(update(Command), values)
    await session.execute(delete(CommandName).where(CommandName.command_id.in_(changed)))
    names = [(key, fold(name)) for key, names in changed.items() for name in names]
    await session.execute(
        insert(CommandName), [{"channel_id": channel_id, "name": name, "command_id": key} for key, name in names]
    )
    session.expire_all()
    announce_change(session, channel_id, list(changed))


async def with_default_cooldowns(session: AsyncSession, channel_id: UUID, fields: CommandFields) -> CommandFields:
    """Fills in missing cooldowns with those that the channel sets for new commands."""
    settings = await get_settings(session, channel_id)
    defaults = {
        "global_cooldown": settings.default_global_cooldown,
        "chatter_cooldown": settings.default_chatter_cooldown,
    }
    return fields.model_copy(update={key: one for key, one in defaults.items() if key not in fields.model_fields_set})
