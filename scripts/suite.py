"""Runs the checks of the project in stages, prints the CPU time of each, and stops after a stage that fails."""

import argparse
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from affected import TIMINGS, Change, affected_journeys, affected_sources, affected_tests
from reference_loop import ReferenceLoop
from retries import RetryableTest, failed_journeys, failed_tests, not_listed, read_list

ROOT = Path(__file__).resolve().parents[1]
BIN = ROOT / ".venv" / "bin"
WEB = ROOT / "web"
E2E = ROOT / "e2e"
CACHE = ROOT / ".cache"
# Two checks at a time use the two cores of a small machine.
WORKERS = 2
# Type checkers make many short-lived objects: a larger young generation (MB) saves a fifth of garbage collection.
NODE_OPTIONS = "--max-semi-space-size=64"
# Workers of pytest. On two cores a third worker gains little, because it also imports and collects every test.
TEST_WORKERS = 2


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    command: tuple[str, ...]
    folder: Path = ROOT
    # Runs only the tests that failed; used when all of these are on the list of retries.
    retry: tuple[str, ...] = ()
    # Runs at low priority beside the other checks.
    is_background: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    check: Check
    code: int
    seconds: float
    cpu_seconds: float
    output: str = ""
    remark: str = ""

    def line(self) -> str:
        figures = f"{self.seconds:5.0f} s {self.cpu_seconds:6.0f} s CPU"
        return f"  {'ok  ' if self.code == 0 else 'FAIL'}  {self.check.name:<30} {figures}{self.remark}"


def python(name: str, *command: str) -> Check:
    return Check(name, (str(BIN / command[0]), *command[1:]))


def web(name: str, *command: str, folder: Path = WEB) -> Check:
    return Check(name, (str(folder / "node_modules" / ".bin" / command[0]), *command[1:]), folder)


LINT = (
    python("pyright", "pyright"),
    python("ruff check", "ruff", "check", "--quiet"),
    python("ruff format", "ruff", "format", "--check", "--quiet"),
    python("import-linter", "lint-imports"),
    python("sizes of files and functions", "python", "scripts/sizes.py"),
    python("names and calls in their places", "python", "scripts/structure.py"),
    python("forbidden text", "python", "scripts/texts.py"),
    # TypeScript 7 takes a fifth of the CPU time of 5, whose library openapi-typescript and dependency-cruiser use.
    Check("tsc web", (str(WEB / "node_modules" / "typescript-7" / "bin" / "tsc"), "--noEmit"), WEB),
    web("biome web", "biome", "check", "--error-on-warnings", "."),
    web("dependency-cruiser", "depcruise", "--config", ".dependency-cruiser.cjs", "src"),
    web("tsc e2e", "tsc", "--noEmit", folder=E2E),
    Check("biome e2e", (str(WEB / "node_modules" / ".bin" / "biome"), "check", "--error-on-warnings", "."), E2E),
)
BACKGROUND = (replace(LINT[0], is_background=True),)
VITEST = web("vitest", "vitest", "run")
COMPILED = CACHE / "compiled"
# Compiles every module once, before the workers of pytest start; otherwise each worker would compile every module.
COMPILE = () if COMPILED.exists() else (python("pytest finds every test", "pytest", "-qq", "--collect-only"),)


def pytest(*arguments: str) -> Check:
    """Check that runs pytest; the tests of a file stay in one process, because they share servers."""
    command = ("-q", f"--numprocesses={TEST_WORKERS}", "--dist=loadfile", "--no-loadscope-reorder", *arguments)
    retry = (str(BIN / "pytest"), "-q", "--last-failed", "--last-failed-no-failures=none")
    return replace(python("pytest", "pytest", *command), retry=retry)


def journeys(*arguments: str) -> Check:
    check = web("browser journeys", "playwright", "test", *arguments, folder=E2E)
    return replace(check, retry=(*check.command, "--last-failed", "--trace=retain-on-failure"))


def stages_of_change(since: str) -> tuple[tuple[Check, ...], ...]:
    change = Change.since(since)
    related = (replace(VITEST, command=(*VITEST.command, f"--changed={change.commit}", "--passWithNoTests")),)
    tests, omitted = affected_tests(change)
    journey_files = affected_journeys(change)
    print(f"Changed since {change.commit[:10]}: {len(change.paths)} files; {len(tests)} files of tests", flush=True)
    if omitted:
        print(f"  {len(omitted)} more import what changed and are left to `make test`", flush=True)
    return (
        (*pyright(change), *(related if change.touches("web/") else ()), *LINT[1:]),
        *(((pytest(*tests),),) if tests else ()),
        *(((journeys(*journey_files),),) if journey_files else ()),
    )


def pyright(change: Change) -> tuple[Check, ...]:
    """Type check of changed files and the files that import them; of all files if pyproject.toml changed."""
    if "pyproject.toml" in change.paths:
        return LINT[:1]
    sources = affected_sources(change)
    return (replace(LINT[0], command=(*LINT[0].command, *sources)),) if sources else ()


def environment() -> dict[str, str]:
    """Environment of the checks, without PYTHONDONTWRITEBYTECODE: each worker would compile all modules again."""
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    added = {
        # The lock decides which version runs, so newer versions are not advertised.
        "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1",
        "NO_UPDATE_NOTIFIER": "1",
        "PYTHONPYCACHEPREFIX": str(COMPILED),
        "NODE_OPTIONS": f"{inherited.get('NODE_OPTIONS', '')} {NODE_OPTIONS}".strip(),
    }
    return inherited | added


