"""Runs the checks of the project in order, says one line for each and stops after the first stage that fails."""

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

ROOT = Path(__file__).resolve().parents[1]
BIN = ROOT / ".venv" / "bin"
WEB = ROOT / "web"
E2E = ROOT / "e2e"
COMPILED = ROOT / ".cache" / "compiled"
# Two at a time is enough for the two cores of a small machine.
WORKERS = 2
# Type checkers make much and forget most of it at once: with room for that (MB) they spend a fifth less on tidying up.
NODE_OPTIONS = "--max-semi-space-size=64"
# Many tests wait for a server, a platform or a process for some of their time: a third worker uses what they leave.
TESTERS = 3


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    command: tuple[str, ...]
    folder: Path = ROOT
    # Tries again, once, what failed: tests with real sockets, browsers and clocks share a busy machine.
    again: tuple[str, ...] = ()
    # Takes what others leave of the cores and no more: for what has no clock to watch.
    is_patient: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    check: Check
    code: int
    seconds: float
    output: str = ""
    is_second_try: bool = False

    def line(self) -> str:
        remark = "  what failed at first passed alone: look into it" if self.is_second_try and not self.code else ""
        return f"  {'ok  ' if self.code == 0 else 'FAIL'}  {self.check.name:<36} {self.seconds:4.0f} s{remark}"


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
    python("forbidden text", "python", "scripts/texts.py"),
    web("tsc web", "tsc", "--noEmit"),
    web("biome web", "biome", "check", "--error-on-warnings", "."),
    web("dependency-cruiser", "depcruise", "--config", ".dependency-cruiser.cjs", "src"),
    web("tsc e2e", "tsc", "--noEmit", folder=E2E),
    Check("biome e2e", (str(WEB / "node_modules" / ".bin" / "biome"), "check", "--error-on-warnings", "."), E2E),
)
VITEST = (web("vitest", "vitest", "run"),)
# Compiles everything once: the workers of pytest start together and would each do it for themselves.
COLLECT = (python("pytest finds every test", "pytest", "-qq", "--collect-only"),)
# A file's tests stay together: they share what takes long to start. In the order of the folders, so that what runs
# last, while a worker may wait for the other, are the short files of tests/unit and not the few long tests of others.
PYTEST = (
    replace(
        python("pytest", "pytest", "-q", f"--numprocesses={TESTERS}", "--dist=loadfile", "--no-loadscope-reorder"),
        again=(str(BIN / "pytest"), "-q", "--last-failed", "--last-failed-no-failures=none"),
    ),
)


def journeys(arguments: Sequence[str] = ()) -> tuple[Check, ...]:
    check = web("browser journeys", "playwright", "test", *arguments, folder=E2E)
    return (replace(check, again=(*check.command, "--last-failed", "--trace=retain-on-failure")),)


STAGES = {
    "lint": (LINT,),
    # The longest first.
    "test": ((*VITEST, *COLLECT, *LINT[1:]), PYTEST, journeys()),
}
# Browsers leave a part of the cores free for minutes, about as much as pyright needs.
PATIENT = {"test": (replace(LINT[0], is_patient=True),)}


def environment() -> dict[str, str]:
    """pyright is asked not to advertise newer versions of itself: the lock decides.

    What Python compiles is kept, whatever the environment says: every worker would compile all of it anew.
    """
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    ours = {
        "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1",
        "NO_UPDATE_NOTIFIER": "1",
        "PYTHONPYCACHEPREFIX": str(COMPILED),
        "NODE_OPTIONS": f"{inherited.get('NODE_OPTIONS', '')} {NODE_OPTIONS}".strip(),
    }
    return inherited | ours


def start(check: Check, *, shown: bool) -> subprocess.Popen[str]:
    pipe = None if shown else subprocess.PIPE
    process = subprocess.Popen(
        ("nice", "-n", "19", *check.command) if check.is_patient else check.command,
        cwd=check.folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=pipe,
        stderr=subprocess.STDOUT if pipe else None,
        start_new_session=check.is_patient,
        text=True,
    )
    if check.is_patient:
        # Where Linux shares the cores among sessions first, a nice process is nice only to its own.
        with contextlib.suppress(OSError):
            Path(f"/proc/{process.pid}/autogroup").write_text("19", encoding="ascii")
    return process


def finish(check: Check, process: subprocess.Popen[str]) -> Outcome:
    started = time.monotonic()
    output, _ = process.communicate()
    return Outcome(check, process.returncode, time.monotonic() - started, output or "")


def run(check: Check, *, shown: bool) -> Outcome:
    return finish(check, start(check, shown=shown))


def run_quietly(check: Check) -> Outcome:
    return run(check, shown=False)


def run_shown(check: Check) -> Outcome:
    print(f"\n== {check.name}", flush=True)
    first = run(check, shown=True)
    if first.code == 0 or not check.again:
        return first
    print(f"\n== {check.name}: what failed, once more", flush=True)
    second = run(replace(check, command=check.again), shown=True)
    return replace(second, seconds=first.seconds + second.seconds, is_second_try=True)


def tell(outcome: Outcome) -> Outcome:
    if outcome.code:
        print(f"\n== {outcome.check.name}\n{outcome.output}", flush=True)
    print(outcome.line(), flush=True)
    return outcome


def run_stage(checks: Sequence[Check]) -> list[Outcome]:
    """One long check is shown as it runs; many short ones keep their output until one of them fails."""
    if len(checks) == 1:
        return [run_shown(checks[0])]
    with ThreadPoolExecutor(WORKERS) as pool:
        return [tell(outcome) for outcome in pool.map(run_quietly, checks)]


def run_stages(stages: Sequence[Sequence[Check]], patient: Sequence[Check] = ()) -> list[Outcome]:
    """The patient ones run beside all stages, and are waited for if everything else has passed."""
    outcomes: list[Outcome] = []
    with ThreadPoolExecutor(max(1, len(patient))) as pool, contextlib.ExitStack() as ending:
        waiting = [pool.submit(finish, check, ending.enter_context(started_patiently(check))) for check in patient]
        for stage in stages:
            outcomes += run_stage(stage)
            early = [one.result().code for one in waiting if one.done()]
            if any((*early, *(outcome.code for outcome in outcomes))):
                break
        else:
            return outcomes + [tell(one.result()) for one in waiting]
        return outcomes + [tell(one.result()) for one in waiting if one.done()]


@contextlib.contextmanager
def started_patiently(check: Check) -> Generator[subprocess.Popen[str]]:
    process = start(check, shown=False)
    try:
        yield process
    finally:
        # Its session is its own, so nobody else stops it.
        if process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)


def summarise(outcomes: Sequence[Outcome], planned: int) -> int:
    failed = [outcome for outcome in outcomes if outcome.code]
    print("\n== Summary")
    print("\n".join(outcome.line() for outcome in outcomes))
    print(f"  {sum(outcome.seconds for outcome in outcomes):.0f} s of work")
    print(f"checks: {len(outcomes) - len(failed)} passed, {len(failed)} failed, {planned - len(outcomes)} skipped")
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", choices=["lint", "test", "e2e"])
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="handed on to Playwright")
    options = parser.parse_args()
    stages = (journeys(options.arguments),) if options.suite == "e2e" else STAGES[options.suite]
    patient = PATIENT.get(options.suite, ())
    outcomes = run_stages(stages, patient)
    return summarise(outcomes, sum(len(stage) for stage in (*stages, patient)))


if __name__ == "__main__":
    sys.exit(main())
