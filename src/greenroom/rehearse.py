"""Starts the stand-in for the platforms beside the server; its base URLs are the only difference to the real ones."""

import contextlib
import http.client
import json
import os
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from urllib.parse import urlsplit

from greenroom.kernel.start_problem import StartProblem

REHEARSAL_DATA = Path("data/rehearsal")
STOP_SECONDS = 5


class RehearsalProblem(StartProblem):
    """The stand-in did not start."""


def rehearsal_command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "rehearsal", *arguments]


@contextlib.contextmanager
def rehearsal_environment(port: int, state: Path, *more: str) -> Generator[dict[str, str]]:
    """The settings that point Greenroom at a running stand-in, which ends with this block, or with this process."""
    # Consents are kept in the file: after a restart nobody has to connect anything again. The stand-in itself looks for
    # a free port: one that was free when we looked may be taken when it binds.
    command = rehearsal_command("--port", str(port), "--nearby", "--exit-with-parent", "--state", str(state), *more)
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603  # our own module
    try:
        yield _until_ready(process)
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(STOP_SECONDS)
        process.kill()
        process.wait()


def _until_ready(process: "subprocess.Popen[str]") -> dict[str, str]:
    assert process.stdout is not None
    said: list[str] = []
    for line in process.stdout:
        said.append(line.strip())
        if said[-1] == "ready":
            return dict(entry.split("=", 1) for entry in said if "=" in entry)
    raise RehearsalProblem("The rehearsal did not start: " + " ".join(said))


def point_at(environment: dict[str, str]) -> None:
    os.environ.update({name: value for name, value in environment.items() if name.startswith("GREENROOM_")})


def receive_webhooks(environment: dict[str, str], origin: str) -> None:
    """Kick delivers to the address in the settings of its app; here nobody types it in."""
    desk = urlsplit(environment["REHEARSAL_CONTROL_URL"])
    connection = http.client.HTTPConnection(desk.hostname or "", desk.port, timeout=STOP_SECONDS)
    body = json.dumps({"url": f"{origin}/webhooks/kick"})
    try:
        connection.request("POST", f"{desk.path}/kick/webhook-url", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
    except OSError as error:
        raise RehearsalProblem(f"The rehearsal does not answer: {error}.") from error
    finally:
        connection.close()
    if answer.status != http.HTTPStatus.OK:
        raise RehearsalProblem(f"The rehearsal did not take the address for webhooks ({answer.status}).")
