"""JavaScript, requests, axe and Lighthouse of pages that a browser opens for the first time."""

import asyncio
import json
import os
import subprocess
import tempfile
from collections.abc import Mapping
from typing import cast

import uvloop

from bench.figures import Figure, Figures, NoFigure
from bench.live_channel import live_channel
from bench.processes import ROOT, greenroom_with_empty_data

E2E = ROOT / "e2e"
KILOBYTE = 1_000


def chromium() -> str:
    found = subprocess.run([ROOT / "scripts" / "chromium.sh"], capture_output=True, text=True, check=True)
    return found.stdout.strip()


def measure_sign_in() -> Figures:
    with greenroom_with_empty_data() as server:
        measured = _run_json(["node", "measure/first-load.mjs", f"{server.url}/sign-in"])
    needless = tuple(cast("list[str]", measured["needless"]))
    violations = tuple(cast("list[str]", measured["violations"]))
    requests = tuple(cast("list[str]", measured["requests"]))
    return {
        "sign-in-javascript": Figure(cast("int", measured["javascript_gzip"]) / KILOBYTE, requests),
        "sign-in-requests": Figure(len(needless), needless),
        "sign-in-axe": Figure(len(violations), violations),
    }


def measure_chat_load() -> Figures:
    """The chat page of a channel with Twitch connected."""
    measured = uvloop.run(_open_screen("/chat"))
    violations = tuple(cast("list[str]", measured["violations"]))
    requests = tuple(one for one in cast("list[str]", measured["requests"]) if one.startswith("script"))
    return {
        "chat-javascript": Figure(cast("int", measured["javascript_gzip"]) / KILOBYTE, requests),
        "chat-axe": Figure(len(violations), violations),
    }


def measure_dashboard_load() -> Figures:
    """The dashboard of a channel with Twitch connected."""
    measured = uvloop.run(_open_screen(""))
    violations = tuple(cast("list[str]", measured["violations"]))
    requests = tuple(one for one in cast("list[str]", measured["requests"]) if one.startswith("script"))
    return {
        "dashboard-javascript": Figure(cast("int", measured["javascript_gzip"]) / KILOBYTE, requests),
        "dashboard-axe": Figure(len(violations), violations),
    }


async def _open_screen(path: str) -> dict[str, object]:
    async with live_channel() as channel:
        url = f"{channel.origin}/channels/{channel.channel_id}{path}"
        command = ["node", "measure/first-load.mjs", url]
        return await asyncio.to_thread(_run_json, command, {"GREENROOM_TOKEN": channel.token})


def measure_lighthouse() -> Figures:
    flags = " ".join(["--headless", *json.loads((E2E / "chromium.json").read_text(encoding="utf-8"))["flags"]])
    with greenroom_with_empty_data() as server, tempfile.TemporaryDirectory(prefix="greenroom-profile-") as profile:
        report = _run_json(
            [
                "node_modules/.bin/lighthouse",
                f"{server.url}/sign-in",
                "--quiet",
                "--preset=desktop",
                "--output=json",
                "--only-categories=performance,accessibility",
                f"--chrome-flags={flags} --user-data-dir={profile}",
            ]
        )
    categories = cast("dict[str, dict[str, float]]", report["categories"])
    return {f"lighthouse-{name}": Figure(round(category["score"] * 100)) for name, category in categories.items()}


def _run_json(command: list[str], extra_env: Mapping[str, str] | None = None) -> dict[str, object]:
    done = subprocess.run(
        command,
        cwd=E2E,
        env={**os.environ, "CHROME_PATH": chromium(), **(extra_env or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise NoFigure(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)
