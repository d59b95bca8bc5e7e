"""A channel whose audit log is read, and whose changes are undone, through the API."""

from dataclasses import dataclass

import httpx

from support.greenroom_server import ApiClient, Json


@dataclass
class AuditedChannel:
    client: ApiClient
    channel_id: str

    @property
    def path(self) -> str:
        return f"/channels/{self.channel_id}"

    async def change(self, method: str, path: str, **parts: object) -> Json:
        """Makes a change that must succeed; returns the response."""
        response = await self.client.ask(method, f"{self.path}/{path}", **parts)
        assert response.is_success, response.text
        return response.json() if response.content else {}

    async def log(self, **query: str | int) -> list[Json]:
        """The entries, newest first."""
        return (await self.client.get(f"{self.path}/audit-log", **query))["records"]

    async def all_pages(self, **query: str | int) -> list[Json]:
        pages = [await self.client.get(f"{self.path}/audit-log", **query)]
        while cursor := pages[-1]["cursor"]:
            pages.append(await self.client.get(f"{self.path}/audit-log", **query, cursor=cursor))
        return pages

    async def newest(self) -> Json:
        return (await self.log(per_page=1))[0]

    async def preview(self, entry: Json) -> httpx.Response:
        return await self.client.ask("GET", f"{self.path}/audit-log/{entry['id']}/undo")

    async def undo(self, entry: Json) -> httpx.Response:
        return await self.client.ask("POST", f"{self.path}/audit-log/{entry['id']}/undo")


def values(entry: Json) -> dict[str, tuple[object, object]]:
    """Old and new value of each field."""
    return {one["field"]: (one["old"], one["new"]) for one in entry["fields"]}
