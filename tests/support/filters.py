"""A channel whose filters are edited through the API and applied to its chat."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx

from support.greenroom_server import ApiClient, Json
from support.moderation import LiveEvents, ModeratedChannel


def filter_body(kind: str = "caps", **changes: object) -> Json:
    return {"type": kind, "name": f"The {kind} filter", **changes}


class FilterChannel(ModeratedChannel):
    async def send(self, method: str, path: str, *, by: ApiClient | None = None, **body: Any) -> httpx.Response:  # noqa: ANN401  # JSON
        return await (by or self.client).ask(method, f"{self.path}{path}", json=body)

    async def make(self, kind: str = "caps", **changes: Any) -> Json:  # noqa: ANN401  # JSON
        response = await self.send("POST", "/filters", **filter_body(kind, **changes))
        assert response.status_code == 201, response.text
        return response.json()

    async def ban_words(self, *words: str, **changes: Any) -> Json:  # noqa: ANN401  # JSON
        terms = [{"kind": "phrase", "text": word} for word in words]
        return await self.make("banned_terms", settings={"terms": terms}, **changes)

    async def save(self, saved: Json, **changes: Any) -> httpx.Response:  # noqa: ANN401  # JSON
        read_only = {"id", "summary", "hits_today", "revision", "created_at", "updated_at", "updated_by", "term_count"}
        body = {name: value for name, value in saved.items() if name not in read_only}
        return await self.send("PUT", f"/filters/{saved['id']}", **(body | changes))

    async def filters(self, by: ApiClient | None = None) -> list[Json]:
        return await (by or self.client).get(f"{self.path}/filters")

    async def hits(self, saved: Json) -> list[Json]:
        return (await self.client.get(f"{self.path}/filters/{saved['id']}/hits"))["records"]

    async def explain(self, line: Json) -> list[Json]:
        """Explanations by the filters; those by other features are left out."""
        path = f"{self.path}/chat-messages/{line['connection_id']}/{line['message_id']}/why"
        return [one for one in (await self.client.get(path))["records"] if one["kind"] == "filter"]

    async def test(self, body: Json, text: str, **more: Any) -> Json:  # noqa: ANN401  # JSON
        response = await self.send("POST", "/filters/test", filter=body, text=text, **more)
        assert response.status_code == 200, response.text
        return response.json()

    async def strikes(self, line: Json) -> list[tuple[str, int]]:
        query = {"provider": line["provider"], "provider_viewer_id": line["author"]["id"]}
        records = await self.client.get(f"{self.path}/filter-strikes", **query)
        return [(one["filter_name"], one["count"]) for one in records]

    async def permit(self, line: Json, by: ApiClient | None = None, **more: Any) -> httpx.Response:  # noqa: ANN401  # JSON
        body = {"provider": line["provider"], "provider_viewer_id": line["author"]["id"], **more}
        return await self.send("POST", "/permits", by=by, **body)

    @asynccontextmanager
    async def filter_events(self) -> AsyncGenerator[LiveEvents]:
        """Live events of chat, moderation log and filters."""
        async with self.client.socket("/live") as socket:
            await socket.subscribe(self.channel_id, "chat", "moderation", "filters")
            yield LiveEvents(socket)


def is_removed(message_id: str) -> Callable[[Json], bool]:
    def fits(event: Json) -> bool:
        return event["type"] == "removed" and message_id in [line["message_id"] for line in event["lines"]]

    return fits
