import unicodedata
from collections.abc import Sequence
from typing import cast
from uuid import UUID

from msgspec.structs import replace
from sqlalchemy import ColumnElement, delete, func, literal_column, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.channel_file.built_in_templates import BUILT_IN, BuiltInTemplate
from greenroom.channel_file.command_names import with_prefix
from greenroom.channel_file.merge import ImportItem, Plan, merge_items
from greenroom.channel_file.sections import Editor, Section, Sections
from greenroom.features.command_templates.models import CommandTemplate
from greenroom.features.command_templates.schemas import (
    MAX_TEMPLATES,
    TemplateImport,
    TemplateImported,
    TemplateIn,
    TemplateOut,
    TemplatePreview,
    TemplateRow,
    TemplatesOut,
    TemplateSummaries,
    TemplateSummary,
)
from greenroom.kernel.db.change_tracking import ChangedBy, ChangedMeanwhile
from greenroom.kernel.db.database import Database, JsonObject, JsonType, advisory_lock, is_sqlite
from greenroom.kernel.errors import AppError, Conflict, FieldError, Invalid, NotFound
from greenroom.kernel.ids import new_id

COMMANDS = "commands"


class TemplateNotFound(NotFound):
    type = "template_not_found"
    message = "Template not found."


class TemplateChanged(ChangedMeanwhile):
    type = "template_changed"
    what = "template"


class TitleTaken(Conflict):
    type = "title_taken"

    def __init__(self, title: str) -> None:
        message = f"A template named {title} already exists."
        super().__init__(message, [FieldError(field="title", message="is already used by another template")])


class TooManyTemplates(Conflict):
    type = "too_many_templates"
    message = f"There can be up to {MAX_TEMPLATES} templates. Delete one first."


class InvalidTemplateCommands(AppError):
    """Lists the invalid commands with their problems."""

    status = 422
    type = "invalid"

    def __init__(self, errors: Sequence[FieldError]) -> None:
        super().__init__("; ".join(f"{error.field}: {error.message}" for error in errors), errors)


async def list_templates(session: AsyncSession) -> TemplatesOut:
    return TemplatesOut(records=[_out(row) for row in await _all(session)])


async def summaries(session: AsyncSession) -> TemplateSummaries:
    """All templates, stored and built-in, without their commands."""
    columns = (CommandTemplate.id, CommandTemplate.title, CommandTemplate.description, _names(session))
    rows = await session.execute(select(*columns))
    stored = [
        TemplateSummary(id=row_id, title=title, description=description, names=names)
        for row_id, title, description, names in rows
    ]
    built_in = [
        TemplateSummary(id=one.id, title=one.title, description=one.description, names=one.names)
        for one in BUILT_IN.values()
    ]
    return TemplateSummaries(records=sorted([*stored, *built_in], key=lambda one: _fold(one.title)))


def _names(session: AsyncSession) -> ColumnElement[list[str]]:
    """SQL for the first name of each command of a template."""
    if is_sqlite(session):
        each = func.json_each(CommandTemplate.commands).table_valued("value")
        listed = select(func.json_group_array(func.json_extract(each.c.value, "$.cmds[0]"), type_=JsonType))
        return listed.select_from(each).scalar_subquery()
    path: ColumnElement[str] = literal_column("'$[*].cmds[0]'")
    return func.jsonb_path_query_array(CommandTemplate.commands, path, type_=JsonType)


async def _all(session: AsyncSession) -> Sequence[CommandTemplate]:
    return (await session.scalars(select(CommandTemplate).order_by(CommandTemplate.sort_title))).all()


async def get_template(session: AsyncSession, template_id: UUID) -> TemplateOut:
    return _out(await _find(session, template_id))


async def _find(session: AsyncSession, template_id: UUID) -> CommandTemplate:
    row = await session.get(CommandTemplate, template_id)
    if row is None:
        raise TemplateNotFound
    return row


async def create_template(session: AsyncSession, sections: Sections, body: TemplateIn, by: ChangedBy) -> TemplateOut:
    commands = _check_entries(sections[COMMANDS], body)
    await advisory_lock(session, "command_templates")
    await _check_title_free(session, body.title, None)
    if (await session.scalar(select(func.count()).select_from(CommandTemplate)) or 0) >= MAX_TEMPLATES:
        raise TooManyTemplates
    row = CommandTemplate(id=new_id(), revision=0, created_at=by.at, created_by=by.signature)
    _apply(row, body, commands, by)
    session.add(row)
    await session.flush()
    return _out(row)


