"""Runs the rehearsal, the server and Vite together; the server restarts when one of its Python files changes."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from greenroom.rehearse import set_webhook_url

ROOT = Path(__file__).resolve().parents[1]
BIN = ROOT / ".venv" / "bin"
WATCHED = ROOT / "src" / "greenroom"
POLL_SECONDS = 0.5
STOP_SECONDS = 10
PORT = os.environ.get("GREENROOM_PORT", "8000")
# Separate from the data of `make run`.
DATA = Path(os.environ.get("GREENROOM_DATA_DIR", ROOT / "data" / "dev"))
# Browsers open Vite's address, so platforms must redirect to this address after consent.
VITE_PORT = 5173
PUBLIC_URL = f"http://127.0.0.1:{VITE_PORT}"

Process = subprocess.Popen[str]


def start_rehearsal() -> tuple[Process, dict[str, str]]:
    """Starts the rehearsal; returns its process and the settings that it prints as NAME=value lines."""
    state = DATA / "platforms.json"
    command = [BIN / "python", "-m", "rehearsal", "--port", "0", "--exit-with-parent", "--state", state]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    environment: dict[str, str] = {}
    for line in process.stdout or ():
        if line.strip() == "ready":
            return process, environment
        name, _, value = line.strip().partition("=")
        environment[name] = value
    raise SystemExit("The rehearsal did not start.")


def start_server(platforms: Mapping[str, str]) -> Process:
    settings = {"GREENROOM_PORT": PORT, "GREENROOM_PUBLIC_URL": PUBLIC_URL, "GREENROOM_DATA_DIR": str(DATA)}
    environment = {"GREENROOM_SIGN_UP": "open", **os.environ, **platforms, **settings}
    return subprocess.Popen([BIN / "greenroom", "serve"], cwd=ROOT, env=environment, text=True)


def start_vite() -> Process:
    environment = {**os.environ, "GREENROOM_DEV_SERVER": f"http://127.0.0.1:{PORT}"}
    command = ["node_modules/.bin/vite", "--host", "127.0.0.1", "--port", str(VITE_PORT), "--strictPort"]
    return subprocess.Popen(command, cwd=ROOT / "web", env=environment, stdin=subprocess.DEVNULL, text=True)


def newest_change() -> float:
    # An editor may replace a file between listing and `stat`.
    with contextlib.suppress(FileNotFoundError):
        return max(path.stat().st_mtime for path in WATCHED.rglob("*.py"))
    return 0.0


def stop(process: Process) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def watch(server: Process, platforms: Mapping[str, str]) -> None:
    last_change = newest_change()
    try:
        while True:
            time.sleep(POLL_SECONDS)
            latest = newest_change()
            if latest > last_change:
                last_change = latest
                print("server: starting again", flush=True)
                stop(server)
                server = start_server(platforms)
    finally:
        stop(server)


def main() -> int:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    DATA.mkdir(parents=True, exist_ok=True)
    rehearsal, platforms = start_rehearsal()
    set_webhook_url(platforms, f"http://127.0.0.1:{PORT}")
    vite = start_vite()
    print(f"Greenroom for development: {PUBLIC_URL}", flush=True)
    try:
        watch(start_server(platforms), platforms)
    except KeyboardInterrupt:
        return 0
    finally:
        stop(vite)
        stop(rehearsal)
    return 0


if __name__ == "__main__":
    sys.exit(main())
