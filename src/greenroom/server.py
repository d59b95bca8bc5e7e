"""HTTP server on a given socket, until a signal stops it."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import AsyncGenerator, Generator

from starlette.applications import Starlette
from uvicorn import Config, Server

from greenroom.kernel.fast.websocket_server import server_config
from greenroom.kernel.services import has_services, services_of
from greenroom.kernel.start_problem import StartProblem
from greenroom.kernel.tasks.background import spawn
from greenroom.kernel.tasks.parsing import ParsingThreads
from greenroom.kernel.web.connection_limits import ConnectionLimits, limited_http_protocol, raise_open_files_limit

PORTS_TO_TRY = 20


class PortUnavailable(StartProblem):
    """The port cannot be opened."""


def listen_on(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Without an explicit protocol, asyncio leaves Nagle's algorithm on, and each response is 40 ms late.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise PortUnavailable(
            f"Cannot listen on {host}:{port}: {error.strerror}. Choose another with --port."
        ) from error
    return listener


def listen_nearby(host: str, port: int) -> socket.socket:
    """Opens the first free port, beginning with `port`."""
    for candidate in range(port, port + PORTS_TO_TRY):
        with contextlib.suppress(PortUnavailable):
            return listen_on(host, candidate)
    raise PortUnavailable(f"No free port between {port} and {port + PORTS_TO_TRY - 1} on {host}.")


class _Server(Server):
    """Reports when it listens, and ignores signals, which uvicorn would raise again before the clean-up."""

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.is_listening = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.is_listening.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield


@contextlib.asynccontextmanager
async def running(
    app: Starlette, listener: socket.socket, limits: ConnectionLimits | None = None
) -> AsyncGenerator[None]:
    """Serves the app inside the block."""
    raise_open_files_limit()
    config = server_config(app, *listener.getsockname()[:2])
    # The lifespan runs here, so that a failed start prints its message and no traceback.
    config.lifespan = "off"
    config.http = limited_http_protocol(limits or ConnectionLimits())
    async with app.router.lifespan_context(app):
        server = _Server(config)
        serving = spawn(server.serve(sockets=[listener]), name="http_server")
        await server.is_listening.wait()
        try:
            yield
        finally:
            server.should_exit = True
            if has_services(app):
                # Stops reading uploads, because the server would wait until each is read.
                services_of(app).get(ParsingThreads).stop()
            await serving


async def serve(app: Starlette, listener: socket.socket, limits: ConnectionLimits, *, ready: str) -> None:
    """Serves until SIGINT or SIGTERM."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with running(app, listener, limits):
        print(ready, flush=True)
        await stop.wait()
