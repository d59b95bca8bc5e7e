"""Variables on a real database and a real sender, with a platform that only notes what it is asked."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID, uuid4

import msgspec
from sqlalchemy import text, update

from asking_desk import SPEAKING, SpeakingDrill
from greenroom.chat.actions import (
    Action,
    BanViewer,
    ChangeCategory,
    ChangeTitle,
    CountFollowers,
    DeleteMessage,
    ListChatters,
    ListEmotes,
    LookUpViewer,
    Receipt,
    SearchCategories,
    SendMessage,
    ShoutOut,
)
from greenroom.chat.emote_cache import EmoteCache
from greenroom.chat.emotes import Emote, Place
from greenroom.chat.events import Chatter
from greenroom.chat.extensions import Caller, CommandUsed, Occasion, Registry
from greenroom.chat.language.rendering import Rendered, compile_text
from greenroom.chat.platform import Account, Platform
from greenroom.chat.sender import Sender
from greenroom.features.attendance.feature import Attendants
from greenroom.features.attendance.feature import variables as attendance_variables
from greenroom.features.variables.feature import Reach, reaching, variables
from greenroom.kernel.context import Kernel
from greenroom.tenancy.access.rules import Role
from greenroom.tenancy.channel_providers.models import ChannelProvider
from greenroom.tenancy.platforms import Platforms
from house import Json
from recording_desk import Desk, open_desk

CAPABLE = replace(
    SPEAKING,
    actions=frozenset(
        {
            *(SendMessage, BanViewer, ChangeCategory, ChangeTitle, DeleteMessage, ListChatters, LookUpViewer),
            *(SearchCategories, ShoutOut, CountFollowers, ListEmotes),
        }
    ),
)


@dataclass
class CapableDrill(SpeakingDrill):
    info = CAPABLE
    # What it is asked of these kinds has no answer before a test says so.
    held: dict[type[Action], asyncio.Event] = field(default_factory=dict[type[Action], asyncio.Event])

    async def perform(self, account: Account, action: Action) -> Receipt:
        receipt = await super().perform(account, action)
        if type(action) in self.held:
            await self.held[type(action)].wait()
        return receipt


@dataclass(frozen=True)
class Shop:
    """A service that has one emote everywhere and some in each channel."""

    key: str
    name: str
    sold: tuple[str, ...]

    async def everywhere(self) -> list[Emote]:
        return [self._emote("EZ")]

    async def of(self, place: Place) -> list[Emote]:
        return [self._emote(name) for name in self.sold]

    def knows(self, provider: str) -> bool:
        return True

    def _emote(self, name: str) -> Emote:
        return Emote(name, name, self.key, "https://example.com/1", "https://example.com/2")


@dataclass
class VariableDesk:
    desk: Desk
    stage: CapableDrill
    sender: Sender
    registry: Registry
    attendants: Attendants
    reach: Reach
    permits: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    @property
    def kernel(self) -> Kernel:
        return self.desk.kernel

    @property
    def told(self) -> list[Action]:
        return self.stage.told

    def occasion(self, query: str = "", *, level: int = Role.PUBLIC, by: str = "7", **facts: Any) -> Occasion:  # noqa: ANN401  # fields of an occasion
        given = Occasion(
            channel_id=self.desk.channel_id,
            connection_id=self.desk.connection_id,
            provider="drill",
            now=self.kernel.clock(),
            caller=Caller("drill", by, f"viewer{by}", f"Viewer{by}", level),
            message_id="hi",
            query=query,
            command=CommandUsed(uuid4(), "!test", 4),
        )
        return replace(given, **facts)

    async def render(self, words: str, query: str = "", **facts: Any) -> Rendered:  # noqa: ANN401  # as `occasion` takes it
        return await compile_text(words, self.registry).render(self.occasion(query, **facts))

    async def say(self, words: str, query: str = "", **facts: Any) -> str:  # noqa: ANN401  # as `occasion` takes it
        """What is said, or why nothing is."""
        rendered = await self.render(words, query, **facts)
        return rendered.text or "; ".join(note.reason for note in rendered.notes)

    async def wrote(self, *people: str, at: float = 0, role: str = "") -> None:
        for by in people:
            chatter = Chatter(id=by, login=f"login{by}", name=f"Viewer{by}")
            chatter = msgspec.structs.replace(chatter, **({f"is_{role}": True} if role else {}))
            await self.desk.hear(self.desk.said(f"hi {by} {self.desk.now(at)}", by=by, at=at, chatter=chatter))

    async def stream(self, **state: object) -> None:
        """As the platform reported it."""
        async with self.kernel.database.write() as session:
            await session.execute(update(ChannelProvider).values(**state))

    async def rows(self, query: str) -> list[Json]:
        async with self.kernel.database.read() as session:
            return [dict(row) for row in (await session.execute(text(query))).mappings()]

    async def until_told(self, kind: type[Action]) -> Any:  # noqa: ANN401  # an action of that kind
        async with asyncio.timeout(20):
            while not self.sender.is_idle or not any(isinstance(one, kind) for one in self.told):  # noqa: ASYNC110  # lanes do not call
                await asyncio.sleep(0.001)
        return next(one for one in self.told if isinstance(one, kind))


@asynccontextmanager
async def open_variable_desk(kernel: Kernel) -> AsyncGenerator[VariableDesk]:
    desk = await open_desk(kernel)
    stage = CapableDrill()
    installed: dict[str, Platform] = {"drill": stage}
    platforms = Platforms([stage], [])
    sender = Sender(kernel, platforms, installed)
    shops = [Shop("7tv", "7TV", ("catJAM", "peepoHappy")), Shop("frankerfacez", "FrankerFaceZ", ("catJAM", "ZreknarF"))]
    emotes = EmoteCache(shops, kernel.clock)
    permits: list[tuple[str, str]] = []

    async def permit(_: UUID, provider: str, viewer_id: str) -> int:
        permits.append((provider, viewer_id))
        return 90

    infos = {"drill": CAPABLE}
    reach = Reach(kernel, sender, platforms, emotes, permit)
    registry = Registry([*variables(kernel, ["drill"]), *reaching(reach), *attendance_variables(kernel)])
    yield VariableDesk(desk, stage, sender, registry, Attendants(kernel, sender, infos), reach, permits)
    await sender.stop()
    await emotes.close()
    await desk.close()
