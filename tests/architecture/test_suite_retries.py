"""The suite runs a failed test a second time only if `scripts/retries.toml` lists the test with a reason."""

import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from guards import ROOT, Verdict, run, write

# A check that fails; the argument is the command of its second run.
SUITE = """
import sys
from suite import Check, run_stages, summarise
check = Check("pytest", ("false",), retry=(sys.argv[1],))
sys.exit(summarise(run_stages([[check]]), 1, 0.0, 1.0))
"""
READ_LIST = "from retries import read_list; from suite import ROOT; print(len(read_list(ROOT)), 'listed')"
SLOW = "tests/test_a.py::test_slow"
OTHER = "tests/test_a.py::test_other"
LISTED = f'[[tests]]\ntest = "{SLOW}"\nreason = "the operating system may delay it without limit"\n'


def run_suite(folder: Path, *, failed: Sequence[str], listed: str, retry: str = "true") -> Verdict:
    """Runs a check in which these tests failed; `listed` is retries.toml, `retry` the command of the second run."""
    shutil.copytree(ROOT / "scripts", folder / "scripts")
    record = {".pytest_cache/v/cache/lastfailed": json.dumps(dict.fromkeys(failed, True))}
    write(folder, {"scripts/retries.toml": listed, **record})
    return run([sys.executable, "-c", SUITE, retry], folder / "scripts")


@pytest.mark.parametrize(
    ("failed", "listed"),
    [((SLOW,), ""), ((OTHER,), LISTED), ((SLOW, OTHER), LISTED), ((), LISTED)],
    ids=["empty list", "another test", "one of two", "no test recorded"],
)
def test_failure_that_is_not_listed_stays_a_failure(tmp_path: Path, failed: tuple[str, ...], listed: str) -> None:
    verdict = run_suite(tmp_path, failed=failed, listed=listed)
    assert not verdict.passed
    assert "0 passed, 1 failed" in verdict.output
    assert "once more" not in verdict.output


def test_listed_test_runs_once_more(tmp_path: Path) -> None:
    verdict = run_suite(tmp_path, failed=(SLOW,), listed=LISTED)
    assert verdict.passed, verdict.output
    assert "1 listed tests ran twice" in verdict.output


def test_listed_test_that_fails_twice_is_a_failure(tmp_path: Path) -> None:
    assert "0 passed, 1 failed" in run_suite(tmp_path, failed=(SLOW,), listed=LISTED, retry="false").output


@pytest.mark.parametrize(("name", "reason"), [(SLOW, ""), (SLOW, " "), ("", "a reason without a test")])
def test_listed_test_without_a_name_or_a_reason_is_refused(tmp_path: Path, name: str, reason: str) -> None:
    verdict = run_suite(tmp_path, failed=(SLOW,), listed=f'[[tests]]\ntest = "{name}"\nreason = "{reason}"\n')
    assert not verdict.passed
    assert "needs the name of a test and a reason" in verdict.output


def test_every_listed_test_of_the_project_has_a_reason() -> None:
    verdict = run([sys.executable, "-c", READ_LIST], ROOT / "scripts")
    assert verdict.passed, verdict.output
