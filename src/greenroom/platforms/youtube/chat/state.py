"""Adapter state: position in the chat, recent message ids and the current broadcast."""

from collections import OrderedDict
from datetime import datetime

import msgspec

from greenroom.chat.protocol.adapter_state import AdapterState
from greenroom.platforms.youtube.api.resources import Time

MAX_REMEMBERED_IDS = 20_000
POSITION = "place"
BROADCAST = "broadcast"


class ChatPosition(msgspec.Struct):
    """Tokens of the list and of the stream are not promised to be exchangeable: each way of reading has its own."""

    chat_id: str
    way: str
    token: str


class OnAir(msgspec.Struct):
    """The running or next broadcast, for actions; empty without one."""

    broadcast_id: str
    chat_id: str
    as_of: Time


class RecentIds:
    """Recently seen message ids, for deduplication."""

    def __init__(self) -> None:
        self._seen: OrderedDict[tuple[str, str], None] = OrderedDict()

    def is_new(self, identity: tuple[str, str]) -> bool:
        if identity in self._seen:
            self._seen.move_to_end(identity)
            return False
        self._seen[identity] = None
        if len(self._seen) > MAX_REMEMBERED_IDS:
            self._seen.popitem(last=False)
        return True


async def recall_token(adapter_state: AdapterState, chat_id: str, way: str) -> str:
    """Stored page token for this chat and way of reading; empty without one."""
    note = await adapter_state.get(POSITION)
    try:
        place = msgspec.json.decode(note or "", type=ChatPosition)
    except msgspec.MsgspecError:
        return ""
    return place.token if (place.chat_id, place.way) == (chat_id, way) else ""


async def remember_token(adapter_state: AdapterState, chat_id: str, way: str, token: str) -> None:
    await adapter_state.put(POSITION, msgspec.json.encode(ChatPosition(chat_id, way, token)).decode())


async def recall_on_air(adapter_state: AdapterState) -> OnAir | None:
    note = await adapter_state.get(BROADCAST)
    try:
        return msgspec.json.decode(note or "", type=OnAir)
    except msgspec.MsgspecError:
        return None


async def remember_on_air(adapter_state: AdapterState, broadcast_id: str, chat_id: str, as_of: datetime) -> None:
    await adapter_state.put(BROADCAST, msgspec.json.encode(OnAir(broadcast_id, chat_id, as_of)).decode())
