"""Reads the list of tests that may run a second time, and the names of the tests that failed."""

import json
import subprocess
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class RetryableTest:
    # The end of a pytest node id or of a journey's title.
    test: str
    reason: str


def read_list(root: Path) -> list[RetryableTest]:
    with (root / "scripts" / "retries.toml").open("rb") as file:
        listed = [RetryableTest(**entry) for entry in tomllib.load(file).get("tests", [])]
    for entry in listed:
        if not entry.test.strip() or not entry.reason.strip():
            raise ValueError(f"scripts/retries.toml: {entry} needs the name of a test and a reason")
    return listed


def not_listed(failed: Sequence[str], listed: Sequence[RetryableTest]) -> list[str]:
    return [name for name in failed if not any(name.endswith(entry.test) for entry in listed)]


def failed_tests(root: Path) -> list[str]:
    """Names of the tests that pytest recorded as failed."""
    file = root / ".pytest_cache" / "v" / "cache" / "lastfailed"
    return sorted(json.loads(file.read_text(encoding="utf-8"))) if file.exists() else []


def failed_journeys(command: Sequence[str], folder: Path, environment: dict[str, str]) -> list[str]:
    """Files and titles of failed journeys; `command` is the command that runs the failed journeys again."""
    arguments = (*command, "--list", "--reporter=list")
    listed = subprocess.run(arguments, cwd=folder, env=environment, capture_output=True, text=True, check=False).stdout
    return [line.strip() for line in listed.splitlines() if " › " in line]
