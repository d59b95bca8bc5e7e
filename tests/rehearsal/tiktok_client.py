"""Client of TikTok: room pages, the sign server, push sockets and Login Kit."""

import asyncio
import gzip
import json
import re
from contextlib import suppress
from dataclasses import dataclass, field
from typing import ClassVar
from urllib.parse import urlencode

import httpx
from oauth_client import OAuthClient
from pydantic import JsonValue
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from rehearsal.platforms.tiktok.rehearsal_webcast_pb2 import EnterRoom, FetchResult, Heartbeat, Message, PushFrame
from rehearsal.state import RehearsalState
from support.waiting import MAX_WAIT_SECONDS

REDIRECT_URI = "http://localhost:8000/oauth/tiktok"
ALL_SCOPES = "user.info.basic,user.info.profile,user.info.stats"
STATE = re.compile(r'<script id="SIGI_STATE" type="application/json">(.*?)</script>', re.DOTALL)

Json = dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Ticket:
    """A response of the sign server, with what a client needs to open the push socket."""

    result: FetchResult
    cookie: str
    room_id: int

    def url(self, **more: str) -> str:
        query = {**self.result.route_params, "room_id": str(self.room_id), "version_code": "270000", **more}
        return f"{self.result.push_server}?{urlencode(query)}"


@dataclass(slots=True)
class RoomReader:
    """Reads a room's messages from an open socket, and acknowledges them if `acks` is set."""

    socket: ClientConnection
    room_id: int
    acks: bool = True
    unread: list[Message] = field(default_factory=list[Message])

    async def send(self, payload_type: str, payload: bytes, log_id: int = 0) -> None:
        frame = PushFrame(log_id=log_id, payload_encoding="pb", payload_type=payload_type, payload=payload)
        await self.socket.send(frame.SerializeToString())

    async def enter(self, rehearsal: RehearsalState) -> None:
        since = rehearsal.events.seq
        body = EnterRoom(room_id=self.room_id, live_id=12, identity="audience", filter_welcome_msg="0")
        await self.send("im_enter_room", body.SerializeToString())
        await self.send_heartbeat()
        await rehearsal.events.wait("room_entered", since, {})

    async def send_heartbeat(self) -> None:
        await self.send("hb", Heartbeat(room_id=self.room_id, send_packet_seq_id=1).SerializeToString())

    async def frame(self) -> PushFrame:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            data = await self.socket.recv()
        assert isinstance(data, bytes)
        return PushFrame.FromString(data)

    async def next(self) -> Message:
        while not self.unread:
            frame = await self.frame()
            if frame.payload_type != "msg":
                continue
            is_gzip = any(header.key == "compress_type" and header.value == "gzip" for header in frame.headers)
            result = FetchResult.FromString(gzip.decompress(frame.payload) if is_gzip else frame.payload)
            if result.need_ack and self.acks:
                await self.send("ack", result.internal_ext.encode(), frame.log_id)
            self.unread.extend(result.messages)
        return self.unread.pop(0)

    async def until_closed(self) -> int | None:
        with suppress(ConnectionClosed):
            async with asyncio.timeout(MAX_WAIT_SECONDS):
                while True:
                    await self.socket.recv()
        return self.socket.close_code


@dataclass(slots=True)
class TikTokClient(OAuthClient):
    key: ClassVar[str] = "tiktok"
    authorize_path: ClassVar[str] = "/tiktok/auth/authorize/"
    token_path: ClassVar[str] = "/tiktok/open/v2/oauth/token/"
    redirect_uri: ClassVar[str] = REDIRECT_URI
    client_id_name: ClassVar[str] = "client_key"

    def authorize_parameters(self) -> dict[str, str]:
        return {"scope": ALL_SCOPES}

    def viewer_login(self, number: int = 0) -> str:
        return [each for each in self.rehearsal.world.viewers_on("tiktok") if not each.is_moderator][number].login

    async def user_on_page(self, handle: str) -> Json | None:
        """The user in the JSON state of the live page, `{}` for an unknown handle; None if the page has no state."""
        found = STATE.search((await self.http.get(f"/tiktok/app/@{handle}/live")).text)
        if found is None:
            return None
        return json.loads(found[1])["LiveRoom"].get("liveRoomUserInfo", {}).get("user", {})

    async def room_id(self, handle: str) -> int:
        user = await self.user_on_page(handle)
        assert user is not None
        return int(str(user["roomId"]))

    async def fetch(self, room_id: int | str, **headers: str) -> httpx.Response:
        query = {"client": "ttlive-python", "room_id": str(room_id), "user_agent": "x", "platform": "web"}
        return await self.http.get(
            "/tiktok/sign/webcast/fetch", params={**query, "client_enter": "True"}, headers=headers
        )

    async def ticket(self, handle: str) -> Ticket:
        room_id = await self.room_id(handle)
        response = await self.fetch(room_id)
        assert response.status_code == 200, response.text
        return Ticket(FetchResult.FromString(response.content), response.headers["x-set-tt-cookie"], room_id)

    def connect(
        self, ticket: Ticket, *, cookie: str | None = None, protocol: str = "echo-protocol", **query: str
    ) -> connect:
        return connect(
            ticket.url(**query),
            subprotocols=[Subprotocol(protocol)] if protocol else None,
            additional_headers={"Cookie": ticket.cookie if cookie is None else cookie},
            ping_interval=None,
        )

    async def user_info(self, token: str, fields: str) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"}
        return await self.http.get("/tiktok/open/v2/user/info/", params={"fields": fields}, headers=headers)
