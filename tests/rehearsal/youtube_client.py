"""Client of YouTube: API calls and consent."""

from dataclasses import dataclass
from typing import Any, ClassVar, cast

import httpx
from oauth_client import OAuthClient, Tokens

from rehearsal.platforms.youtube.ids import channel_id
from rehearsal.platforms.youtube.platform import YouTube
from rehearsal.platforms.youtube.scopes import FORCE_SSL

REDIRECT_URI = "http://127.0.0.1:8000/oauth/youtube"
ALL_PARTS = "id,snippet,authorDetails"

# A decoded response body.
Json = dict[str, Any]


@dataclass(slots=True)
class YouTubeClient(OAuthClient):
    key: ClassVar[str] = "youtube"
    authorize_path: ClassVar[str] = "/google/o/oauth2/v2/auth"
    token_path: ClassVar[str] = "/google/token"
    redirect_uri: ClassVar[str] = REDIRECT_URI

    def authorize_parameters(self) -> dict[str, str]:
        return {"scope": FORCE_SSL, "access_type": "offline", "prompt": "consent"}

    async def sign_in(self, login: str, scope: str = FORCE_SSL) -> Tokens:
        response = await self.tokens(login, scope=scope)
        return Tokens(response["access_token"], response.get("refresh_token", ""))

    @property
    def platform(self) -> YouTube:
        return cast("YouTube", self.rehearsal.platforms["youtube"])

    async def access(self, login: str, scope: str = FORCE_SSL) -> str:
        return (await self.sign_in(login, scope)).access

    async def call(
        self, method: str, path: str, access: str = "", body: object = None, **query: str | list[str]
    ) -> httpx.Response:
        headers = {"Authorization": f"Bearer {access}"} if access else {}
        return await self.http.request(method, f"/youtube/v3{path}", params=query, headers=headers, json=body)

    async def get(self, path: str, access: str = "", **query: str | list[str]) -> Json:
        """Makes a GET call that must succeed; returns the response body."""
        response = await self.call("GET", path, access, **query)
        assert response.status_code == 200, response.text
        return response.json()

    async def live_chat(self, access: str) -> str:
        """The chat id of the token owner's live broadcast."""
        found = await self.get("/liveBroadcasts", access, part="snippet", broadcastStatus="active", broadcastType="all")
        return str(found["items"][0]["snippet"]["liveChatId"])

    async def read(self, access: str, chat: str, **query: str) -> Json:
        return await self.get("/liveChat/messages", access, liveChatId=chat, part=ALL_PARTS, **query)

    async def say(self, access: str, chat: str, text: str) -> httpx.Response:
        details = {"messageText": text}
        snippet = {"liveChatId": chat, "type": "textMessageEvent", "textMessageDetails": details}
        return await self.call("POST", "/liveChat/messages", access, {"snippet": snippet}, part="snippet")

    async def ban(self, access: str, chat: str, login: str, seconds: int | None = None) -> httpx.Response:
        temporary = {"type": "temporary", "banDurationSeconds": str(seconds)}
        duration = {"type": "permanent"} if seconds is None else temporary
        snippet: Json = {"liveChatId": chat, "bannedUserDetails": {"channelId": self.channel_of(login)}, **duration}
        return await self.call("POST", "/liveChat/bans", access, {"snippet": snippet}, part="snippet")

    def channel_of(self, login: str) -> str:
        viewer = self.rehearsal.world.viewer(login=login)
        assert viewer is not None
        return channel_id(viewer.id)

    def viewer_login(self, position: int = 0, *, is_moderator: bool = False) -> str:
        matching = [each for each in self.rehearsal.world.viewers_on("youtube") if each.is_moderator == is_moderator]
        return matching[position].login


def reason(response: httpx.Response) -> tuple[int, str]:
    """Status and `reason` of a failed call."""
    body: Any = response.json()
    envelope = cast("list[Json]", body)[0] if isinstance(body, list) else cast("Json", body)
    return response.status_code, envelope["error"]["errors"][0]["reason"]


def texts(listed: Json) -> list[str]:
    return [item["snippet"].get("displayMessage", "") for item in listed["items"]]


def kinds(listed: Json) -> list[str]:
    return [item["snippet"]["type"] for item in listed["items"]]
