"""Merges imported entries into a channel, and resolves names that are taken."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Literal
from uuid import UUID

from msgspec import Struct, field
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.channel_file.sections import Editor, Section, Sections, StoredEntries, Write
from greenroom.channel_file.snapshots import Contents, lock_and_read, read_all, store_snapshot
from greenroom.kernel.db.database import Database, JsonObject
from greenroom.kernel.schema import Schema
from greenroom.kernel.tasks.parsing import stop_if_asked

Conflicts = Literal["skip", "rename", "replace"]
Outcome = Literal["added", "renamed", "replaced", "skipped", "failed"]
MAX_NAMES_IN_DETAIL = 5


class ImportItem(Struct, frozen=True):
    section: str
    entry: JsonObject
    conflicts: Conflicts


class ImportResult(Schema):
    """Result of one imported entry."""

    section: str
    # The entry's key as imported.
    key: str
    # The entry's key as stored, different if it was renamed; empty if it was not stored, or gets a number as its key.
    name: str
    outcome: Outcome
    # The conflict or the problem, as text for users.
    detail: str


class Plan(Struct):
    """Entries to write and to remove in one section."""

    section: Section
    # Normalised name → key of the entry that has it.
    owners: dict[str, str]
    # Key of the entry → its normalised names.
    names: dict[str, list[str]]
    # The first name of each entry.
    first_names: set[str]
    # First names of the entries that the channel has already.
    stored: set[str]
    # First name → entry to write.
    written: dict[str, JsonObject] = field(default_factory=dict[str, JsonObject])
    # Keys of the stored entries to remove.
    removed: list[str] = field(default_factory=list[str])

    @classmethod
    def of(cls, section: Section, entries: Mapping[str, JsonObject]) -> "Plan":
        named = [(key, section.names_of(entry)) for key, entry in entries.items()]
        owners = {name: key for key, names in named for name in names}
        first_names = {names[0] for _, names in named if names}
        return cls(section, owners, dict(named), first_names, set(first_names))

    def conflicting(self, entry: JsonObject) -> list[str]:
        """Keys of the entries that share a name with this entry."""
        taken = (self.owners.get(name) for name in self.section.names_of(entry))
        return list(dict.fromkeys(key for key in taken if key is not None))

    def add(self, entry: JsonObject, conflicts: Conflicts) -> ImportResult:
        stop_if_asked()
        key = self.section.key_of(entry)
        if problems := self.section.check(entry):
            return self._result(key, "failed", "; ".join(problems))
        taken = self.conflicting(entry)
        named = ", ".join(taken[:MAX_NAMES_IN_DETAIL])
        if not taken:
            self._write(entry)
            return self._result(key, "added", name=key)
        if conflicts == "skip":
            return self._result(key, "skipped", f"{named} already exists{self._skipped_names(entry)}")
        if conflicts == "rename":
            return self._rename(entry)
        self._remove_conflicting(entry, taken)
        self._write(entry)
        return self._result(key, "replaced", f"replaces {named}", name=key)

    def _skipped_names(self, entry: JsonObject) -> str:
        """A text that lists the free names of an entry, which are skipped together with its taken names."""
        free = [name for name in self.section.names_of(entry) if name not in self.owners]
        return f"; {', '.join(free[:MAX_NAMES_IN_DETAIL])} also skipped" if free else ""

    def _rename(self, entry: JsonObject) -> ImportResult:
        key = self.section.key_of(entry)
        renamed = self.section.renamed(entry, self.owners)
        if problems := self.section.check(renamed):
            return self._result(key, "failed", "; ".join(problems))
        self._write(renamed)
        name = self.section.key_of(renamed)
        detail = (
            f"{key} already exists, renamed to {name}" if name else f"{key} already exists, added with the next number"
        )
        if name == key:
            detail = "an alias already exists and was renamed"
        return self._result(key, "renamed", detail, name=name)

    def _write(self, entry: JsonObject) -> None:
        names, key = self.section.names_of(entry), self.section.key_of(entry)
        self.written[names[0] if names else f"\0{len(self.written)}"] = entry
        self.owners.update(dict.fromkeys(names, key))
        self.names[key] = names
        self.first_names.update(names[:1])

    def _remove_conflicting(self, entry: JsonObject, taken: Sequence[str]) -> None:
        """Removes entries that share a name, except the one with the same first name, which writing overwrites."""
        first_name = self.section.names_of(entry)[0]
        for key in taken:
            names = self.names.pop(key)
            is_itself = first_name in self.first_names and self.owners.get(first_name) == key
            for name in names:
                del self.owners[name]
            if is_itself:
                continue
            self.first_names.difference_update(names)
            self.written.pop(names[0], None)
            if names[0] in self.stored:
                # Removed even if an earlier item would overwrite the entry: its stored row still has the names.
                self.stored.discard(names[0])
                self.removed.append(key)

    def prepare(self, editor: Editor, stored: Mapping[str, JsonObject]) -> Write:
        written = list(self.written.values())
        return self.section.prepare(editor, written, StoredEntries.of(self.section, stored, written, self.removed))

    def _result(self, key: str, outcome: Outcome, detail: str = "", *, name: str = "") -> ImportResult:
        return ImportResult(section=self.section.key, key=key, name=name, outcome=outcome, detail=detail)


class Draft(Struct, frozen=True):
    """Results and prepared writes of all items, valid while the channel has the contents that they were made from."""

    results: list[ImportResult]
    plans: Mapping[str, Plan]
    writes: Mapping[str, Write]

    @classmethod
    def of(cls, sections: Sections, editor: Editor, contents: Contents, items: Sequence[ImportItem]) -> "Draft":
        """Prepares a draft; called in a thread, because it checks thousands of entries."""
        plans = {key: Plan.of(sections[key], contents[key]) for key in dict.fromkeys(item.section for item in items)}
        results = [plans[item.section].add(item.entry, item.conflicts) for item in items]
        writes = {key: plan.prepare(editor, contents[key]) for key, plan in plans.items()}
        return cls(results, plans, writes)

    @property
    def has_writes(self) -> bool:
        return any(plan.written for plan in self.plans.values())


# Makes the draft in a thread, outside the event loop.
RunInThread = Callable[[Callable[[], Draft]], Awaitable[Draft]]


# Further writes in the same transaction.
AfterWriting = Callable[[AsyncSession, Sequence[ImportResult]], Awaitable[None]]


async def merge_items(
    database: Database,
    sections: Sections,
    editor: Editor,
    items: Sequence[ImportItem],
    reason: str,
    run: RunInThread = asyncio.to_thread,
    after_writing: AfterWriting | None = None,
) -> tuple[list[ImportResult], UUID | None]:
    """Merges items in order; returns the results and the id of a snapshot, None if nothing was written.

    The snapshot and all valid items are written in one transaction. The draft is prepared before the transaction, and
    again only if the channel was changed meanwhile.
    """
    async with database.read() as session:
        before = await read_all(session, sections, editor.channel_id)
    draft = await run(partial(Draft.of, sections, editor, before, items))
    if not draft.has_writes:
        return draft.results, None
    async with database.write() as session:
        current = await lock_and_read(session, sections, editor.channel_id)
        if any(current[key] != before[key] for key in draft.plans):
            draft = await run(partial(Draft.of, sections, editor, current, items))
        if not draft.has_writes:
            return draft.results, None
        version_id = await store_snapshot(session, sections, editor, reason, current)
        for key, plan in draft.plans.items():
            await sections[key].remove_all(session, editor, plan.removed)
            await draft.writes[key](session)
        if after_writing is not None:
            await session.flush()
            await after_writing(session, draft.results)
    return draft.results, version_id
