"""What every platform of the rehearsal shares: one clock, one world, one log, one set of faults."""

from typing import Protocol, cast

from pydantic import JsonValue
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from rehearsal.clock import Clock
from rehearsal.faults import Faults
from rehearsal.happenings import Happenings
from rehearsal.journal import Journal
from rehearsal.world import DEFAULT_SEED, Person, World


class Platform(Protocol):
    """What the stage needs to know of a platform."""

    key: str

    def environment(self) -> dict[str, str]:
        """The settings that point Greenroom at this stand-in."""
        ...

    def describe(self, person: Person) -> dict[str, JsonValue]:
        """How the person stands on this platform now, for the control desk."""
        ...

    def refuse(self, path: str, status: int, retry_after: int | None) -> Response:
        """A failing answer in the platform's own shape."""
        ...

    def reset(self) -> None:
        """Forget all tokens, sockets and switches."""
        ...

    def remember(self) -> dict[str, JsonValue]:
        """What the next run should know."""
        ...

    def recall(self, kept: dict[str, JsonValue]) -> None:
        """Take up what `remember` gave."""
        ...


class Stage:
    """One running rehearsal."""

    def __init__(self, *, base_url: str, seed: int = DEFAULT_SEED, clock: Clock | None = None) -> None:
        self.base_url = base_url
        self.first_seed = seed
        self.clock = clock or Clock()
        self.happenings = Happenings(self.clock)
        self.journal = Journal()
        self.faults = Faults()
        self.platforms: dict[str, Platform] = {}
        self.world = World(seed, (), self.clock.now())

    @property
    def socket_base_url(self) -> str:
        return self.base_url.replace("http://", "ws://", 1)

    def add(self, platform: Platform) -> None:
        self.platforms[platform.key] = platform
        self.world = self._new_world(self.first_seed)

    def reset(self, seed: int | None) -> None:
        """Start over; addresses and credentials stay, because programs were started with them."""
        self.clock.reset()
        for platform in self.platforms.values():
            platform.reset()
        self.faults.clear()
        self.journal.clear()
        self.happenings.clear()
        self.world = self._new_world(self.first_seed if seed is None else seed)
        self.happenings.tell("reset", seed=self.world.seed)

    def environment(self) -> dict[str, str]:
        lines = {name: value for platform in self.platforms.values() for name, value in platform.environment().items()}
        return {**lines, "REHEARSAL_CONTROL_URL": f"{self.base_url}/control"}

    def refuse(self, path: str, status: int, retry_after: int | None) -> Response:
        platform = self.platforms.get(path.split("/")[1])
        if platform is not None:
            return platform.refuse(path, status, retry_after)
        return JSONResponse({"error": "The rehearsal was told to fail."}, status_code=status)

    def avatar_url(self, person: Person) -> str:
        return f"{self.base_url}/avatars/{person.login}.svg"

    def _new_world(self, seed: int) -> World:
        return World(seed, self.platforms, self.clock.now())


async def stage_of(connection: HTTPConnection) -> Stage:
    return cast("Stage", connection.app.state.stage)
