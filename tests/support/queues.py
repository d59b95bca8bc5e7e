"""A channel whose queues are managed through the API, and viewers who join from chat."""

from dataclasses import dataclass
from uuid import UUID

import httpx
from sqlalchemy import text

from greenroom.chat.messages.models import Viewer
from greenroom.features.points.ledger.balances import balance_of
from greenroom.features.points.ledger.ledger import Movement, Reason, post
from greenroom.features.points.ledger.settings import PointSettings, save_settings
from greenroom.features.queues.chat.variables import variables
from greenroom.kernel.ids import new_id
from greenroom.responses.rendering import Rendered, compile_text
from greenroom.responses.variables import Caller, VariableContext, VariableRegistry
from support.greenroom_server import Json
from support.moderation import ModeratedChannel

CONNECTION = UUID(int=3)


@dataclass
class QueueChannel(ModeratedChannel):
    @property
    def queues_path(self) -> str:
        return f"{self.path}/queues"

    async def post(self, name: str = "Races", **fields: object) -> httpx.Response:
        return await self.client.ask("POST", self.queues_path, json={"name": name, **fields})

    async def make(self, name: str = "Races", *, is_open: bool = True, **fields: object) -> Json:
        response = await self.post(name, **fields)
        assert response.status_code == 201, response.text
        queue = response.json()
        return await self.switch(queue, is_open=True) if is_open else queue

    async def edit(self, queue: Json, **fields: object) -> None:
        path = f"{self.queues_path}/{queue['id']}"
        assert (await self.client.ask("PUT", path, json={"name": queue["name"], **fields})).status_code == 200

    async def switch(self, queue: Json, *, is_open: bool) -> Json:
        return (await self.put(queue, "open", open=is_open)).json()

    async def put(self, queue: Json, path: str, **body: object) -> httpx.Response:
        return await self.client.ask("PUT", f"{self.queues_path}/{queue['id']}/{path}", json=body)

    async def press(self, queue: Json, path: str, **body: object) -> httpx.Response:
        return await self.client.ask("POST", f"{self.queues_path}/{queue['id']}/{path}", json=body)

    async def delete_queue(self, queue: Json) -> httpx.Response:
        return await self.client.ask("DELETE", f"{self.queues_path}/{queue['id']}")

    async def set_state(self, queue: Json, entry: Json, state: str) -> httpx.Response:
        return await self.put(queue, f"entries/{entry['id']}/state", state=state)

    async def move(self, queue: Json, entry: Json, after: Json | None) -> httpx.Response:
        return await self.put(queue, f"entries/{entry['id']}/place", after_id=after and after["id"])

    async def entries(self, queue: Json) -> list[Json]:
        return (await self.client.get(f"{self.queues_path}/{queue['id']}/entries"))["records"]

    async def waiting(self, queue: Json) -> list[str]:
        """Names of the waiting viewers, in order."""
        return [entry["name"] for entry in await self.entries(queue) if entry["state"] == "waiting"]

    async def entry(self, queue: Json, name: str) -> Json:
        return next(entry for entry in await self.entries(queue) if entry["name"] == name)

    async def render(
        self,
        name: str,
        text: str = "$(queue.join)",
        query: str = "",
        *,
        provider: str = "twitch",
        is_subscriber: bool = False,
    ) -> Rendered:
        """Renders this text as the response to a command of the viewer."""
        kernel = self.greenroom.kernel
        context = VariableContext(
            UUID(self.channel_id),
            CONNECTION,
            provider,
            kernel.clock(),
            Caller(provider, f"id-{name}", name.lower(), name, 0, is_subscriber),
            query=query,
        )
        return await compile_text(text, VariableRegistry(variables(kernel))).render(context)

    async def chat(
        self,
        name: str,
        text: str = "$(queue.join)",
        query: str = "",
        *,
        provider: str = "twitch",
        is_subscriber: bool = False,
    ) -> str:
        return (await self.render(name, text, query, provider=provider, is_subscriber=is_subscriber)).text

    async def join_all(self, *names: str) -> None:
        for name in names:
            await self.chat(name)

    async def link(self, *accounts: tuple[str, str]) -> None:
        """Stores accounts, each a platform and a name, as linked accounts of one person."""
        person_id, now = new_id(), self.greenroom.kernel.clock()
        async with self.greenroom.kernel.database.write() as session:
            for provider, name in accounts:
                session.add(
                    Viewer(
                        channel_id=UUID(self.channel_id),
                        provider=provider,
                        viewer_id=f"id-{name}",
                        login=name.lower(),
                        name=name,
                        search_name=name.lower(),
                        colour="",
                        avatar_url="",
                        level=0,
                        is_bot=False,
                        message_count=1,
                        first_seen_at=now,
                        last_seen_at=now,
                        former_names=[],
                        person_id=person_id,
                    )
                )

    async def give_points(self, name: str, points: int) -> None:
        kernel, channel_id = self.greenroom.kernel, UUID(self.channel_id)
        async with kernel.database.write() as session:
            await save_settings(session, channel_id, PointSettings(enabled=True))
            movement = Movement(("twitch", f"id-{name}"), points, Reason.ADJUSTED)
            await post(session, channel_id, [movement], kernel.clock())

    async def refund_notes(self) -> list[str]:
        async with self.greenroom.kernel.database.read() as session:
            refunds = "SELECT note FROM point_entries WHERE reason = 'refund' ORDER BY id"
            return list(await session.scalars(text(refunds)))

    async def balance(self, name: str) -> int:
        async with self.greenroom.kernel.database.read() as session:
            return await balance_of(session, UUID(self.channel_id), ("twitch", f"id-{name}"))
