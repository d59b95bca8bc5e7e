"""A channel that announces its streams through the rehearsal's Discord webhook."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from greenroom.features.announcements.announcer import Announcer
from greenroom.features.announcements.scheduler import AnnouncementScheduler
from support.greenroom_server import ApiClient, GreenroomServer, control_client
from support.waiting import wait_until

Json = dict[str, Any]
LOGIN = "junoplays"


@dataclass
class AnnouncingChannel:
    greenroom: GreenroomServer
    owner: ApiClient
    channel_id: str

    @property
    def path(self) -> str:
        return f"/channels/{self.channel_id}/announcements"

    @property
    def file_path(self) -> str:
        return f"/channels/{self.channel_id}/channel-file"

    async def webhook(self) -> Json:
        async with control_client(self.greenroom.rehearsal_state) as control:
            return (await control.get(f"/control/discord/webhook/{LOGIN}")).json()

    async def messages(self) -> list[Json]:
        return (await self.webhook())["messages"]

    async def connect(self, *providers: str) -> None:
        for provider in providers:
            await self.owner.connect(LOGIN, provider=provider, channel_id=self.channel_id)

    async def set_up(self, *providers: str, **settings: object) -> None:
        """Connects platforms (by default Twitch), stores the webhook's URL, and switches announcements on."""
        await self.connect(*(providers or ("twitch",)))
        url = (await self.webhook())["url"]
        assert (await self.owner.ask("PUT", f"{self.path}/address", json={"url": url})).status_code == 200
        response = await self.owner.ask("PUT", self.path, json={"enabled": True, **settings})
        assert response.status_code == 200, response.text

    async def state(self) -> Json:
        return await self.owner.get(self.path)

    async def go_live(self, provider: str = "twitch", **fields: str) -> None:
        await self.greenroom.control(f"/{provider}/go-live", login=LOGIN, **fields)
        await self._until_live(provider, is_live=True)

    async def join_live(self, provider: str) -> None:
        """Goes live and then connects the platform, so that Greenroom notices the stream at once, without a poll."""
        await self.greenroom.control(f"/{provider}/go-live", login=LOGIN)
        await self.connect(provider)
        await self._until_live(provider, is_live=True)

    async def end(self, provider: str = "twitch") -> None:
        await self.greenroom.control(f"/{provider}/end", login=LOGIN)
        await self._until_live(provider, is_live=False)

    async def _until_live(self, provider: str, *, is_live: bool) -> None:
        async def is_shown() -> bool:
            records = await self.owner.get(f"/channels/{self.channel_id}/providers")
            return any(one["provider"] == provider and one["is_live"] == is_live for one in records)

        await wait_until(is_shown)

    def scheduler(self) -> AnnouncementScheduler:
        """A second scheduler on the same database, as in another process; the server's scheduler runs too."""
        feature = next(one for one in self.greenroom.features if one.name == "announcements")
        announcer = feature.services[Announcer]
        assert isinstance(announcer, Announcer)
        return AnnouncementScheduler(self.greenroom.kernel, announcer)

    async def until(self, fits: Callable[[list[Json], Json], bool]) -> list[Json]:
        """Polls a second scheduler until `fits` accepts Discord's messages and the `state()`; returns the messages."""
        scheduler = self.scheduler()
        found: list[list[Json]] = []

        async def is_announced() -> bool:
            await scheduler.poll()
            await scheduler.join()
            found.append(await self.messages())
            return fits(found[-1], await self.state())

        await wait_until(is_announced)
        return found[-1]
