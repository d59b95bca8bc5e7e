"""Accounts and canned responses for tests of Twitch's adapter."""

import json
from dataclasses import dataclass, field
from uuid import UUID

from canned_server import CannedServer

from greenroom.chat.protocol.platform import Account, Actor, TokenSource
from greenroom.platforms.twitch.pace import Pace

NOBODY = UUID(int=0)
NO_WAITING = Pace(part_seconds=0, conflict_seconds=0)
BOT = "9001"


def token_source(token: str) -> TokenSource:
    async def give(rejected: str | None = None) -> str:
        return token

    return give


@dataclass
class Memory:
    """Notes of a connection that is never stored."""

    held: dict[str, str] = field(default_factory=dict[str, str])

    async def get(self, key: str) -> str | None:
        return self.held.get(key)

    async def put(self, key: str, value: str) -> None:
        self.held[key] = value

    async def delete(self, key: str) -> None:
        self.held.pop(key, None)

    async def add(self, key: str, amount: int) -> int:
        self.held[key] = str(int(self.held.get(key, "0")) + amount)
        return int(self.held[key])


def account(actor: Actor | None = None) -> Account:
    return Account(NOBODY, NOBODY, "1001", "alpha", token_source("owner"), Memory(), actor=actor)


CHANNEL = account()
WITH_BOT = account(Actor(BOT, token_source("bot"), is_bot=True))


def data_response(*data: object, **more: object) -> str:
    return json.dumps({"data": data, **more})


def error_response(status: int, message: str) -> str:
    return json.dumps({"error": "x", "status": status, "message": message})


def recorded_call(server: CannedServer, number: int = 0) -> tuple[str, str, object]:
    """Method, address and body of a call."""
    call = server.requests[number]
    method, address, _ = call.line.split()
    return method, address, json.loads(call.body) if call.body else None


SENT = data_response({"message_id": "7b0c2f7e", "is_sent": True, "drop_reason": None})