async def save_template(
    session: AsyncSession,
    sections: Sections,
    template_id: UUID,
    body: TemplateIn,
    by: ChangedBy,
    *,
    revision: int | None,
) -> TemplateOut:
    """Saves the template; raises TemplateChanged if `revision` is given and outdated."""
    commands = _check_entries(sections[COMMANDS], body)
    await advisory_lock(session, "command_templates")
    row = await _find(session, template_id)
    if revision is not None and revision != row.revision:
        raise TemplateChanged(row)
    await _check_title_free(session, body.title, row.id)
    _apply(row, body, commands, by)
    await session.flush()
    return _out(row)


async def delete_template(session: AsyncSession, template_id: UUID) -> None:
    deletion = delete(CommandTemplate).where(CommandTemplate.id == template_id).returning(CommandTemplate.id)
    if await session.scalar(deletion) is None:
        raise TemplateNotFound


def _check_entries(section: Section, body: TemplateIn) -> list[JsonObject]:
    """The validated commands, completed with today's defaults: a later release cannot give them other ones."""
    errors: list[FieldError] = []
    names = set[str]()
    for at, entry in enumerate(body.commands):
        problems = section.check(entry) or _duplicate_problems(section, entry, names)
        errors += [_field_error(f"commands.{at}", problem) for problem in problems]
    if errors:
        raise InvalidTemplateCommands(errors)
    return [section.complete(entry) for entry in body.commands]


def _duplicate_problems(section: Section, entry: JsonObject, seen: set[str]) -> list[str]:
    names = section.names_of(entry)
    duplicates = [name for name in names if name in seen]
    seen.update(names)
    return [f"cmds: {name} is already used by an earlier command" for name in duplicates]


def _field_error(path: str, problem: str) -> FieldError:
    field, _, message = problem.partition(": ")
    return FieldError(field=f"{path}.{field}", message=message)


def _fold(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


async def _check_title_free(session: AsyncSession, title: str, own_id: UUID | None) -> None:
    owner_id = await session.scalar(select(CommandTemplate.id).where(CommandTemplate.sort_title == _fold(title)))
    if owner_id is not None and owner_id != own_id:
        raise TitleTaken(title)


def _apply(row: CommandTemplate, body: TemplateIn, commands: list[JsonObject], by: ChangedBy) -> None:
    row.title, row.sort_title, row.description = body.title, _fold(body.title), body.description
    row.commands = commands
    row.sign(by)


def _out(row: CommandTemplate) -> TemplateOut:
    return TemplateOut(
        id=row.id,
        title=row.title,
        description=row.description,
        commands=row.commands,
        revision=row.revision,
        created_at=row.created_at,
        created_by=row.created_by,
        updated_at=row.updated_at,
        updated_by=row.updated_by,
    )


async def _offered(session: AsyncSession, section: Section, template_id: UUID) -> CommandTemplate | BuiltInTemplate:
    """A template, stored or built-in; default values of its commands are filled in."""
    built_in = BUILT_IN.get(template_id)
    if built_in is None:
        return await _find(session, template_id)
    return replace(built_in, commands=tuple(section.complete(entry) for entry in built_in.commands))


async def _with_prefix(
    session: AsyncSession, sections: Sections, channel_id: UUID, commands: Sequence[JsonObject]
) -> list[JsonObject]:
    """The commands with the channel's prefix in place of `!` in their names."""
    (settings,) = (await sections["command_settings"].read(session, channel_id)).values()
    prefix = str(settings["prefix"])
    return [
        {**entry, "cmds": [with_prefix(name, prefix) for name in cast("list[str]", entry["cmds"])]}
        for entry in commands
    ]


async def preview(session: AsyncSession, sections: Sections, channel_id: UUID, template_id: UUID) -> TemplatePreview:
    section = sections[COMMANDS]
    row = await _offered(session, section, template_id)
    commands = await _with_prefix(session, sections, channel_id, row.commands)
    plan = Plan.of(section, await section.read(session, channel_id))
    rows = [
        TemplateRow(
            key=section.key_of(entry), entry=entry, clashes=plan.conflicting(entry), problems=section.check(entry)
        )
        for entry in commands
    ]
    return TemplatePreview(id=row.id, title=row.title, description=row.description, rows=rows)


async def import_template(
    database: Database, sections: Sections, editor: Editor, template_id: UUID, body: TemplateImport
) -> TemplateImported:
    async with database.read() as session:
        section = sections[COMMANDS]
        row = await _offered(session, section, template_id)
        commands = await _with_prefix(session, sections, editor.channel_id, row.commands)
    offered = {section.key_of(entry): entry for entry in commands}
    items: dict[str, ImportItem] = {}
    for at, choice in enumerate(body.commands):
        if choice.key not in offered:
            raise Invalid(f"commands.{at}.key", f"{choice.key} is not in this template")
        items[choice.key] = ImportItem(COMMANDS, offered[choice.key], choice.conflicts)
    reason = f"Before import of template {row.title}"
    rows, version_id = await merge_items(database, sections, editor, list(items.values()), reason)
    return TemplateImported(version_id=version_id, rows=rows)