def start(check: Check, *, shown: bool) -> subprocess.Popen[str]:
    pipe = None if shown else subprocess.PIPE
    counted = (sys.executable, str(ROOT / "scripts" / "reaper.py"), *check.command)
    process = subprocess.Popen(
        ("nice", "-n", "19", *counted) if check.is_background else counted,
        cwd=check.folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=pipe,
        stderr=subprocess.STDOUT if pipe else None,
        start_new_session=check.is_background,
        text=True,
    )
    if check.is_background:
        # Where Linux divides the cores among sessions first, `nice` counts only inside the process's own session.
        with contextlib.suppress(OSError):
            Path(f"/proc/{process.pid}/autogroup").write_text("19", encoding="ascii")
    return process


def finish(check: Check, process: subprocess.Popen[str]) -> Outcome:
    started = time.monotonic()
    output = process.stdout.read() if process.stdout else ""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    cpu_seconds = usage.ru_utime + usage.ru_stime
    return Outcome(check, process.returncode, time.monotonic() - started, cpu_seconds, output)


def run_quietly(check: Check) -> Outcome:
    return finish(check, start(check, shown=False))


def run_shown(check: Check, listed: Sequence[RetryableTest]) -> Outcome:
    """Runs a check and shows its output. Failed tests run again only if all of them are on the list of retries."""
    print(f"\n== {check.name}", flush=True)
    first = finish(check, start(check, shown=True))
    if first.code == 0 or not check.retry:
        return first
    failed = failed_tests(ROOT) if check.name == "pytest" else failed_journeys(check.retry, E2E, environment())
    print(f"\n== {check.name}: failed\n" + "\n".join(f"  {name}" for name in failed), flush=True)
    if not failed or not_listed(failed, listed):
        return first
    print(f"\n== {check.name}: all of them are listed in scripts/retries.toml and run once more", flush=True)
    retry = replace(check, command=check.retry)
    second = finish(retry, start(retry, shown=True))
    return replace(
        second,
        seconds=first.seconds + second.seconds,
        cpu_seconds=first.cpu_seconds + second.cpu_seconds,
        remark=f"  {len(failed)} listed tests ran twice",
    )


def print_outcome(outcome: Outcome) -> Outcome:
    if outcome.code:
        print(f"\n== {outcome.check.name}\n{outcome.output}", flush=True)
    print(outcome.line(), flush=True)
    return outcome


def run_stage(checks: Sequence[Check], listed: Sequence[RetryableTest]) -> list[Outcome]:
    """Runs checks; the output of a single check is shown, of several checks only that of failed ones."""
    if len(checks) == 1:
        return [run_shown(checks[0], listed)]
    with ThreadPoolExecutor(WORKERS) as pool:
        return [print_outcome(outcome) for outcome in pool.map(run_quietly, checks)]


def run_stages(stages: Sequence[Sequence[Check]], background: Sequence[Check] = ()) -> list[Outcome]:
    """Runs the stages in order; stops after one in which a check, or a background check beside it, has failed."""
    outcomes: list[Outcome] = []
    listed = read_list(ROOT)
    with ThreadPoolExecutor(max(1, len(background))) as pool, contextlib.ExitStack() as ending:
        waiting = [pool.submit(finish, check, ending.enter_context(in_background(check))) for check in background]
        for stage in stages:
            outcomes += run_stage(stage, listed)
            early = [one.result().code for one in waiting if one.done()]
            if any((*early, *(outcome.code for outcome in outcomes))):
                break
        else:
            return outcomes + [print_outcome(one.result()) for one in waiting]
        return outcomes + [print_outcome(one.result()) for one in waiting if one.done()]


@contextlib.contextmanager
def in_background(check: Check) -> Generator[subprocess.Popen[str]]:
    process = start(check, shown=False)
    try:
        yield process
    finally:
        # The check runs in a separate session, which an interrupt from the terminal does not reach.
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)


def summarise(outcomes: Sequence[Outcome], planned: int, seconds: float, ratio: float) -> int:
    failed = [outcome for outcome in outcomes if outcome.code]
    cpu_seconds = sum(outcome.cpu_seconds for outcome in outcomes)
    print("\n== Summary")
    print("\n".join(outcome.line() for outcome in outcomes))
    at_reference = f"reference loop {ratio:.2f}x: {cpu_seconds / 60 / ratio:.1f} minutes at reference speed"
    print(f"CPU: {cpu_seconds / 60:.1f} minutes in {seconds / 60:.1f} minutes; {at_reference}")
    print(f"checks: {len(outcomes) - len(failed)} passed, {len(failed)} failed, {planned - len(outcomes)} skipped")
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", choices=["lint", "test", "e2e", "check"])
    parser.add_argument(
        "arguments", nargs=argparse.REMAINDER, help="for Playwright; for check: the commit to compare with"
    )
    options = parser.parse_args()
    started = time.monotonic()
    background: tuple[Check, ...] = ()
    match options.suite:
        case "lint":
            stages = (LINT,)
        case "e2e":
            stages = ((journeys(*options.arguments),),)
        case "check":
            stages = stages_of_change(next(iter(options.arguments), ""))
        case _:
            tests = pytest(f"--junitxml={TIMINGS}")
            stages, background = ((VITEST, *COMPILE, *LINT[1:]), (tests,), (journeys(),)), BACKGROUND
    with ReferenceLoop() as loop:
        outcomes = run_stages(stages, background)
    planned = sum(len(stage) for stage in (*stages, background))
    return summarise(outcomes, planned, time.monotonic() - started, loop.ratio)


if __name__ == "__main__":
    sys.exit(main())
