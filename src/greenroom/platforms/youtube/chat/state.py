"""Position in the chat and current broadcast, kept as adapter state; recent message ids, kept in memory."""

from collections import OrderedDict
from datetime import datetime

import msgspec

from greenroom.chat.protocol.adapter_state import AdapterState
from greenroom.platforms.youtube.api.resources import Time

MAX_REMEMBERED_IDS = 20_000
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


class RecentIds:
    """Recently seen message ids, for deduplication."""

    def __init__(self) -> None:
        self._seen: OrderedDict[tuple[str, str], None] = OrderedDict()

    def is_new(self, identity: tuple[str, str]) -> bool:
        """Stores the identity; False if it is stored already."""
        if identity in self._seen:
            self._seen.move_to_end(identity)
            return False
        self._seen[identity] = None
        if len(self._seen) > MAX_REMEMBERED_IDS:
            self._seen.popitem(last=False)
        return True


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
