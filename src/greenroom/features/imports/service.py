from collections import Counter
from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.channel_file.command_imports import CommandImports
from greenroom.channel_file.merge import ImportItem, ImportResult, merge_items
from greenroom.channel_file.sections import Editor, Sections, check_readable
from greenroom.channel_file.snapshots import read_all
from greenroom.features.imports.review import BOT_NAMES, review_export
from greenroom.features.imports.schemas import ImportIn, ImportOut, ReviewIn, ReviewOut
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import Database
from greenroom.kernel.errors import Invalid
from greenroom.kernel.tasks.parsing import Turn, stop_if_asked
from greenroom.responses.variables import VariableRegistry

WRITTEN = frozenset({"added", "renamed", "replaced"})
KINDS = ("commands", "timers", "quotes")


async def review(
    kernel: Kernel,
    turn: Turn,
    sections: Sections,
    registry: VariableRegistry,
    commands: CommandImports,
    channel_id: UUID,
    body: ReviewIn,
) -> ReviewOut:
    """Reviews the export in a thread: ten thousand commands take a few seconds."""
    async with kernel.database.read() as session:
        current = await read_all(session, Sections({key: sections[key] for key in KINDS}), channel_id)
        starters = await commands.unchanged_starters(session, channel_id)

    def is_variable(name: str) -> bool:
        return registry.find(name) is not None

    return await turn.run(review_export, body.source, body.content, sections, current, is_variable, starters)


async def import_rows(
    database: Database, turn: Turn, sections: Sections, commands: CommandImports, editor: Editor, body: ImportIn
) -> ImportOut:
    async def store_use_counts(session: AsyncSession, results: Sequence[ImportResult]) -> None:
        pairs = zip(body.rows, results, strict=True)
        counts = {
            one.name: row.use_count
            for row, one in pairs
            if row.kind == "commands" and row.use_count is not None and one.outcome in WRITTEN
        }
        await commands.set_use_counts(session, editor.channel_id, counts)

    items = await turn.run(_items, body)
    reason = f"Before an import from {BOT_NAMES[body.source]}"
    rows, version_id = await merge_items(database, sections, editor, items, reason, turn.run, store_use_counts)
    counts = Counter(row.outcome for row in rows)
    return ImportOut(
        version_id=version_id,
        added=counts["added"],
        renamed=counts["renamed"],
        replaced=counts["replaced"],
        skipped=counts["skipped"],
        failed=counts["failed"],
        rows=rows,
    )


def _items(body: ImportIn) -> list[ImportItem]:
    for at, row in enumerate(body.rows):
        stop_if_asked()
        try:
            check_readable(row.entry)
        except ValueError as error:
            raise Invalid(f"rows.{at}.entry", str(error)) from error
    return [ImportItem(row.kind, row.entry, row.conflicts) for row in body.rows]
