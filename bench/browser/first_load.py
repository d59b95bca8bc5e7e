"""Size of the JavaScript, requests, axe violations and Lighthouse scores of pages that a browser opens first."""

import asyncio
import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from typing import cast

import uvloop

from bench.figures import Figure, Figures, NoFigure
from bench.live_channel import live_channel
from bench.processes import ROOT, greenroom_with_empty_data

E2E = ROOT / "e2e"
KILOBYTE = 1_000
LIGHTHOUSE = "measure/lighthouse.mjs"
LIGHTHOUSE_RUNS = 5


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
    """Measures the chat page of a channel with Twitch connected."""
    measured = uvloop.run(_open_screen("/chat"))
    violations = tuple(cast("list[str]", measured["violations"]))
    requests = tuple(one for one in cast("list[str]", measured["requests"]) if one.startswith("script"))
    return {
        "chat-javascript": Figure(cast("int", measured["javascript_gzip"]) / KILOBYTE, requests),
        "chat-axe": Figure(len(violations), violations),
    }


def measure_dashboard_load() -> Figures:
    """Measures the dashboard of a channel with Twitch connected."""
    measured = uvloop.run(_open_screen(""))
    violations = tuple(cast("list[str]", measured["violations"]))
    requests = tuple(one for one in cast("list[str]", measured["requests"]) if one.startswith("script"))
    return {
        "dashboard-javascript": Figure(cast("int", measured["javascript_gzip"]) / KILOBYTE, requests),
        "dashboard-axe": Figure(len(violations), violations),
    }


async def _open_screen(path: str, program: str = "measure/first-load.mjs") -> dict[str, object]:
    async with live_channel() as channel:
        url = f"{channel.origin}/channels/{channel.channel_id}{path}"
        return await asyncio.to_thread(_run_json, ["node", program, url], {"GREENROOM_TOKEN": channel.token})


def measure_lighthouse() -> Figures:
    with greenroom_with_empty_data() as server:
        report = _run_json(["node", LIGHTHOUSE, f"{server.url}/sign-in"])
    return {f"lighthouse-{name}": _score(report, name) for name in ("performance", "accessibility")}


def measure_dashboard_lighthouse() -> Figures:
    """Runs Lighthouse several times; returns the lowest of the three median scores."""
    runs = [_scores(uvloop.run(_open_screen("", LIGHTHOUSE))) for _ in range(LIGHTHOUSE_RUNS)]
    scores = {name: _median([run[name] for run in runs]) for name in runs[0]}
    details = [f"{name} {one.value:g}: {', '.join(one.details) or 'nothing lost'}" for name, one in scores.items()]
    return {"dashboard-lighthouse": Figure(min(figure.value for figure in scores.values()), tuple(details))}


def _median(figures: Sequence[Figure]) -> Figure:
    return sorted(figures, key=lambda one: one.value)[len(figures) // 2]


def _scores(report: Mapping[str, object]) -> Figures:
    return {name: _score(report, name) for name in ("performance", "accessibility", "best-practices")}


def _score(report: Mapping[str, object], category: str) -> Figure:
    """The score of a category, with the audits that lower it."""
    found = cast("dict[str, object]", report[category])
    return Figure(cast("int", found["score"]), tuple(cast("list[str]", found["losses"])))


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
