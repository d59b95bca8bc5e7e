import hashlib
from collections.abc import Collection, Sequence
from uuid import UUID

import msgspec
from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.channels import Channel
from greenroom.channel_file.sections import Editor, Sections, StoredEntries, Write
from greenroom.channel_file.snapshots import (
    ChannelSnapshot,
    Contents,
    contents_of,
    lock_and_read,
    read_all,
    store_snapshot,
)
from greenroom.features.channel_file.diff import (
    DesiredState,
    SectionChanges,
    compare,
    parse_file,
    report_duplicate_names,
    state_of_version,
)
from greenroom.features.channel_file.schemas import (
    Applied,
    ApplyIn,
    DiffOut,
    FileIn,
    FileProblem,
    RestoreIn,
    VersionOut,
    VersionsOut,
)
from greenroom.features.channel_file.yaml_writer import write_file
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError, Conflict, FieldError, Invalid, NotFound
from greenroom.kernel.tasks.parsing import Turn

MAX_PROBLEMS_IN_ERROR = 10


class VersionNotFound(NotFound):
    type = "version_not_found"
    message = "Version not found. Only the last 50 are kept."


class ChannelChanged(Conflict):
    type = "channel_changed"
    message = "The channel has changed since the preview. Nothing was saved; preview again."


class BadChannelFile(AppError):
    """Lists the first problems of a file, each with its line, or of a version."""

    status = 422
    type = "invalid"

    def __init__(self, problems: Sequence[FileProblem]) -> None:
        errors = [
            FieldError(field=one.field or "content", message=_message_of(one))
            for one in problems[:MAX_PROBLEMS_IN_ERROR]
        ]
        super().__init__("; ".join(error.message for error in errors), errors)


def _message_of(problem: FileProblem) -> str:
    return f"line {problem.line}: {problem.message}" if problem.line else problem.message


async def export(kernel: Kernel, turn: Turn, sections: Sections, channel_id: UUID, only: Collection[str] | None) -> str:
    chosen = _select_sections(sections, only)
    async with kernel.database.read() as session:
        name = await _channel_name(session, channel_id)
        contents = await read_all(session, chosen, channel_id)
    return await turn.run(write_file, name, chosen, contents)


async def _channel_name(session: AsyncSession, channel_id: UUID) -> str:
    return await session.scalar(select(Channel.display_name).where(Channel.id == channel_id)) or ""


def _select_sections(sections: Sections, only: Collection[str] | None) -> Sections:
    for key in only or ():
        if key not in sections:
            raise Invalid("sections", f"{key} is unknown; sections are {', '.join(sections)}")
    return Sections({key: section for key, section in sections.items() if only is None or key in only})


async def compare_file(kernel: Kernel, turn: Turn, sections: Sections, channel_id: UUID, body: FileIn) -> DiffOut:
    _select_sections(sections, body.sections)
    state = await turn.run(parse_file, body.content, sections, body.sections)
    return await _compare(kernel, turn, sections, channel_id, state, remove_missing=body.remove_missing)


async def compare_version(
    kernel: Kernel, turn: Turn, sections: Sections, channel_id: UUID, version_id: UUID, body: RestoreIn
) -> DiffOut:
    state = await _load_version(kernel, turn, sections, channel_id, version_id, body.sections)
    return await _compare(kernel, turn, sections, channel_id, state, remove_missing=True)


async def _load_version(
    kernel: Kernel, turn: Turn, sections: Sections, channel_id: UUID, version_id: UUID, only: Collection[str] | None
) -> DesiredState:
    _select_sections(sections, only)
    async with kernel.database.read() as session:
        contents = await _contents(session, turn, channel_id, version_id)
    return await turn.run(state_of_version, contents, sections, only)


async def _compare(
    kernel: Kernel, turn: Turn, sections: Sections, channel_id: UUID, state: DesiredState, *, remove_missing: bool
) -> DiffOut:
    async with kernel.database.read() as session:
        current = await read_all(session, sections, channel_id)
    found = await turn.run(_differences, state, sections, current, remove_missing=remove_missing)
    return DiffOut(
        channel=state.channel,
        sections=[one.diff for one in found.values()],
        problems=state.problems,
        revision=await turn.run(revision_of, current),
    )


def _differences(
    state: DesiredState, sections: Sections, current: Contents, *, remove_missing: bool
) -> dict[str, SectionChanges]:
    """Adds a problem to `state` for each duplicate name; returns changes by section, none if there are problems."""
    if not state.problems:
        report_duplicate_names(state, sections, current, remove_missing=remove_missing)
    if state.problems:
        return {}
    return {
        key: compare(sections[key], desired, current.get(key, {}), remove_missing=remove_missing)
        for key, desired in state.sections.items()
    }


def revision_of(contents: Contents) -> str:
    """Hash of the contents."""
    found = hashlib.blake2b(digest_size=16)
    for key, entries in contents.items():
        found.update(key.encode() + b"\0")
        for name, entry in entries.items():
            found.update(msgspec.json.encode((name, entry), order="sorted"))
    return found.hexdigest()


