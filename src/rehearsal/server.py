"""HTTP and WebSocket server of the rehearsal: its listening socket, start and shutdown."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncGenerator, Generator
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from rehearsal.app import build_app
from rehearsal.clock import Clock
from rehearsal.network.contract_check import ContractCheck
from rehearsal.network.loopback import bind_address
from rehearsal.network.protocols import RehearsalHttpProtocol, RehearsalWebSocketProtocol
from rehearsal.simulation.world import DEFAULT_SEED
from rehearsal.state import RehearsalState
from rehearsal.state_file import load_state, save_state

STOP_SECONDS = 2
NEARBY_PORTS = 20


@dataclass(frozen=True, slots=True)
class Pings:
    """WebSocket ping interval and pong time-out; both follow the system time, not the rehearsal's clock."""

    every_seconds: float = 5
    pong_seconds: float = 10


class CannotListen(Exception):
    """The address cannot be bound."""

    def __init__(self, host: str, port: int, error: OSError) -> None:
        super().__init__(f"Cannot listen on {host} port {port}: {error.strerror}.")


class Server(uvicorn.Server):
    """Uvicorn without signal handlers; `listening` is set once it accepts connections."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield


def open_socket(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 picks a free one."""
    address = bind_address(host)
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    # Without the protocol's number asyncio leaves Nagle's algorithm on, and every response is delayed by 40 ms.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((address, port))
        # SO_REUSEADDR lets two sockets bind the same port until one of them listens.
        bound.listen()
    except OSError as error:
        bound.close()
        raise CannotListen(host, port, error) from error
    return bound


def open_nearby(host: str, port: int) -> socket.socket:
    """A listening socket on this port or, when it is taken, on the first free port of the NEARBY_PORTS after it."""
    for candidate in range(port, min(port + NEARBY_PORTS, 65535)):
        with contextlib.suppress(CannotListen):
            return open_socket(host, candidate)
    return open_socket(host, min(port + NEARBY_PORTS, 65535))


def base_url_of(bound: socket.socket) -> str:
    address, port = bound.getsockname()[:2]
    return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"


@contextlib.asynccontextmanager
async def running(
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    is_port_exact: bool = True,
    seed: int = DEFAULT_SEED,
    clock: Clock | None = None,
    pings: Pings | None = None,
    state_file: Path | None = None,
    contract_check: ContractCheck | None = None,
) -> AsyncGenerator[RehearsalState]:
    """Runs a rehearsal server for the duration of the `async with` block."""
    open_listener = open_socket if is_port_exact else open_nearby
    with contextlib.closing(open_listener(host, port)) as bound:
        rehearsal = RehearsalState(base_url=base_url_of(bound), seed=seed, clock=clock)
        rehearsal.contract_check = contract_check
        server = Server(_config(rehearsal, pings or Pings()))
        if state_file is not None:
            load_state(rehearsal, state_file)
        async with _serving(server, bound, rehearsal):
            yield rehearsal
    if state_file is not None:
        save_state(rehearsal, state_file)


@contextlib.asynccontextmanager
async def _serving(server: Server, bound: socket.socket, rehearsal: RehearsalState) -> AsyncGenerator[None]:
    serving = asyncio.create_task(server.serve(sockets=[bound]))
    try:
        await _until_listening(server, serving)
        yield
    finally:
        await rehearsal.evening.stop()
        await rehearsal.stream_schedule.stop()
        await rehearsal.audience.stop()
        for close in rehearsal.closers:
            await close()
        rehearsal.events.close()
        server.should_exit = True
        await serving


async def _until_listening(server: Server, serving: asyncio.Task[None]) -> None:
    listening = asyncio.create_task(server.listening.wait())
    await asyncio.wait({listening, serving}, return_when=asyncio.FIRST_COMPLETED)
    listening.cancel()
    if serving.done():
        await serving
        raise RuntimeError("The rehearsal stopped before it listened.")


def _config(rehearsal: RehearsalState, pings: Pings) -> uvicorn.Config:
    return uvicorn.Config(
        build_app(rehearsal),
        http=RehearsalHttpProtocol,
        ws=RehearsalWebSocketProtocol,
        ws_ping_interval=pings.every_seconds,
        ws_ping_timeout=pings.pong_seconds,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        # Access logs contain query strings, which may contain tokens.
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
    )
