"""Starlette app with one query and no access check: the lower limit of reading the newest messages.

The app runs on Greenroom's server settings and reads the same database file.
"""

import contextlib
import sys
from collections.abc import AsyncGenerator

import aiosqlite
import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bench.reads.stored_chat import MAIN
from greenroom.chat.messages.line import StoredLine
from greenroom.features.messages.schemas import ChatPage
from greenroom.kernel.fast.websocket_server import server_config

NEWEST = "SELECT payload, removal FROM chat_messages WHERE channel_id = ? ORDER BY sent_at DESC, id DESC LIMIT 100"
encode = msgspec.json.Encoder().encode


@contextlib.asynccontextmanager
async def open_database(app: Starlette) -> AsyncGenerator[None]:
    async with aiosqlite.connect(sys.argv[2]) as connection:
        app.state.connection = connection
        yield


async def newest(request: Request) -> Response:
    connection: aiosqlite.Connection = request.app.state.connection
    rows = await connection.execute_fetchall(NEWEST, (MAIN.hex,))
    records = [StoredLine(msgspec.Raw(row[0]), msgspec.Raw(row[1]) if row[1] else None) for row in rows]
    return Response(encode(ChatPage(records, None)), media_type="application/json")


if __name__ == "__main__":
    app = Starlette(routes=[Route("/", newest)], lifespan=open_database)
    uvicorn.Server(server_config(app, "127.0.0.1", int(sys.argv[1]))).run()
