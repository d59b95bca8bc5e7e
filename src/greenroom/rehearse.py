"""Starts the rehearsal (the stand-in for the platforms) in its own process, and points Greenroom's settings at it."""

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
MAX_WAIT_SECONDS = 5


class RehearsalProblem(StartProblem):
    """The rehearsal did not start."""


def rehearsal_command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "rehearsal", *arguments]


@contextlib.contextmanager
def rehearsal_environment(port: int, state: Path, *more: str) -> Generator[dict[str, str]]:
    """Runs the rehearsal during the block; yields the settings that point Greenroom at it."""
    # Consents are stored in the file `state`, so that connections survive a restart. If the port is taken, the child
    # itself finds the next: one that is free now may be taken when it binds.
    command = rehearsal_command("--port", str(port), "--nearby", "--exit-with-parent", "--state", str(state), *more)
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603  # our own module
    try:
        yield _until_ready(process)
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(MAX_WAIT_SECONDS)
        process.kill()
        process.wait()


def _until_ready(process: "subprocess.Popen[str]") -> dict[str, str]:
    assert process.stdout is not None
    output: list[str] = []
    for line in process.stdout:
        output.append(line.strip())
        if output[-1] == "ready":
            return dict(entry.split("=", 1) for entry in output if "=" in entry)
    raise RehearsalProblem("The rehearsal did not start: " + " ".join(output))


def set_variables(environment: dict[str, str]) -> None:
    """Sets Greenroom's settings; by default all users may sign up: a rehearsal is reachable only from this machine."""
    os.environ.setdefault("GREENROOM_SIGN_UP", "open")
    os.environ["GREENROOM_REHEARSAL_URL"] = environment["REHEARSAL_CONTROL_URL"]
    os.environ.update({name: value for name, value in environment.items() if name.startswith("GREENROOM_")})


def set_webhook_url(environment: dict[str, str], origin: str) -> None:
    """Sets the webhook URL of the rehearsal's Kick; the real Kick has it in the settings of the registered app."""
    control_url = urlsplit(environment["REHEARSAL_CONTROL_URL"])
    connection = http.client.HTTPConnection(control_url.hostname or "", control_url.port, timeout=MAX_WAIT_SECONDS)
    body = json.dumps({"url": f"{origin}/webhooks/kick"})
    try:
        connection.request("POST", f"{control_url.path}/kick/webhook-url", body, {"Content-Type": "application/json"})
        response = connection.getresponse()
    except OSError as error:
        raise RehearsalProblem(f"The rehearsal does not answer: {error}.") from error
    finally:
        connection.close()
    if response.status != http.HTTPStatus.OK:
        raise RehearsalProblem(f"The rehearsal did not accept the webhook URL ({response.status}).")
