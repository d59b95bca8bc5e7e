"""Position in the chat and current broadcast, kept as adapter state."""

from datetime import datetime

import msgspec

from greenroom.chat.protocol.adapter_state import AdapterState
from greenroom.platforms.youtube.api.resources import Time

# Keys in the adapter state.
POSITION = "place"
BROADCAST = "broadcast"


class ChatPosition(msgspec.Struct):
    """Page token of a chat for one way of reading it, `list` or `stream`, which may not accept each other's tokens."""

    chat_id: str
    way: str
    token: str


class CurrentBroadcast(msgspec.Struct):
    """The live or next broadcast, for actions; its ids are empty if there is none."""

    broadcast_id: str
    chat_id: str
    as_of: Time


async def load_token(adapter_state: AdapterState, chat_id: str, way: str) -> str:
    """Stored page token for this chat and way of reading; empty if there is none."""
    stored = await adapter_state.get(POSITION)
    try:
        position = msgspec.json.decode(stored or "", type=ChatPosition)
    except msgspec.MsgspecError:
        return ""
    return position.token if (position.chat_id, position.way) == (chat_id, way) else ""


async def store_token(adapter_state: AdapterState, chat_id: str, way: str, token: str) -> None:
    await adapter_state.put(POSITION, msgspec.json.encode(ChatPosition(chat_id, way, token)).decode())


async def load_current_broadcast(adapter_state: AdapterState) -> CurrentBroadcast | None:
    stored = await adapter_state.get(BROADCAST)
    try:
        return msgspec.json.decode(stored or "", type=CurrentBroadcast)
    except msgspec.MsgspecError:
        return None


async def store_current_broadcast(
    adapter_state: AdapterState, broadcast_id: str, chat_id: str, as_of: datetime
) -> None:
    await adapter_state.put(BROADCAST, msgspec.json.encode(CurrentBroadcast(broadcast_id, chat_id, as_of)).decode())
