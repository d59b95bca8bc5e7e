"""The timers of a channel in a file."""

from collections.abc import Container, Sequence
from uuid import UUID

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.sections import Editor, Write
from greenroom.features.timers import reading, service
from greenroom.features.timers.rules import free_name, name_key
from greenroom.features.timers.schemas import LONGEST_NAME, TimerIn
from greenroom.features.timers.service import Hand
from greenroom.features.timers.wording import Wording
from greenroom.kernel.db import JsonObject


class TimersSection:
    """A timer is recognised by its name."""

    key = "timers"
    title = "Timers"
    is_single = False

    def __init__(self, wording: Wording) -> None:
        self._wording = wording

    def key_of(self, entry: JsonObject) -> str:
        return str(entry.get("name", "")).strip()

    def names_of(self, entry: JsonObject) -> list[str]:
        return [name_key(self.key_of(entry))]

    def complete(self, entry: JsonObject) -> JsonObject:
        return TimerIn.model_validate(entry).model_dump(mode="json")

    def brief(self, entry: JsonObject) -> JsonObject:
        return TimerIn.model_validate(entry).model_dump(mode="json", exclude_defaults=True)

    async def read(self, session: AsyncSession, channel_id: UUID) -> dict[str, JsonObject]:
        rows = await service.all_timers(session, channel_id)
        return {row.name: reading.given_of(row).model_dump(mode="json") for row in rows}

    def check(self, entry: JsonObject) -> list[str]:
        try:
            given = TimerIn.model_validate(entry)
        except ValidationError as error:
            return [_words(item["loc"], item["msg"]) for item in error.errors()]
        return [f"{problem.field}: {problem.message}" for problem in self._wording.problems(given)]

    async def clashes(self, session: AsyncSession, channel_id: UUID, entry: JsonObject) -> list[str]:
        row = await service.timer_called(session, channel_id, self.key_of(entry))
        return [] if row is None else [row.name]

    async def write(self, session: AsyncSession, editor: Editor, entry: JsonObject) -> None:
        given, hand = TimerIn.model_validate(entry), Hand(editor.name, editor.now)
        self._wording.check(given)
        row = await service.timer_called(session, editor.channel_id, given.name)
        if row is None:
            await service.create_timer(session, editor.channel_id, given, hand)
        else:
            await service.save_timer(session, editor.channel_id, row.id, given, hand)

    def prepare(self, editor: Editor, entries: Sequence[JsonObject]) -> Write:
        return lambda session: self.write_all(session, editor, entries)

    async def write_all(self, session: AsyncSession, editor: Editor, entries: Sequence[JsonObject]) -> None:
        for entry in entries:
            await self.write(session, editor, entry)

    async def remove(self, session: AsyncSession, editor: Editor, key: str) -> None:
        row = await service.timer_called(session, editor.channel_id, key)
        if row is not None:
            await service.delete_timer(session, editor.channel_id, row.id)

    async def remove_all(self, session: AsyncSession, editor: Editor, keys: Sequence[str]) -> None:
        for key in keys:
            await self.remove(session, editor, key)

    def renamed(self, entry: JsonObject, taken: Container[str]) -> JsonObject:
        return {**entry, "name": free_name(self.key_of(entry), taken, LONGEST_NAME)}


def _words(place: tuple[int | str, ...], message: str) -> str:
    return f"{'.'.join(map(str, place)) or 'entry'}: {message.removeprefix('Value error, ')}"
