"""Time over which a hundred connection attempts are spread: after a start, and after an outage of the platform."""

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.figures import Figure, Figures
from greenroom.accounts.channel_providers.service import connect_provider
from greenroom.accounts.channels.service import create_channel
from greenroom.accounts.platforms import (
    Grant,
    Identity,
    PlatformDescriptor,
    PlatformInfo,
    Platforms,
    PlatformUnavailable,
    Tokens,
)
from greenroom.accounts.users.service import create_user
from greenroom.app import FEATURES
from greenroom.assembly import assemble
from greenroom.chat.connections.supervisor import Supervisor
from greenroom.chat.protocol.actions import Action, Receipt, refused
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.protocol.events import Connected
from greenroom.chat.protocol.platform import Account, Emit
from greenroom.kernel.clock import system_clock
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.migrate import migrate
from greenroom.kernel.logs import configure_logs
from greenroom.settings import Settings

CONNECTIONS = 100
TIMEOUT_SECONDS = 300

INFO = PlatformInfo(
    PlatformDescriptor(provider="fake", name="Fake", colour="#000000"),
    sign_in_scopes={},
    user_scopes={},
    channel_scopes={},
    bot_scopes={},
)


async def ignore(_: Sequence[ChannelEvent]) -> None:
    """Ignores all events."""


@dataclass
class FakePlatform:
    """A platform that records when each connection is opened and can drop all of them at once."""

    info: PlatformInfo = INFO
    oauth: None = None
    registrar: None = None
    opened_at: list[float] = field(default_factory=list[float])
    all_opened: asyncio.Event = field(default_factory=asyncio.Event)
    outage: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, account: Account, emit: Emit) -> None:
        outage = self.outage
        self.opened_at.append(asyncio.get_running_loop().time())
        if len(self.opened_at) == CONNECTIONS:
            self.all_opened.set()
        await emit(Connected())
        await outage.wait()
        raise PlatformUnavailable("dropped")

    async def act(self, account: Account, action: Action) -> Receipt:
        return refused("not supported")

    async def spread(self) -> float:
        """Waits until all connections are open; returns the seconds from first to last, and clears the record."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await self.all_opened.wait()
        seconds = max(self.opened_at) - min(self.opened_at)
        self.opened_at, self.all_opened = [], asyncio.Event()
        return seconds

    def drop(self) -> None:
        outage, self.outage = self.outage, asyncio.Event()
        outage.set()


def measure_reconnects() -> Figures:
    # Hides a hundred warnings about lost connections.
    configure_logs("error", "text")
    started, dropped = asyncio.run(_measure())
    details = (f"after a start {started:.1f} s, after an outage {dropped:.1f} s",)
    return {"reconnect-spread": Figure(min(started, dropped), details)}


async def _measure() -> tuple[float, float]:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        async with _open_kernel(Path(folder)) as kernel:
            platform = FakePlatform()
            platforms = Platforms([platform], [])
            await _fill(kernel, platforms)
            supervisor = Supervisor(kernel, platforms, [platform], on_events=ignore)
            await supervisor.start()
            started = await platform.spread()
            platform.drop()
            dropped = await platform.spread()
            await supervisor.stop()
    return started, dropped


@contextlib.asynccontextmanager
async def _open_kernel(folder: Path) -> AsyncGenerator[Kernel]:
    kernel = assemble(Settings(data_dir=folder), system_clock, FEATURES).kernel
    await migrate(kernel.database.engine)
    kernel.vault.save()
    yield kernel
    await kernel.http.close()
    await kernel.database.close()


async def _fill(kernel: Kernel, platforms: Platforms) -> None:
    now = kernel.clock()
    async with kernel.database.write() as session:
        for number in range(CONNECTIONS):
            name = f"channel{number}"
            grant = Grant("fake", Identity(name, name, name, ""), Tokens("token", None, None, frozenset()))
            user = await create_user(session, grant, now, may_become_operator=False)
            channel = await create_channel(session, user.id, name, now)
            await connect_provider(
                session, kernel.vault, platforms, channel_id=channel.id, user_id=user.id, grant=grant, now=now
            )
