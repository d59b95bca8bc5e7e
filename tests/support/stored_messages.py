"""Chat messages written to the database as the pipeline stores them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from sqlalchemy import Executable, insert

from greenroom.chat.messages.line import Author, ChatLine, Part, Removal, encode
from greenroom.chat.messages.models import ChatMessage
from support.greenroom_server import ApiClient, GreenroomServer, Json

CONNECTION = UUID("01890000-0000-7000-8000-0000000000aa")
MOMENT = datetime.fromisoformat("2030-01-02T03:00:00+00:00")


@dataclass(frozen=True, slots=True)
class StoredLine:
    text: str
    sent_at: datetime = MOMENT
    provider: str = "twitch"
    viewer_id: str = "7001"
    message_id: str = ""
    removal: Removal | None = None
    # By default an id that belongs to no connection and is the same for all lines of a platform.
    connection_id: UUID | None = None

    def row(self, channel_id: str, number: int) -> Json:
        message_id = self.message_id or f"m{number}"
        connection_id = self.connection_id or uuid5(CONNECTION, self.provider)
        author = Author(self.viewer_id, f"login{self.viewer_id}", f"Name {self.viewer_id}", "#ff0000")
        parts = (Part("text", self.text),)
        line = ChatLine(connection_id, self.provider, message_id, "text", self.sent_at, self.text, parts, author)
        return {
            "channel_id": UUID(channel_id),
            "connection_id": connection_id,
            "provider": self.provider,
            "message_id": message_id,
            "viewer_id": self.viewer_id,
            "text": self.text,
            "sent_at": self.sent_at,
            "payload": encode(line),
            "removed_at": self.removal.at if self.removal else None,
            "removal": encode(self.removal) if self.removal else None,
        }


async def store(greenroom: GreenroomServer, channel_id: str, lines: Iterable[StoredLine | str], first: int = 0) -> None:
    """Stores the lines, numbered from `first`; line number 5 gets the message id m5 if it has none."""
    rows = [
        (StoredLine(line) if isinstance(line, str) else line).row(channel_id, number)
        for number, line in enumerate(lines, first)
    ]
    async with greenroom.kernel.database.write() as session:
        await session.execute(insert(ChatMessage), rows)


async def execute_statement(greenroom: GreenroomServer, statement: Executable) -> None:
    async with greenroom.kernel.database.write() as session:
        await session.execute(statement)


async def page(client: ApiClient, channel_id: str, **query: str | int) -> Json:
    return await client.get(f"/channels/{channel_id}/chat-messages", **query)


async def texts(client: ApiClient, channel_id: str, **query: str | int) -> list[str]:
    return texts_of((await page(client, channel_id, **query))["records"])


def texts_of(records: Sequence[Json]) -> list[str]:
    return [record["line"]["text"] for record in records]


async def all_texts(client: ApiClient, channel_id: str, **query: str | int) -> list[str]:
    """Texts of the lines on all pages."""
    found: list[str] = []
    cursor: dict[str, Any] = {}
    while True:
        response = await page(client, channel_id, **query, **cursor)
        found += texts_of(response["records"])
        if response["cursor"] is None:
            return found
        cursor = {"cursor": response["cursor"]}
