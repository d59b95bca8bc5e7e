"""YouTube's adapter on a real database, calling a canned server."""

import contextlib
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from canned_server import CannedServer, canned_server
from msgspec.structs import replace
from pydantic import SecretStr
from tenacity import wait_none

from greenroom.chat.protocol.adapter_state import AdapterStateRow, StoredAdapterState
from greenroom.chat.protocol.platform import Account, Actor
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db.database import Database, Table
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.youtube.pace import Pace
from greenroom.platforms.youtube.platform import YouTubePlatform
from greenroom.platforms.youtube.settings import YouTubeSettings
from support.frozen_clock import FrozenClock

CONNECTION = UUID("01890000-0000-7000-8000-000000000001")
CHANNEL = UUID("01890000-0000-7000-8000-000000000002")
OWNER_ID = "UCownerownerownerowner00"
BOT_ID = "UCbotbotbotbotbotbotbot0"
QUICK = Pace(
    check_seconds=0.02,
    short_lived_seconds=0.5,
    first_wait_seconds=0.001,
    max_wait_seconds=0.01,
    part_gap_seconds=0.001,
    parked_seconds=0.01,
    min_retry_seconds=0.001,
)


def error(reason: str, code: int = 403, details: str = "") -> str:
    detail = f'{{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"{details}"}}'
    more = f',"details":[{detail}]' if details else ""
    item = f'{{"message":"m","domain":"youtube.x","reason":"{reason}"}}'
    return f'{{"error":{{"code":{code},"message":"<b>m</b>","errors":[{item}]{more}}}}}'


class Tokens:
    """A source of tokens: returns the same token until it is rejected, then a new one."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.refused: list[str] = []

    async def __call__(self, rejected: str | None = None) -> str:
        if rejected is not None:
            self.refused.append(rejected)
        return f"{self._name}{len(self.refused) + 1}"


@dataclass
class YouTubeSetup:
    server: CannedServer
    clock: FrozenClock
    database: Database
    settings: YouTubeSettings
    platform: YouTubePlatform
    account: Account
    shared: StoredAdapterState

    def with_bot(self) -> Account:
        return replace(self.account, actor=Actor(BOT_ID, Tokens("b"), is_bot=True))

    @property
    def requests(self) -> list[str]:
        return [request.line.removesuffix(" HTTP/1.1") for request in self.server.requests]


async def open_database(folder: Path) -> Database:
    database = Database(f"sqlite+aiosqlite:///{folder / 'state.db'}", MemoryBus().publish)
    async with database.engine.begin() as connection:
        await connection.run_sync(Table.metadata.tables[AdapterStateRow.__tablename__].create)
    return database


@contextlib.asynccontextmanager
async def open_youtube(
    folder: Path, clock: FrozenClock, pace: Pace = QUICK, **changes: object
) -> AsyncGenerator[YouTubeSetup]:
    database, http = await open_database(folder), HttpClient("Greenroom test", wait=wait_none())
    async with canned_server() as server:
        defaults = {
            "client_id": "c1",
            "client_secret": SecretStr("s1"),
            "auth_url": f"{server.url}/auth",
            "token_url": f"{server.url}/token",
            "revoke_url": f"{server.url}/revoke",
            "api_url": f"{server.url}/v3",
        }
        settings = YouTubeSettings.model_validate(defaults | changes)
        shared, own = StoredAdapterState(database, "youtube"), StoredAdapterState(database, str(CONNECTION))
        platform = YouTubePlatform(settings, http, clock, shared, pace)
        account = Account(CONNECTION, CHANNEL, OWNER_ID, "owner", Tokens("t"), own)
        yield YouTubeSetup(server, clock, database, settings, platform, account, shared)
    await http.close()
    await database.close()
