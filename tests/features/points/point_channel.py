"""A channel for tests of points; viewers, their links and what they earn are written directly to the database."""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

import httpx

from greenroom.chat.messages.models import Viewer
from greenroom.features.points.ledger.balances import balance_of
from greenroom.features.points.ledger.ledger import AccountKey, Movement, Reason, post
from greenroom.features.points.ledger.linked_accounts import link_accounts, unlink_accounts
from greenroom.kernel.ids import new_id
from support.greenroom_server import Json
from support.moderation import ModeratedChannel


@dataclass
class PointChannel(ModeratedChannel):
    @property
    def points_path(self) -> str:
        return f"{self.path}/points"

    @property
    def id(self) -> UUID:
        return UUID(self.channel_id)

    async def settings(self) -> Json:
        return await self.client.get(f"{self.points_path}/settings")

    async def put_settings(self, **changes: object) -> httpx.Response:
        body = {**await self.settings(), **changes}
        return await self.client.ask("PUT", f"{self.points_path}/settings", json=body)

    async def turn_on(self, **changes: object) -> None:
        response = await self.put_settings(enabled=True, **changes)
        assert response.status_code == 200, response.text

    async def add_viewer(self, provider: str, name: str, *, seconds_ago: int = 0) -> AccountKey:
        now = self.greenroom.kernel.clock() - timedelta(seconds=seconds_ago)
        viewer_id = f"id-{name.lower()}"
        async with self.greenroom.kernel.database.write() as session:
            session.add(
                Viewer(
                    channel_id=self.id,
                    provider=provider,
                    viewer_id=viewer_id,
                    login=name.lower(),
                    name=name,
                    search_name=name.casefold(),
                    colour="",
                    avatar_url="",
                    level=0,
                    is_bot=False,
                    message_count=1,
                    first_seen_at=now,
                    last_seen_at=now,
                    former_names=[],
                )
            )
        return provider, viewer_id

    async def earn(self, viewer: AccountKey, points: int, reason: Reason = Reason.WATCHED, note: str = "") -> None:
        kernel = self.greenroom.kernel
        async with kernel.database.write() as session:
            await post(session, self.id, [Movement(viewer, points, reason, note=note)], kernel.clock())

    async def link(self, *viewers: AccountKey) -> None:
        kernel, person_id = self.greenroom.kernel, new_id()
        async with kernel.database.write() as session:
            for provider, viewer_id in viewers:
                connection = await session.connection()
                await connection.exec_driver_sql(
                    f"UPDATE viewers SET person_id = '{person_id.hex}' "  # noqa: S608  # made up here
                    f"WHERE provider = '{provider}' AND viewer_id = '{viewer_id}'"
                )
            await link_accounts(session, self.id, viewers, person_id, kernel.clock())

    async def unlink(self, *viewers: AccountKey) -> None:
        kernel = self.greenroom.kernel
        async with kernel.database.write() as session:
            await unlink_accounts(session, self.id, viewers, kernel.clock())

    async def balance(self, viewer: AccountKey) -> int:
        async with self.greenroom.kernel.database.read() as session:
            return await balance_of(session, self.id, viewer)

    def viewer_path(self, viewer: AccountKey) -> str:
        return f"{self.points_path}/viewers/{viewer[0]}/{viewer[1]}"

    async def adjust(self, viewer: AccountKey, change: str, amount: int, note: str = "raid prize") -> httpx.Response:
        body = {"change": change, "amount": amount, "note": note}
        return await self.client.ask("POST", f"{self.viewer_path(viewer)}/adjust", json=body)

    async def entries(self, viewer: AccountKey, **query: str | int) -> Json:
        return await self.client.get(f"{self.viewer_path(viewer)}/entries", **query)

    async def undo_entry(self, entry_id: int) -> httpx.Response:
        return await self.client.ask("POST", f"{self.points_path}/entries/{entry_id}/undo")
