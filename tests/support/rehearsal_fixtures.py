"""Fixtures of `tests/contract` and `tests/faults`: a rehearsal process that is reset for each test."""

from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import pytest

from greenroom.kernel.context import Kernel
from support.rehearsal_process import ConnectionHost, Rehearsal, open_kernel, rehearsal_process

__all__ = ["connection_host", "contract_violations_file", "kernel", "rehearsal", "rehearsal_environment"]


@pytest.fixture(scope="session")
def contract_violations_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("contract") / "violations.txt"
    file.touch()
    return file


@pytest.fixture(scope="session")
def rehearsal_environment(contract_violations_file: Path) -> Generator[dict[str, str]]:
    with rehearsal_process(contract_violations_file) as environment:
        yield environment


def clear_violations(contract_violations_file: Path) -> None:
    contract_violations_file.write_text("")


def read_violations(contract_violations_file: Path) -> list[str]:
    return list(dict.fromkeys(contract_violations_file.read_text().splitlines()))


@pytest.fixture
async def rehearsal(rehearsal_environment: dict[str, str], contract_violations_file: Path) -> AsyncGenerator[Rehearsal]:
    rehearsal = Rehearsal(rehearsal_environment)
    await rehearsal.command("/reset")
    clear_violations(contract_violations_file)
    yield rehearsal
    await rehearsal.http.aclose()
    violations = [] if rehearsal.allows_contract_violations else read_violations(contract_violations_file)
    assert violations == [], f"traffic violated the platform's contract: {violations}"


@pytest.fixture
async def kernel(rehearsal: Rehearsal, sqlite_url: str, tmp_path: Path) -> AsyncGenerator[Kernel]:
    async with open_kernel(rehearsal, tmp_path, sqlite_url) as kernel:
        yield kernel


@pytest.fixture
def connection_host(kernel: Kernel, rehearsal: Rehearsal) -> ConnectionHost:
    return ConnectionHost(kernel, rehearsal)
