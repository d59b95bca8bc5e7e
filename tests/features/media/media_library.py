"""The media library of a channel, used through the API."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from support.greenroom_server import API, ApiClient, GreenroomServer, Json
from support.waiting import wait_until


@dataclass
class MediaLibrary:
    greenroom: GreenroomServer
    client: ApiClient
    channel_id: str

    @property
    def path(self) -> str:
        return f"/channels/{self.channel_id}/media"

    @property
    def folder(self) -> Path:
        return self.greenroom.settings.data_dir / "media"

    async def upload(self, content: bytes, name: str = "cheer.png") -> httpx.Response:
        return await self.client.ask("POST", self.path, params={"name": name}, content=content)

    async def add(self, content: bytes, name: str = "cheer.png") -> Json:
        response = await self.upload(content, name)
        assert response.status_code == 201, response.text
        return response.json()

    async def page(self, **query: str | int) -> Json:
        return await self.client.get(self.path, **query)

    async def names(self, **query: str | int) -> list[str]:
        return [record["name"] for record in (await self.page(**query))["records"]]

    async def delete(self, media: Json, **query: str) -> httpx.Response:
        return await self.client.ask("DELETE", f"{self.path}/{media['id']}", params=query)

    async def fetch(self, path: str, method: str = "GET", **headers: str) -> httpx.Response:
        """Fetches a file as a widget does: without a session."""
        anonymous = await self.greenroom.client()
        return await anonymous.http.request(method, path, headers=headers)

    async def begin_upload(
        self, client: ApiClient, announced_bytes: int, sent: bytes = b""
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Begins an upload, and sends only `sent` of its body."""
        address = urlsplit(self.greenroom.url)
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        head = (
            f"POST {API}{self.path}?name=x HTTP/1.1\r\nHost: {address.netloc}\r\n"
            f"Authorization: Bearer {client.token}\r\nContent-Length: {announced_bytes}\r\n\r\n"
        )
        writer.write(head.encode() + sent)
        await writer.drain()
        return reader, writer

    async def status_before_body(self, client: ApiClient, announced_bytes: int) -> int:
        """Status of the response to an upload whose body was announced but not sent."""
        reader, writer = await self.begin_upload(client, announced_bytes)
        status = (await reader.readline()).split()[1]
        writer.close()
        return int(status)

    def stored_names(self) -> set[str]:
        return {path.name for path in self.folder.rglob("*") if path.is_file()}

    async def until_stored(self, count: int) -> None:
        await wait_until(lambda: len(self.stored_names()) == count)
