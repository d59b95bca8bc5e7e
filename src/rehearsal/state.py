"""State that all platforms share (clock, world, event log and faults), and the interface of a stand-in."""

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
from rehearsal.platforms.tallies import Tallies
from rehearsal.simulation.actions import ViewerAction
from rehearsal.simulation.audience import Audience
from rehearsal.simulation.evening_script import Evening
from rehearsal.simulation.people import Category
from rehearsal.simulation.stream_schedule import StreamSchedule
from rehearsal.simulation.world import DEFAULT_SEED, Person, World


class Platform(Protocol):
    """Interface of a platform's stand-in."""

    key: str

    # First segments of the platform's paths; YouTube has two, because Google hosts its OAuth.
    prefixes: tuple[str, ...]

    def environment(self) -> dict[str, str]:
        """The settings that point Greenroom at this stand-in."""
        ...

    # Delays, duplicates and losses of the platform's events.
    deliveries: Deliveries

    @property
    def limits(self) -> PlatformLimits | None:
        """None for a service that is used without an account."""
        ...

    @property
    def tokens(self) -> TokenStore | None:
        """None for a service that is used without an account."""
        ...

    def go_live(self, person: Person, title: str | None = None, category: Category | None = None) -> None:
        """Starts a stream; raises AlreadyLive, or NotLive on a service without streams."""
        ...

    def end(self, person: Person) -> None:
        """Ends the stream; raises NotLive without one."""
        ...

    def expire_tokens(self, person: Person | None) -> int:
        """Expires access tokens of one account or of all; refresh tokens stay valid."""
        ...

    def revoke(self, person: Person) -> None:
        """The account revokes the app's access."""
        ...

    def drop_sockets(self, person: Person | None) -> int:
        """Cuts open sockets and message streams of one account or of all; returns their number."""
        ...

    def perform(self, login: str, action: ViewerAction) -> dict[str, JsonValue]:
        """Performs a viewer action in this person's channel; returns facts such as ids, or raises ActionRefused."""
        ...

    def describe(self, person: Person) -> dict[str, JsonValue]:
        """The account's state for GET /control/people."""
        ...

    def show_viewers(self, person: Person, count: int) -> None:
        """Sets the number of viewers of the current stream, if there is one."""
        ...

    def refuse(self, path: str, status: int, retry_after: int | None) -> Response:
        """A failing response in the platform's format."""
        ...

    def reset(self) -> None:
        """Resets the platform to its initial state."""
        ...

    def export_state(self) -> dict[str, JsonValue]:
        """What is kept from one run to the next: the consents that users gave."""
        ...

    def import_state(self, state: dict[str, JsonValue]) -> None:
        """Restores what `export_state` returned."""
        ...


class RehearsalState:
    def __init__(self, *, base_url: str, seed: int = DEFAULT_SEED, clock: Clock | None = None) -> None:
        self.base_url = base_url
        self.first_seed = seed
        self.clock = clock or Clock()
        self.events = EventLog(self.clock)
        self.tallies = Tallies(self.clock)
        self.events.observers.append(self.tallies.on_event)
        self.request_log = RequestLog()
        self.faults = Faults()
        self.platforms: dict[str, Platform] = {}
        self.world = World(seed, (), self.clock.now())
        self.audience = Audience(self)
        self.stream_schedule = StreamSchedule(self)
        self.evening = Evening(self)
        # Compares requests and responses with the APIs' descriptions; platforms pass it the webhooks they send.
        self.contract_check: ContractCheck | None = None
        # Kick's webhook URL, which is part of the app's settings and has no API.
        self.kick_webhook_url: str | None = None
        # Called at shutdown, such as to stop sending webhooks.
        self.closers: list[Callable[[], Awaitable[None]]] = []

    @property
    def socket_base_url(self) -> str:
        return self.base_url.replace("http://", "ws://", 1)

    def add(self, platform: Platform) -> None:
        self.platforms[platform.key] = platform
        self.world = self._new_world(self.first_seed)

    def reset(self, seed: int | None) -> None:
        """Resets clock, world, audience, evening, faults, logs and platforms; URLs and the apps' credentials stay."""
        self.clock.reset()
        self.audience.reset()
        self.evening.reset()
        for platform in self.platforms.values():
            platform.reset()
            platform.deliveries.reset()
        self.faults.clear()
        self.tallies.clear()
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
        return JSONResponse({"error": "This failure was requested on the control page."}, status_code=status)

    def owner_of(self, path: str) -> Platform | None:
        first = path.split("/")[1]
        return next((platform for platform in self.platforms.values() if first in platform.prefixes), None)

    def avatar_url(self, person: Person) -> str:
        return f"{self.base_url}/avatars/{person.login}.svg"

    def _new_world(self, seed: int) -> World:
        return World(seed, self.platforms, self.clock.now())


async def rehearsal_of(connection: HTTPConnection) -> RehearsalState:
    return cast("RehearsalState", connection.app.state.rehearsal)
