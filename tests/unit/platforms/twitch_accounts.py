"""Accounts and canned responses for tests of Twitch's adapter."""

import json
from uuid import UUID

from canned_server import CannedServer

from greenroom.chat.protocol.platform import Account, Actor, TokenSource
from greenroom.platforms.twitch.pace import Pace
from support.adapter_connection import MemoryAdapterState

ANY_ID = UUID(int=0)
NO_WAITING = Pace(part_seconds=0, conflict_seconds=0)
BOT = "9001"


def token_source(token: str) -> TokenSource:
    async def current_token(rejected: str | None = None) -> str:
        return token

    return current_token


def account(actor: Actor | None = None) -> Account:
    return Account(ANY_ID, ANY_ID, "1001", "alpha", token_source("owner"), MemoryAdapterState(), actor=actor)


CHANNEL = account()
WITH_BOT = account(Actor(BOT, token_source("bot"), is_bot=True))


def data_response(*data: object, **more: object) -> str:
    return json.dumps({"data": data, **more})


def error_response(status: int, message: str) -> str:
    return json.dumps({"error": "x", "status": status, "message": message})


def recorded_call(server: CannedServer, number: int = 0) -> tuple[str, str, object]:
    """Method, path and body of a request."""
    request = server.requests[number]
    method, path, _ = request.line.split()
    return method, path, json.loads(request.body) if request.body else None


SENT = data_response({"message_id": "7b0c2f7e", "is_sent": True, "drop_reason": None})
