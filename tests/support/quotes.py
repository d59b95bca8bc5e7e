"""A channel whose quotes are edited through the API."""

from dataclasses import dataclass

import httpx

from support.greenroom_server import Json
from support.moderation import ModeratedChannel


@dataclass
class QuoteChannel(ModeratedChannel):
    @property
    def quotes_path(self) -> str:
        return f"{self.path}/quotes"

    async def post(self, text: str = "I meant to do that", **fields: object) -> httpx.Response:
        return await self.client.ask("POST", self.quotes_path, json={"text": text, **fields})

    async def add(self, text: str = "I meant to do that", **fields: object) -> Json:
        response = await self.post(text, **fields)
        assert response.status_code == 201, response.text
        return response.json()

    async def save(self, quote: Json, *, revision: int | None = None, **changes: object) -> httpx.Response:
        body = {"text": quote["text"], "quoted_name": quote["quoted_name"], "category": quote["category"], **changes}
        query = {} if revision is None else {"revision": revision}
        return await self.client.ask("PUT", f"{self.quotes_path}/{quote['id']}", json=body, params=query)

    async def delete_quote(self, quote: Json) -> httpx.Response:
        return await self.client.ask("DELETE", f"{self.quotes_path}/{quote['id']}")

    async def page(self, **query: str | int) -> Json:
        return await self.client.get(self.quotes_path, **query)

    async def numbers(self, **query: str | int) -> list[int]:
        """Numbers of the quotes on all pages."""
        found: list[int] = []
        page = await self.page(**query)
        while True:
            found += [one["number"] for one in page["records"]]
            if page["cursor"] is None:
                return found
            page = await self.page(**query, cursor=page["cursor"])
