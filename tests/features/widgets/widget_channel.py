"""A channel whose widgets are edited through the API."""

from dataclasses import dataclass, field
from itertools import count
from uuid import UUID

import httpx

from support.greenroom_server import ApiClient, GreenroomServer, Json


@dataclass
class WidgetChannel:
    greenroom: GreenroomServer
    client: ApiClient
    channel_id: str

    @property
    def path(self) -> str:
        return f"/channels/{self.channel_id}"

    @property
    def id(self) -> UUID:
        return UUID(self.channel_id)

    _names: "count[int]" = field(default_factory=lambda: count(1), init=False)

    async def post(self, type_name: str = "chat", **fields: object) -> httpx.Response:
        body = {"name": f"Widget {next(self._names)}", "type": type_name, **fields}
        return await self.client.ask("POST", f"{self.path}/widgets", json=body)

    async def add(self, type_name: str = "chat", **settings: object) -> Json:
        response = await self.post(type_name, settings=settings)
        assert response.status_code == 201, response.text
        return response.json()

    async def save(self, widget: Json, *, revision: int | None = None, **changes: object) -> httpx.Response:
        body = {"name": widget["name"], "settings": widget["settings"], "css": widget["css"], **changes}
        query = {} if revision is None else {"revision": revision}
        return await self.client.ask("PUT", f"{self.path}/widgets/{widget['id']}", json=body, params=query)

    async def switch(self, widget: Json, *, is_enabled: bool) -> Json:
        path = f"{self.path}/widgets/{widget['id']}/enabled"
        response = await self.client.ask("PUT", path, json={"enabled": is_enabled})
        assert response.status_code == 200, response.text
        return response.json()

    async def key(self, widget: Json) -> str:
        return (await self.client.get(f"{self.path}/widgets/{widget['id']}/key"))["key"]

    async def rotate(self, widget: Json) -> Json:
        response = await self.client.ask("POST", f"{self.path}/widgets/{widget['id']}/key")
        assert response.status_code == 200, response.text
        return response.json()

    async def delete(self, widget: Json) -> httpx.Response:
        return await self.client.ask("DELETE", f"{self.path}/widgets/{widget['id']}")
