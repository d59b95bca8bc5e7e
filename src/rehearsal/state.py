"""What every platform of the rehearsal shares: one clock, one world, one log, one set of faults."""

from collections.abc import Awaitable, Callable
from typing import Protocol, cast

from pydantic import JsonValue
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from rehearsal.clock import Clock
from rehearsal.control.events import EventLog
from rehearsal.network.contract_check import ContractCheck
from rehearsal.network.faults import Faults
from rehearsal.network.request_log import RequestLog
from rehearsal.oauth.tokens import TokenStore
from rehearsal.platforms.deliveries import Deliveries
from rehearsal.platforms.limits import PlatformLimits
from rehearsal.simulation.actions import ViewerAction
from rehearsal.simulation.audience import Audience
from rehearsal.simulation.people import Category
from rehearsal.simulation.stream_schedule import StreamSchedule
from rehearsal.simulation.world import DEFAULT_SEED, Person, World


class Platform(Protocol):
    """What the rehearsal needs to know of a platform."""

    key: str

    # First part of the paths it answers, when that is more than its key: Google signs people in for YouTube.
    prefixes: tuple[str, ...]

    def environment(self) -> dict[str, str]:
        """The settings that point Greenroom at this stand-in."""
        ...

    # How its events travel to whoever listens.
    deliveries: Deliveries

    @property
    def limits(self) -> PlatformLimits | None:
        """Its numbers; None where everybody may read without an account."""
        ...

    @property
    def tokens(self) -> TokenStore | None:
        """What people gave to programs; None where nobody has an account."""
        ...

    def go_live(self, person: Person, title: str | None = None, category: Category | None = None) -> None:
        """Raises AlreadyLive."""
        ...

    def end(self, person: Person) -> None:
        """Raises NotLive."""
        ...

    def expire_tokens(self, person: Person | None) -> int:
        """Access tokens end now, of one person or of everybody; refresh tokens live on."""
        ...

    def revoke(self, person: Person) -> None:
        """The person removes the program from their account."""
        ...

    def drop_sockets(self, person: Person | None) -> int:
        """Cuts what is open: sockets, streams; says how many."""
        ...

    def perform(self, login: str, action: ViewerAction) -> dict[str, JsonValue]:
        """Something happens in this person's channel; the answer says what came of it, such as a message's id.

        Raises ActionRefused where the platform has no such thing.
        """
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

    def export_state(self) -> dict[str, JsonValue]:
        """What the next run should know."""
        ...

    def import_state(self, kept: dict[str, JsonValue]) -> None:
        """Take up what `remember` gave."""
        ...


class RehearsalState:
    """One running rehearsal."""

    def __init__(self, *, base_url: str, seed: int = DEFAULT_SEED, clock: Clock | None = None) -> None:
        self.base_url = base_url
        self.first_seed = seed
        self.clock = clock or Clock()
        self.events = EventLog(self.clock)
        self.request_log = RequestLog()
        self.faults = Faults()
        self.platforms: dict[str, Platform] = {}
        self.world = World(seed, (), self.clock.now())
        self.audience = Audience(self)
        self.stream_schedule = StreamSchedule(self)
        # Whoever looks on; webhooks that leave are shown to it by the platform that sends them.
        self.contract_check: ContractCheck | None = None
        # Where Kick posts its webhooks: typed by hand into the app's settings there, so no API call can set it.
        self.kick_webhook_url: str | None = None
        # What a platform started by itself and has to end, such as a sender of webhooks.
        self.closers: list[Callable[[], Awaitable[None]]] = []

    @property
    def socket_base_url(self) -> str:
        return self.base_url.replace("http://", "ws://", 1)

    def add(self, platform: Platform) -> None:
        self.platforms[platform.key] = platform
        self.world = self._new_world(self.first_seed)

    def reset(self, seed: int | None) -> None:
        """Start over; addresses and credentials stay, because programs were started with them."""
        self.clock.reset()
        self.audience.reset()
        for platform in self.platforms.values():
            platform.reset()
            platform.deliveries.reset()
        self.faults.clear()
        self.request_log.clear()
        self.events.clear()
        self.world = self._new_world(self.first_seed if seed is None else seed)
        self.events.record("reset", seed=self.world.seed)

    def environment(self) -> dict[str, str]:
        lines = {name: value for platform in self.platforms.values() for name, value in platform.environment().items()}
        return {**lines, "REHEARSAL_CONTROL_URL": f"{self.base_url}/control"}

    def refuse(self, path: str, status: int, retry_after: int | None) -> Response:
        platform = self.owner_of(path)
        if platform is not None:
            return platform.refuse(path, status, retry_after)
        return JSONResponse({"error": "The rehearsal was told to fail."}, status_code=status)

    def owner_of(self, path: str) -> Platform | None:
        """The platform that answers below this path."""
        first = path.split("/")[1]
        return next((one for one in self.platforms.values() if first in one.prefixes), None)

    def avatar_url(self, person: Person) -> str:
        return f"{self.base_url}/avatars/{person.login}.svg"

    def _new_world(self, seed: int) -> World:
        return World(seed, self.platforms, self.clock.now())


async def rehearsal_of(connection: HTTPConnection) -> RehearsalState:
    return cast("RehearsalState", connection.app.state.rehearsal)
