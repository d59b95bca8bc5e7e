"""How a hundred connections come back: after a start, and after a platform has dropped all of them at once."""

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.figures import Figure, Figures
from greenroom.app import build_kernel
from greenroom.chat.actions import Action, Receipt, refused
from greenroom.chat.events import Connected
from greenroom.chat.heard import Heard
from greenroom.chat.platform import Account, Emit
from greenroom.chat.supervisor import Supervisor
from greenroom.kernel.clock import system_clock
from greenroom.kernel.context import Kernel
from greenroom.kernel.logs import configure_logs
from greenroom.kernel.migrate import migrate
from greenroom.settings import Settings
from greenroom.tenancy.channel_providers.service import connect_provider
from greenroom.tenancy.channels.service import create_channel
from greenroom.tenancy.platforms import (
    Grant,
    Identity,
    PlatformDescriptor,
    PlatformInfo,
    Platforms,
    PlatformUnavailable,
    Tokens,
)
from greenroom.tenancy.users.service import create_user

CONNECTIONS = 100
PATIENCE_SECONDS = 60

DRILL = PlatformInfo(
    PlatformDescriptor(provider="drill", name="Drill", colour="#000000"),
    sign_in_scopes={},
    user_scopes={},
    channel_scopes={},
    bot_scopes={},
)


async def ignore(_: Sequence[Heard]) -> None:
    """Nobody speaks here."""


@dataclass
class Drill:
    """A platform that notes when it is called, and drops everybody at once when the alarm rings."""

    info: PlatformInfo = DRILL
    oauth: None = None
    registrar: None = None
    calls: list[float] = field(default_factory=list[float])
    everybody: asyncio.Event = field(default_factory=asyncio.Event)
    alarm: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, account: Account, emit: Emit) -> None:
        alarm = self.alarm
        self.calls.append(asyncio.get_running_loop().time())
        if len(self.calls) == CONNECTIONS:
            self.everybody.set()
        await emit(Connected())
        await alarm.wait()
        raise PlatformUnavailable("everybody out")

    async def perform(self, account: Account, action: Action) -> Receipt:
        return refused("this is a drill")

    async def spread(self) -> float:
        """From the first call to the last, once all have called; the count then starts over."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self.everybody.wait()
        seconds = max(self.calls) - min(self.calls)
        self.calls, self.everybody = [], asyncio.Event()
        return seconds

    def drop(self) -> None:
        ringing, self.alarm = self.alarm, asyncio.Event()
        ringing.set()


def measure_reconnects() -> Figures:
    # A hundred warnings would hide the figure.
    configure_logs("error", "text")
    started, dropped = asyncio.run(_measure())
    details = (f"after a start {started:.1f} s, after an outage {dropped:.1f} s",)
    return {"reconnect-spread": Figure(min(started, dropped), details)}


async def _measure() -> tuple[float, float]:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        async with _opened(Path(folder)) as kernel:
            drill = Drill()
            platforms = Platforms([drill], [])
            await _fill(kernel, platforms)
            supervisor = Supervisor(kernel, platforms, [drill], hear=ignore)
            await supervisor.start()
            started = await drill.spread()
            drill.drop()
            dropped = await drill.spread()
            await supervisor.stop()
    return started, dropped


@contextlib.asynccontextmanager
async def _opened(folder: Path) -> AsyncGenerator[Kernel]:
    kernel = build_kernel(Settings(data_dir=folder), system_clock)
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
            grant = Grant("drill", Identity(name, name, name, ""), Tokens("token", None, None, frozenset()))
            user = await create_user(session, grant, now, may_become_operator=False)
            channel = await create_channel(session, user.id, name, now)
            await connect_provider(
                session, kernel.vault, platforms, channel_id=channel.id, user_id=user.id, grant=grant, now=now
            )
