"""Checks of what an installation needs: the health page and `greenroom doctor` run the same ones."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from enum import StrEnum
from typing import Protocol, runtime_checkable

from msgspec import Struct

from greenroom.kernel.logs import get_logger

log = get_logger(__name__)

MAX_SECONDS = 8.0


class State(StrEnum):
    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


class Finding(Struct, frozen=True):
    """What a check found: one sentence and, unless all is well, what the operator can do."""

    state: State
    sentence: str
    fix: str = ""
    # A job that an operator can run from the health page to fix it.
    job: str = ""


class Check(Struct, frozen=True):
    name: str
    title: str
    run: Callable[[], Awaitable[Finding]]
    # How long the health page shows a result before it checks again.
    fresh_seconds: float = 60.0


@runtime_checkable
class Checked(Protocol):
    """A platform with checks of its own."""

    def checks(self) -> Sequence[Check]: ...


def fine(sentence: str) -> Finding:
    return Finding(State.OK, sentence)


def warning(sentence: str, fix: str, *, job: str = "") -> Finding:
    return Finding(State.WARNING, sentence, fix, job)


def problem(sentence: str, fix: str, *, job: str = "") -> Finding:
    return Finding(State.PROBLEM, sentence, fix, job)


async def run_check(check: Check, max_seconds: float = MAX_SECONDS) -> Finding:
    """Runs the check; the finding is a problem if the check fails or takes longer than `max_seconds`."""
    try:
        async with asyncio.timeout(max_seconds):
            return await check.run()
    except TimeoutError:
        return problem(f"No result within {max_seconds:g} s.", "Check again; if it stays so, look into the log.")
    except Exception as error:
        log.exception("check_failed", check=check.name)
        return problem(f"The check failed ({type(error).__name__}).", "The log of the server says why.")


async def run_checks(checks: Sequence[Check], max_seconds: float = MAX_SECONDS) -> list[Finding]:
    """All findings, in the order of the checks; they run at the same time."""
    return await asyncio.gather(*(run_check(check, max_seconds) for check in checks))
