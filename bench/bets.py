"""CPU time of a bet in chat: the response of a command with `$(roulette …)` or `$(slots …)`, and all that it stores."""

import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import uvloop

from bench.figures import Figure, Figures
from greenroom.accounts.models.channels import Channel
from greenroom.app import create_app
from greenroom.features.games import service
from greenroom.features.games.service import Games
from greenroom.features.points.ledger.ledger import Movement, Reason, post
from greenroom.features.points.ledger.settings import PointSettings, save_settings
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.db.migrate import migrate
from greenroom.kernel.fast.gc_tuning import tune_after_startup
from greenroom.kernel.services import ServiceMap, services_of
from greenroom.responses.rendering import compile_text
from greenroom.responses.variables import Caller, VariableContext, VariableRegistry
from greenroom.settings import Settings

VIEWERS = 100
BETS_EACH = 20
COOLDOWN_SECONDS = 30
CHANNEL = UUID(int=1)
GAMES = ("roulette", "slots")
MS_PER_SECOND = 1_000


class SteppedClock:
    """A clock that the measurement sets."""

    now = datetime(2030, 1, 2, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def measure_bets() -> Figures:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        seconds = uvloop.run(_measure(Path(folder)))
    bets = VIEWERS * BETS_EACH
    details = [f"{game}: {spent / bets * MS_PER_SECOND:.2f} ms" for game, spent in zip(GAMES, seconds, strict=True)]
    return {"bet": Figure(max(seconds) / bets * MS_PER_SECOND, (f"{bets:,} bets of {VIEWERS} viewers", *details))}


async def _measure(folder: Path) -> list[float]:
    clock = SteppedClock()
    services = services_of(create_app(Settings(data_dir=folder), clock))
    kernel = services.get(Kernel)
    await migrate(kernel.database.engine)
    viewers = [("twitch", str(number)) for number in range(VIEWERS)]
    await _open_games(services, kernel, viewers)
    # As in `greenroom serve`.
    tune_after_startup()
    spent = [await _bet(services.get(VariableRegistry), clock, game, viewers) for game in GAMES]
    await kernel.http.close()
    await kernel.database.close()
    return spent


async def _open_games(services: ServiceMap, kernel: Kernel, viewers: Sequence[tuple[str, str]]) -> None:
    games, now = services.get(Games), kernel.clock()
    async with kernel.database.write() as session:
        session.add(Channel(id=CHANNEL, display_name="Late Shift", sort_name="late shift", created_at=now))
        await session.flush()
        await save_settings(session, CHANNEL, PointSettings(enabled=True))
        for game in GAMES:
            # Each bet claims a cooldown, which is over before the viewer's next bet.
            fields: JsonObject = {"enabled": True, "user_cooldown": COOLDOWN_SECONDS}
            settings = service.parse_settings(games, games.find(game), fields)
            await service.save_settings(session, CHANNEL, games.find(game), settings, ChangedBy("Juno", now))
        await post(session, CHANNEL, [Movement(viewer, 10**9, Reason.ADJUSTED) for viewer in viewers], now)


async def _bet(registry: VariableRegistry, clock: SteppedClock, game: str, viewers: Sequence[tuple[str, str]]) -> float:
    """Places all bets; returns the CPU seconds of this process, with its database threads."""
    command = compile_text(f"$({game} $(1))", registry)
    spent = 0.0
    for number in range(BETS_EACH):
        clock.now += timedelta(seconds=COOLDOWN_SECONDS)
        began = time.process_time()
        for provider, viewer_id in viewers:
            caller = Caller(provider, viewer_id, f"viewer{viewer_id}", f"Viewer{viewer_id}", 0)
            message_id = f"{number}-{viewer_id}"
            context = VariableContext(CHANNEL, CHANNEL, provider, clock(), caller, message_id, query="100")
            rendered = await command.render(context)
            assert not rendered.notes, rendered.notes
        spent += time.process_time() - began
    return spent
