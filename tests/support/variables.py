"""Variables on a real database and sender, with a platform that records the actions."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

import msgspec
from msgspec.structs import replace
from sqlalchemy import text, update

from greenroom.accounts.access.rules import Role
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.platforms import Platforms
from greenroom.chat.emotes.cache import EmoteCache
from greenroom.chat.emotes.emote import Emote, EmoteChannel
from greenroom.chat.protocol.actions import (
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
from greenroom.chat.protocol.events import Chatter
from greenroom.chat.protocol.platform import Account, Platform
from greenroom.chat.sending.sender import Sender
from greenroom.features.variables.feature import platform_variables, variables
from greenroom.features.variables.platform_access import PlatformAccess
from greenroom.features.watch_time.jobs import WatchTimeJob
from greenroom.features.watch_time.variables import variables as watch_time_variables
from greenroom.kernel.context import Kernel
from greenroom.responses.rendering import Rendered, compile_text
from greenroom.responses.variables import Caller, CommandUsed, VariableContext, VariableRegistry
from support.command_pipeline import RECORDING_PLATFORM, RecordingPlatform
from support.greenroom_server import Json
from support.pipeline import RecordingPipeline, open_pipeline
from support.waiting import wait_until

CAPABLE_PLATFORM = replace(
    RECORDING_PLATFORM,
    actions=frozenset(
        {
            *(SendMessage, BanViewer, ChangeCategory, ChangeTitle, DeleteMessage, ListChatters, LookUpViewer),
            *(SearchCategories, ShoutOut, CountFollowers, ListEmotes),
        }
    ),
)


@dataclass
class CapablePlatform(RecordingPlatform):
    info = CAPABLE_PLATFORM
    # Kind of action → the event for which its receipts wait.
    held: dict[type[Action], asyncio.Event] = field(default_factory=dict[type[Action], asyncio.Event])

    async def act(self, account: Account, action: Action) -> Receipt:
        receipt = await super().act(account, action)
        if type(action) in self.held:
            await self.held[type(action)].wait()
        return receipt


@dataclass(frozen=True)
class FakeEmoteService:
    """An emote service with one global emote and some channel emotes."""

    key: str
    name: str
    channel_emote_names: tuple[str, ...]

    async def global_emotes(self) -> list[Emote]:
        return [self._emote("EZ")]

    async def of(self, channel: EmoteChannel) -> list[Emote]:
        return [self._emote(name) for name in self.channel_emote_names]

    def supports(self, provider: str) -> bool:
        return True

    def _emote(self, name: str) -> Emote:
        return Emote(name, name, self.key, "https://example.com/1", "https://example.com/2")


@dataclass
class VariableRunner:
    pipeline: RecordingPipeline
    platform: CapablePlatform
    sender: Sender
    registry: VariableRegistry
    watch_time_job: WatchTimeJob
    platform_access: PlatformAccess
    permits: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    @property
    def kernel(self) -> Kernel:
        return self.pipeline.kernel

    @property
    def performed(self) -> list[Action]:
        return self.platform.performed

    def context(self, query: str = "", *, level: int = Role.PUBLIC, by: str = "7", **fields: Any) -> VariableContext:  # noqa: ANN401  # fields of the context
        context = VariableContext(
            channel_id=self.pipeline.channel_id,
            connection_id=self.pipeline.connection_id,
            provider="drill",
            now=self.kernel.clock(),
            caller=Caller("drill", by, f"viewer{by}", f"Viewer{by}", level),
            message_id="hi",
            query=query,
            command=CommandUsed(uuid4(), "!test", 4),
        )
        return replace(context, **fields)

    async def render(self, words: str, query: str = "", **fields: Any) -> Rendered:  # noqa: ANN401  # fields of the context
        return await compile_text(words, self.registry).render(self.context(query, **fields))

    async def render_text(self, words: str, query: str = "", **fields: Any) -> str:  # noqa: ANN401  # fields of the context
        """Renders a response; returns its text, or the reasons why it is empty."""
        rendered = await self.render(words, query, **fields)
        return rendered.text or "; ".join(note.reason for note in rendered.notes)

    async def add_messages_from(self, *people: str, at: float = 0, role: str = "") -> None:
        for by in people:
            chatter = Chatter(id=by, login=f"login{by}", name=f"Viewer{by}")
            chatter = msgspec.structs.replace(chatter, **({f"is_{role}": True} if role else {}))
            await self.pipeline.process(
                self.pipeline.chat_message(f"hi {by} {self.pipeline.now(at)}", by=by, at=at, chatter=chatter)
            )

    async def set_stream_state(self, **state: object) -> None:
        """Stores the stream state as reported by the platform."""
        async with self.kernel.database.write() as session:
            await session.execute(update(ChannelProvider).values(**state))

    async def rows(self, query: str) -> list[Json]:
        async with self.kernel.database.read() as session:
            return [dict(row) for row in (await session.execute(text(query))).mappings()]

    async def wait_for_action(self, kind: type[Action]) -> Any:  # noqa: ANN401  # an action of that kind
        await wait_until(lambda: self.sender.is_idle and any(isinstance(one, kind) for one in self.performed))
        return next(one for one in self.performed if isinstance(one, kind))


@asynccontextmanager
async def open_variable_runner(kernel: Kernel) -> AsyncGenerator[VariableRunner]:
    pipeline = await open_pipeline(kernel)
    platform = CapablePlatform()
    installed: dict[str, Platform] = {"drill": platform}
    platforms = Platforms([platform], [])
    sender = Sender(kernel, platforms, installed)
    services = [
        FakeEmoteService("7tv", "7TV", ("catJAM", "peepoHappy")),
        FakeEmoteService("frankerfacez", "FrankerFaceZ", ("catJAM", "ZreknarF")),
    ]
    emotes = EmoteCache(services, kernel.clock)
    permits: list[tuple[str, str]] = []

    async def permit(_: UUID, provider: str, viewer_id: str) -> int:
        permits.append((provider, viewer_id))
        return 90

    infos = {"drill": CAPABLE_PLATFORM}
    platform_access = PlatformAccess(kernel, sender, platforms, emotes, permit)
    registry = VariableRegistry(
        [*variables(kernel, ["drill"]), *platform_variables(platform_access), *watch_time_variables(kernel)]
    )
    yield VariableRunner(
        pipeline, platform, sender, registry, WatchTimeJob(kernel, sender, infos), platform_access, permits
    )
    await sender.stop()
    await emotes.close()
    await pipeline.close()
