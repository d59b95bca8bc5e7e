"""Command line of the rehearsal: its options, its signals and the settings that it prints."""

import argparse
import asyncio
import contextlib
import gc
import os
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from rehearsal.network.contract_check import ContractCheck
from rehearsal.network.loopback import NotLoopback, bind_address, is_loopback_url
from rehearsal.server import CannotListen, running
from rehearsal.simulation.world import DEFAULT_SEED
from rehearsal.state_file import UnreadableState

EXIT_REFUSED = 2


def main(arguments: Sequence[str] | None = None, contract_check: ContractCheck | None = None) -> int:
    """Runs the rehearsal until it is stopped; returns 2 when the address, the port or the state file cannot be used."""
    options = read_arguments(arguments)
    try:
        bind_address(options.host)
        asyncio.run(rehearse(options, contract_check))
    except (NotLoopback, CannotListen, UnreadableState) as error:
        return refuse(str(error))
    return 0


class Options(argparse.Namespace):
    host: str
    port: int
    seed: int
    nearby: bool
    exit_with_parent: bool
    state: Path | None
    kick_webhook_url: str | None
    lively: bool


def read_arguments(arguments: Sequence[str] | None) -> Options:
    parser = argparse.ArgumentParser(
        prog="rehearsal", description="A local stand-in for the platforms, for this machine only."
    )
    parser.add_argument("--port", type=port_number, required=True, help="0 picks a free port")
    parser.add_argument("--nearby", action="store_true", help="take the next free port when that one is taken")
    parser.add_argument("--host", default="127.0.0.1", help="127.0.0.1, ::1 or localhost; anything else is refused")
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED, help="the same seed makes the same world")
    parser.add_argument("--exit-with-parent", action="store_true", help="stop when standard input closes")
    parser.add_argument("--state", type=Path, help="a file that keeps consents from one run to the next")
    parser.add_argument(
        "--kick-webhook-url", type=local_url, help="where Kick posts webhooks; a control call can change it"
    )
    parser.add_argument(
        "--lively", action="store_true", help="channels go live and end by themselves, with an audience and an evening"
    )
    return parser.parse_args(arguments, Options())


def port_number(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


def local_url(text: str) -> str:
    if not is_loopback_url(text):
        raise argparse.ArgumentTypeError("webhooks go to this machine only")
    return text


def refuse(message: str) -> int:
    sys.stderr.write(f"{message}\n")
    return EXIT_REFUSED


async def rehearse(options: Options, contract_check: ContractCheck | None = None) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(signal_number, stop.set)
    if options.exit_with_parent:
        stop_with_parent(loop, stop)
    async with running(
        host=options.host,
        port=options.port,
        is_port_exact=not options.nearby,
        seed=options.seed,
        state_file=options.state,
        contract_check=contract_check,
    ) as rehearsal:
        rehearsal.kick_webhook_url = options.kick_webhook_url
        if options.lively:
            rehearsal.stream_schedule.start(keeps_evening_channels_offline=True)
            rehearsal.evening.starts_automatically = True
        announce(rehearsal.environment())
        # Freezing the imported modules keeps the garbage collector fast at thousands of messages a second.
        gc.freeze()
        await stop.wait()


def announce(environment: dict[str, str]) -> None:
    lines = [f"{name}={value}" for name, value in environment.items()]
    sys.stdout.write("\n".join([*lines, "ready\n"]))
    sys.stdout.flush()


def stop_with_parent(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    """Sets `stop` when standard input ends; a thread reads it, because that works for pipes, terminals and files."""

    def watch() -> None:
        while os.read(0, 4096):
            pass
        # The loop may already be closed.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(stop.set)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()
