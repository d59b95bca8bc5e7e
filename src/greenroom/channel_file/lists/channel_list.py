"""The usual list of a channel: its rows have unique names, and are a section of the channel's file."""

from dataclasses import dataclass
from typing import Generic, TypeVar
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.channel_file.lists.row_list import Order, Out, RowList
from greenroom.channel_file.lists.rows import NamedIn, NamedRow
from greenroom.kernel.errors import NameTaken
from greenroom.kernel.text import Limited, name_key

Named = TypeVar("Named", bound=NamedRow)
Fields = TypeVar("Fields", bound=NamedIn)

BY_NAME = Order("{many} sorted by name", lambda row: (row.name_key, row.id))


@dataclass(frozen=True, eq=False)
class ChannelList(RowList[Named, Fields, Out], Generic[Named, Fields, Out]):
    order: Order = BY_NAME

    @property
    def max_name_length(self) -> int:
        (limit,) = (one for one in self.given.model_fields["name"].metadata if isinstance(one, Limited))
        return limit.max_length

    async def find_by_name(self, session: AsyncSession, channel_id: UUID, name: str) -> Named | None:
        is_named = self.model.name_key == name_key(name)
        return await session.scalar(select(self.model).where(self.model.channel_id == channel_id, is_named))

    async def check_name(self, session: AsyncSession, channel_id: UUID, fields: Fields, own_id: UUID | None) -> None:
        taken = await self.find_by_name(session, channel_id, fields.name)
        if taken is not None and taken.id != own_id:
            raise NameTaken(fields.name)