async def apply(kernel: Kernel, turn: Turn, sections: Sections, editor: Editor, body: ApplyIn) -> Applied:
    _select_sections(sections, body.sections)
    state = await turn.run(parse_file, body.content, sections, body.sections)
    reason = body.reason.strip() or "Before a file import"
    return await _apply_state(
        kernel, turn, sections, editor, state, reason, revision=body.revision, remove_missing=body.remove_missing
    )


async def restore(
    kernel: Kernel, turn: Turn, sections: Sections, editor: Editor, version_id: UUID, body: RestoreIn
) -> Applied:
    state = await _load_version(kernel, turn, sections, editor.channel_id, version_id, body.sections)
    reason = "Before restoring a version"
    return await _apply_state(
        kernel, turn, sections, editor, state, reason, revision=body.revision, remove_missing=True
    )


async def _apply_state(
    kernel: Kernel,
    turn: Turn,
    sections: Sections,
    editor: Editor,
    state: DesiredState,
    reason: str,
    *,
    revision: str | None,
    remove_missing: bool,
) -> Applied:
    if state.problems:
        raise BadChannelFile(state.problems)
    async with kernel.database.read() as session:
        old = await read_all(session, sections, editor.channel_id)
    changes = await turn.run(PreparedChanges.of, state, sections, editor, old, remove_missing=remove_missing)
    async with kernel.database.write() as session:
        current = await lock_and_read(session, sections, editor.channel_id)
        if revision is not None and revision != await turn.run(revision_of, current):
            raise ChannelChanged
        if current != old:
            changes = await turn.run(
                PreparedChanges.of, state, sections, editor, current, remove_missing=remove_missing
            )
        if state.problems:
            raise BadChannelFile(state.problems)
        version_id = None
        if any(one.has_changes for one in changes.by_section.values()):
            version_id = await store_snapshot(session, sections, editor, reason, current)
        # Written in the order of `sections`, not of the file.
        for key, one in ((key, changes.by_section[key]) for key in sections if key in changes.by_section):
            if one.removed:
                await sections[key].remove_all(session, editor, one.removed)
            if one.written:
                await changes.writes[key](session)
    return Applied(version_id=version_id, sections=[one.diff for one in changes.by_section.values()])


class PreparedChanges(Struct, frozen=True):
    """Changes per section, with the writes that apply them."""

    by_section: dict[str, SectionChanges]
    writes: dict[str, Write]

    @classmethod
    def of(
        cls, state: DesiredState, sections: Sections, editor: Editor, current: Contents, *, remove_missing: bool
    ) -> "PreparedChanges":
        """Compares `state` with `current`, and sets `state.problems`. Slow: callers run it in a thread."""
        # An earlier call may have found problems that the channel has no more.
        state.problems.clear()
        by_section = _differences(state, sections, current, remove_missing=remove_missing)
        writes: dict[str, Write] = {}
        for key, one in by_section.items():
            stored = StoredEntries.of(sections[key], current.get(key, {}), one.written, one.removed)
            writes[key] = sections[key].prepare(state.editor_of(key, editor), one.written, stored)
        return cls(by_section, writes)


async def list_versions(session: AsyncSession, sections: Sections, channel_id: UUID) -> VersionsOut:
    rows = await session.scalars(
        select(ChannelSnapshot).where(ChannelSnapshot.channel_id == channel_id).order_by(ChannelSnapshot.id.desc())
    )
    return VersionsOut(records=[_out(row, sections) for row in rows])


def _out(row: ChannelSnapshot, sections: Sections) -> VersionOut:
    return VersionOut.model_validate(
        {
            "id": row.id,
            "reason": row.reason,
            "created_at": row.created_at,
            "created_by": row.created_by,
            "counts": {key: count for key, count in row.counts.items() if key in sections},
        }
    )


async def create_version(session: AsyncSession, sections: Sections, editor: Editor, reason: str) -> VersionOut:
    contents = await lock_and_read(session, sections, editor.channel_id)
    version_id = await store_snapshot(session, sections, editor, reason.strip() or "Created manually", contents)
    row = await session.get_one(ChannelSnapshot, version_id)
    return _out(row, sections)


async def _contents(session: AsyncSession, turn: Turn, channel_id: UUID, version_id: UUID) -> Contents:
    packed = await session.scalar(
        select(ChannelSnapshot.contents).where(
            ChannelSnapshot.id == version_id, ChannelSnapshot.channel_id == channel_id
        )
    )
    if packed is None:
        raise VersionNotFound
    return await turn.run(contents_of, packed)


async def export_version(kernel: Kernel, turn: Turn, sections: Sections, channel_id: UUID, version_id: UUID) -> str:
    async with kernel.database.read() as session:
        name = await _channel_name(session, channel_id)
        contents = await _contents(session, turn, channel_id, version_id)
    known = {key: entries for key, entries in contents.items() if key in sections}
    return await turn.run(write_file, name, sections, known)
